import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { updateCopies } from '../members/member-copies.ts'

/** Clears the flag after a password change; the new password was checked against the list before it was hashed. */
export const clearBreached = (store: Collections, userId: string): Promise<unknown> =>
  Promise.all([
    store.users.update({ id: userId, isBreachedPassword: true }, { isBreachedPassword: false }),
    updateCopies(store, userId, { isBreachedPassword: false }),
  ])

/**
 * Returns whether the password a user just proved is known from data breaches. The user and their memberships are
 * flagged at sign-in, because only then is the password itself available.
 */
export const isBreached = async (ports: Ports, user: UserRecord, password: string): Promise<boolean> => {
  if (user.isBreachedPassword) return true
  if (!(await ports.isBreachedPassword(password))) return false
  await ports.store.transaction(async (store) => {
    // The password may have been replaced since it was verified.
    const { id, passwordHash } = user
    if (await store.users.update({ id, passwordHash }, { isBreachedPassword: true }))
      await updateCopies(store, id, { isBreachedPassword: true })
  })
  return true
}
