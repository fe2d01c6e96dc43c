import { defineMessages, type MessageSet } from '../../i18n/messages.ts'
import { pages } from '../../pages/index.ts'

type PageTexts = MessageSet<Readonly<Record<string, string>>>

/** Menu titles, by page id. */
export const pageTitles: PageTexts = defineMessages(
  'adminPortal.navigation',
  Object.fromEntries(pages.map(({ id, title }) => [id, title])),
)

/** What the command bar shows for the pages' commands and records, by their ids. */
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

/** Other words that find a page or a command in the command bar, by its id. */
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
