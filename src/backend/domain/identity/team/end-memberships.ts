import { lockNames } from '../../../store/lock-name.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { deletePictures } from '../../base/pictures.ts'
import { orphanTokens } from '../guarantor/guarantor.ts'
import { eraseSessions } from '../sessions/end-session.ts'

/**
 * Deletes everything that belongs only to these users, in the caller's transaction. Audit rows are kept, because they
 * belong to the accounts.
 */
export const eraseUsers = async (store: Collections, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const userId = { in: ids }
  await store.members.delete({ userId })
  await store.factors.delete({ userId })
  await store.identities.delete({ userId })
  await store.oldPasswords.delete({ userId })
  await store.apiTokens.delete({ userId })
  await store.tickets.delete({ userId })
  await store.notificationStates.delete({ userId })
  await eraseSessions(store, ids)
  await store.deletions.delete({ id: { in: ids } })
  await store.users.delete({ id: { in: ids } })
  await deletePictures(store, ...ids.map((id) => ['user', id] as const))
}

/**
 * Makes other transactions that end memberships of these users wait: each counts those that the others end, and the user
 * could have none afterwards. It follows the lock of the account.
 */
export const lockMemberships = (store: Collections, userIds: readonly string[]): Promise<void> =>
  lockNames(
    store,
    userIds.map((id) => `memberships ${id}`),
  )

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
  await lockMemberships(store, userIds)
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
