import type { Guarantee } from '../entities/guarantee.ts'
import type { PagedItems, RecordsQuery } from '../entities/paging.ts'
import type { ConnectionFailure, ProvisioningConnection, ScimSource } from '../entities/sso.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'
import type { GroupRow } from './groups.ts'

const SCIM = '/directory/resources/v1/configurations/scim2'

interface NewConnection {
  source: ScimSource
  connectionName?: string
  syncToUserManagement?: boolean
}

export const provisioning = {
  listConnections: endpoint<void, void, ProvisioningConnection[]>()('GET', SCIM),
  /** Creates a connection; `token` is shown once. */
  createConnection: endpoint<void, NewConnection, { id: string; connectionName: string; token: string }>()(
    'POST',
    SCIM,
  ),
  updateConnection: endpoint<void, { syncToUserManagement?: boolean }, Ignored>()('PATCH', `${SCIM}/{id}`),
  deleteConnection: endpoint<void, void, Ignored>()('DELETE', `${SCIM}/{id}`),
  countConnectionUsers: endpoint<void, void, { count: number }>()(
    'GET',
    '/directory/resources/scim/temp/{id}/Users/count',
  ),
}

const CONNECTIONS = '/provisioning/connections'

/** Effect of deleting a connection on its users and groups. */
export type UsersAfterDelete = 'keep' | 'remove'

/** Facts that the list of connections omits. */
export interface ConnectionCounts {
  id: string
  userCount: number
  groupCount: number
  /** Guarantor of the connection; missing on older backends. */
  guarantee?: Guarantee
  /** Changes that were refused this week, latest first; missing on older backends. */
  failures?: ConnectionFailure[]
}

export const provisioningConnections = {
  /** Returns how much each connection manages, and the base URL of the SCIM server for configuring directories. */
  listConnectionCounts: ours<void, void, { baseUrl: string; connections: ConnectionCounts[] }>()('GET', CONNECTIONS),
  /** Lists the groups that a directory sent, page by page, with their roles in this account. */
  listDirectoryGroups: ours<RecordsQuery, void, PagedItems<GroupRow>>()('GET', `${CONNECTIONS}/{id}/groups`),
  /** Replaces the token; the old one ends at once, and the new one is shown once. */
  rotateToken: ours<void, void, { token: string }>()('POST', `${CONNECTIONS}/{id}/token`),
  /**
   * Deletes a connection. `keep` keeps members and groups in the account, `remove` ends the memberships and deletes the
   * groups.
   */
  deleteConnectionAndUsers: ours<{ users: UsersAfterDelete }, void, { count: number }>()(
    'DELETE',
    `${CONNECTIONS}/{id}`,
  ),
}
