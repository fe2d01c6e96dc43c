import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { orphanTokens } from '../guarantor/token-guarantor.ts'
import { eraseUsers } from './erase-users.ts'

/**
 * Ends memberships of one account, with the links and API tokens they gave, which must not work again if the user is
 * invited again. The account's tokens that they vouched for stop until another member vouches for them. A founder who
 * returns is an ordinary member. Users without another membership are erased. Runs in the caller's transaction.
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
