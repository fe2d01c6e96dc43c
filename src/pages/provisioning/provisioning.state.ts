import type { GroupRow } from '../../contract/groups.ts'
import type { Guarantee } from '../../entities/guarantee.ts'
import type { ConnectionFailure, ProvisioningConnection, ScimSource } from '../../entities/sso.ts'
import type { TeamRole } from '../../entities/team.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import { emptyList, type ListQuery, type ListState, listQuery } from '../../parts/record-list/list-state.ts'

export type ProvisioningAbility = 'edit' | 'remove' | 'removeUsers' | 'editRoles'

/** A connection of the list; an older backend doesn't count its groups. */
export interface ListedConnection extends ProvisioningConnection {
  name: string
  userCount: number
  groupCount?: number | undefined
  /** The guarantor of the connection; older backends don't report it. */
  guarantee?: Guarantee | undefined
  /** Changes refused this week; older backends don't report them. */
  failures?: readonly ConnectionFailure[] | undefined
}

/** The connection of a token, which the list may not contain yet. */
type ShownConnection = Pick<ListedConnection, 'id' | 'name' | 'source'>

export type ProvisioningDialog =
  | { kind: 'new' }
  /** A new token, shown once. */
  | { kind: 'token'; connection: ShownConnection; token: string }
  | { kind: 'setup'; connection: ListedConnection }
  | { kind: 'groups'; connection: ListedConnection }
  | { kind: 'roles'; connection: ListedConnection; group: GroupRow }
  | { kind: 'rotate'; connection: ListedConnection }
  | { kind: 'confirm'; connection: ListedConnection }
  | { kind: 'delete'; connection: ListedConnection }

type ProvisioningNotice = 'paused' | 'resumed' | 'confirmed' | 'rolesSaved' | 'deleted' | 'failed' | 'unavailable'

/** Groups of the connection whose drawer is open. */
export interface DirectoryGroups {
  phase: 'first' | 'reloading' | 'ready' | 'failed'
  search: string
  page: number
  total: number
  rows: readonly GroupRow[]
  error?: string | undefined
}

export interface ProvisioningState extends PageState<ProvisioningAbility, ProvisioningDialog, ProvisioningNotice> {
  list: ListState<ListedConnection>
  /** Base URL of the SCIM server; empty if the backend doesn't report it. */
  baseUrl: string
  groups: DirectoryGroups
  /** Roles that the viewer may grant. */
  roles: readonly TeamRole[]
}

/** Sources in display order. Product names are the same in every language. */
export const SOURCES = ['okta', 'azure-ad', 'other', 'frontegg'] as const satisfies readonly ScimSource[]

export const GROUPS_LIMIT = 10

export const NO_GROUPS: DirectoryGroups = { phase: 'first', search: '', page: 0, total: 0, rows: [] }

const query = listQuery(['name', 'createdAt'], { sort: 'name', order: 'ASC' })

export const initialProvisioning: ProvisioningState = {
  ...PAGE_AT_START,
  list: emptyList(query.initial),
  baseUrl: '',
  groups: NO_GROUPS,
  roles: [],
}

export type ConnectionStatus = 'paused' | 'unconfirmed' | 'pending' | 'refusing' | 'linked'

/**
 * Returns the status. `unconfirmed`: its guarantor lacks permissions. `pending`: the directory has never called.
 * `refusing`: it sent changes that were refused.
 */
export const statusOf = ({
  syncToUserManagement,
  lastSync,
  guarantee,
  failures = [],
}: Pick<ListedConnection, 'syncToUserManagement' | 'lastSync' | 'guarantee' | 'failures'>): ConnectionStatus => {
  if (!syncToUserManagement) return 'paused'
  if (guarantee?.problem) return 'unconfirmed'
  if (failures.length > 0) return 'refusing'
  return lastSync ? 'linked' : 'pending'
}

const linkOf = (dialog: ProvisioningDialog) => {
  if (dialog.kind === 'token' || dialog.kind === 'confirm') return undefined
  if (dialog.kind === 'new') return { name: 'new', id: '' }
  // The roles of a group are edited above the drawer of its connection.
  return { name: dialog.kind === 'roles' ? 'groups' : dialog.kind, id: dialog.connection.id }
}

export const provisioningUrl: PageUrl<ProvisioningState, ListQuery> = {
  place: query,
  placeOf: ({ list }) => list.query,
  linkOf,
}
