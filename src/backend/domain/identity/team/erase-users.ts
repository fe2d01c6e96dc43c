import type { Collections } from '../../../store/store.ts'
import { deletePictures } from '../../base/pictures.ts'
import { eraseSessions } from '../sessions/end-session.ts'

/** Everything that belongs to users alone, in a transaction of the caller. Audit rows stay: they belong to the accounts. */
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
