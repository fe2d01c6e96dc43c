import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { orphanTokens } from '../guarantor/token-guarantor.ts'
import { eraseUsers } from './erase-users.ts'

/**
 * Ends memberships of one account in a transaction of the caller, with the links and API tokens they gave: a user who is
 * invited again must not bring old ones back to life. Tokens of the account that they vouched for stop until another
 * member vouches for them. A founder who comes back is a member like others. Users without
 * another membership are erased.
 *
 * @returns the ids of the erased users
 */
export const endMemberships = async (
  store: Collections,
  tenantId: string,
  members: readonly Pick<MemberRecord, 'id' | 'userId'>[],
): Promise<string[]> => {
  const userIds = members.map(({ userId }) => userId)
  const userId = { in: userIds }
  await store.members.delete({ id: { in: members.map(({ id }) => id) } })
  await store.tenants.update({ id: tenantId, founderId: userId }, { founderId: null })
  await store.tickets.delete({ userId, tenantId })
  await store.apiTokens.delete({ userId, tenantId })
  await orphanTokens(store, tenantId, userIds)
  const elsewhere = new Set((await store.members.list({ userId })).map((member) => member.userId))
  const gone = userIds.filter((id) => !elsewhere.has(id))
  await eraseUsers(store, gone)
  return gone
}
