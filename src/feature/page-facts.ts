import type { FieldPlace } from './page-fields.ts'
import type { RecordEvent } from './record-events.ts'

export type Visibility = 'always' | 'hidden' | 'byPermissions'

/** Something the page creates or changes, offered in the command bar. */
export interface PageCommand {
  /** English text; a host overrides it as `adminPortal.commandBar.<id>`. */
  id: string
  text: string
  /** The page's deep link that starts it, such as `new=`. */
  search: string
  /** Permission key it needs. @default none */
  needs?: string
  /** The field that it changes: it is offered while the field can be edited. @default none */
  changes?: FieldPlace
  /** Name of an icon of `ui/icon`. @default plus */
  icon?: string
  /** Other English words that find it; a host overrides them as `adminPortal.commandBarKeywords.<id>`. @default none */
  keywords?: string
}

interface FoundRecord {
  id: string
  name: string
  note?: string
}

/** What the command bar can do with a record it found. */
interface RecordCommand extends Omit<PageCommand, 'search'> {
  /** The page's deep link that starts it for a record. */
  search(record: FoundRecord): string
}

/** How records of this page that the command bar finds are opened. */
interface PageRecords {
  /** Their name in the response of the search. */
  kind: 'users' | 'groups' | 'roles' | 'accounts'
  /** Heading of these results; a host overrides it as `adminPortal.commandBar.<id>`. */
  id: string
  text: string
  icon: string
  /** The page's deep link of one record. */
  search(record: FoundRecord): string
  /** @default a record can only be opened */
  commands?: readonly RecordCommand[]
}

/** What a page declares of itself besides its code. */
export interface PageFacts<Ability extends string = string> {
  /** Wire name of the navigation entry; a host overrides the title as `adminPortal.navigation.<id>`. */
  id: string
  /** Slug in the deep link `#/admin-box/<slug>`. */
  slug: string
  /** Menu title in English. */
  title: string
  group: 'you' | 'organisation' | 'security' | 'developers'
  /** Name of an icon of `ui/icon`. */
  icon: string
  visibility: Visibility
  /** Keys needed to open the page when its visibility is `byPermissions`. */
  permissions: readonly string[]
  featureFlag?: string
  /** The key that each action of the page needs. @default none */
  abilities?: Readonly<Record<Ability, string>>
  /** Dialogs that a deep link can open, by their names in it. @default none */
  links?: readonly string[]
  /** Events it raises on the element. @default none */
  events?: readonly RecordEvent[]
  /** @default none */
  commands?: readonly PageCommand[]
  /** Other English words that find the page in the command bar, overridden as those of a command. @default none */
  keywords?: string
  /** @default its records are not found by the command bar */
  records?: PageRecords
}
