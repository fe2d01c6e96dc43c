import type { FieldPlace } from './page-fields.ts'
import type { AppSettings } from './settings.ts'

/** Portal records with create, update and delete events. */
type PortalRecord =
  | 'user'
  | 'role'
  | 'group'
  | 'api-token'
  | 'webhook'
  | 'sso-connection'
  | 'provisioning-connection'
  | 'sub-account'
  | 'session'
  | 'policy'
  | 'profile'
  | 'account'

/** Event before or after a record changes. */
export type RecordEvent = `${'create' | 'update' | 'delete'}-${PortalRecord}`

export type Visibility = 'always' | 'hidden' | 'byPermissions'

/** A command of the command bar that creates or changes something on the page. */
export interface PageCommand {
  /** English text, which a host overrides as `adminPortal.commandBar.<id>`. */
  id: string
  text: string
  /** Deep link of the page that starts it, such as `new=`. */
  search: string
  /** Permission key that it needs. @default none */
  needs?: string
  /** Field that it changes; the command is available while the field can be edited. @default none */
  changes?: FieldPlace
  /** Returns whether the options offer it. @default they do */
  isOffered?(settings: Pick<AppSettings, 'theme' | 'configuration'>): boolean
  /** Name of an icon in `ui/icon`. @default plus */
  icon?: string
  /**
   * English synonyms that find it, which a host overrides as `adminPortal.commandBarKeywords.<id>`.
   * @default none
   */
  keywords?: string
}

interface FoundRecord {
  id: string
  name: string
  note?: string
}

/** A command for a record that the command bar found. */
interface RecordCommand extends Omit<PageCommand, 'search'> {
  /** Returns the page's deep link that starts the command for a record. */
  search(record: FoundRecord): string
}

/** Facts with which the command bar opens records of this page. */
interface PageRecords {
  /** Name of the records in the search response. */
  kind: 'users' | 'groups' | 'roles' | 'accounts'
  /** Heading of these results, which a host overrides as `adminPortal.commandBar.<id>`. */
  id: string
  text: string
  icon: string
  /** Returns the page's deep link of one record. */
  search(record: FoundRecord): string
  /** @default a record can only be opened */
  commands?: readonly RecordCommand[]
}

/** Facts that a page declares in addition to its code. */
export interface PageFacts<Ability extends string = string> {
  /** Wire name of the navigation entry; a host overrides the title as `adminPortal.navigation.<id>`. */
  id: string
  /** Slug in the deep link `#/admin-box/<slug>`. */
  slug: string
  /** Menu title in English. */
  title: string
  group: 'you' | 'organization' | 'security' | 'developers'
  /** Name of an icon of `ui/icon`. */
  icon: string
  visibility: Visibility
  /** Permission keys needed to open the page when its visibility is `byPermissions`. */
  permissions: readonly string[]
  featureFlag?: string
  /** Permission key that each action of the page needs. @default none */
  abilities?: Readonly<Record<Ability, string>>
  /** Names of dialogs that a deep link can open. @default none */
  links?: readonly string[]
  /** Events that the page dispatches on the element. @default none */
  events?: readonly RecordEvent[]
  /** @default none */
  commands?: readonly PageCommand[]
  /** English synonyms that find the page in the command bar, overridden like those of a command. @default none */
  keywords?: string
  /** @default its records are not found by the command bar */
  records?: PageRecords
}
