import type { Guarantee } from '../../entities/guarantee.ts'
import type { PagedItems, RecordsQuery } from '../../entities/paging.ts'
import type { ConnectionFailure } from '../../entities/sso-setup.ts'
import { endpoint } from '../endpoint.ts'
import type { GroupRow } from './group-list.ts'

const CONNECTIONS = '/identity/resources/fe/v1/provisioning/connections'

/** What becomes of the users and groups of a connection that is deleted. */
export type UsersAfterDelete = 'keep' | 'remove'

/** What the list of connections leaves out. */
export interface ConnectionCounts {
  id: string
  userCount: number
  groupCount: number
  /** Who vouches for it; missing where the backend is older. */
  guarantee?: Guarantee
  /** Changes that were refused this week, latest first; missing where the backend is older. */
  failures?: ConnectionFailure[]
}

export const provisioningConnections = {
  /** How much each connection manages, and the base URL of the SCIM server that directories are configured with. */
  listConnectionCounts: endpoint<void, void, { baseUrl: string; connections: ConnectionCounts[] }>()(
    'GET',
    CONNECTIONS,
  ),
  /** The groups a directory sent, page by page, with the roles they have here. */
  listDirectoryGroups: endpoint<RecordsQuery, void, PagedItems<GroupRow>>()('GET', `${CONNECTIONS}/{id}/groups`),
  /** Replaces the token; the old one ends at once, the new one is shown once. */
  rotateToken: endpoint<void, void, { token: string }>()('POST', `${CONNECTIONS}/{id}/token`),
  /** `keep` leaves members and groups to the account, `remove` ends the memberships and deletes the groups. */
  deleteConnectionAndUsers: endpoint<{ users: UsersAfterDelete }, void, { count: number }>()(
    'DELETE',
    `${CONNECTIONS}/{id}`,
  ),
}
