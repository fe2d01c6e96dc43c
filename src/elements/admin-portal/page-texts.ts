import { defineMessages, type MessageSet } from '../../i18n/messages.ts'
import { pages } from '../../pages/index.ts'

type PageTexts = MessageSet<Readonly<Record<string, string>>>

/** Menu titles by page ID. */
export const pageTitles: PageTexts = defineMessages(
  'adminPortal.navigation',
  Object.fromEntries(pages.map(({ id, title }) => [id, title])),
)

/** Texts of the pages' commands and records in the command bar, by ID. */
export const pageCommandTexts: PageTexts = defineMessages(
  'adminPortal.commandBar',
  Object.fromEntries(
    pages
      .flatMap(({ commands = [], records }) => [
        ...commands,
        ...(records ? [records, ...(records.commands ?? [])] : []),
      ])
      .map(({ id, text }) => [id, text]),
  ),
)

/** Synonyms that find a page or a command in the command bar, by ID. */
export const pageKeywords: PageTexts = defineMessages(
  'adminPortal.commandBarKeywords',
  Object.fromEntries(
    pages.flatMap((page) =>
      [page, ...(page.commands ?? []), ...(page.records?.commands ?? [])].map(({ id, keywords = '' }) => [
        id,
        keywords,
      ]),
    ),
  ),
)
