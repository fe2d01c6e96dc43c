import type { Collections } from '../../../store/store.ts'
import { deletePictures } from '../../base/pictures.ts'
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
