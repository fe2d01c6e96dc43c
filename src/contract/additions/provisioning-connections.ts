import { endpoint } from '../endpoint.ts'

const CONNECTIONS = '/identity/resources/fe/v1/provisioning/connections'

/** What becomes of the users and groups of a connection that is deleted. */
export type UsersAfterDelete = 'keep' | 'remove'

export const provisioningConnections = {
  /** Replaces the token; the old one ends at once, the new one is shown once. */
  rotateToken: endpoint<void, void, { token: string }>()('POST', `${CONNECTIONS}/{id}/token`),
  /** `keep` leaves members and groups to the account, `remove` ends the memberships and deletes the groups. */
  deleteConnectionAndUsers: endpoint<{ users: UsersAfterDelete }, void, { count: number }>()(
    'DELETE',
    `${CONNECTIONS}/{id}`,
  ),
}
