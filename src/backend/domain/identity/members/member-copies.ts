import type { MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

type Copies = Pick<
  MemberRecord,
  'name' | 'verified' | 'isLocked' | 'mfaEnrolled' | 'provider' | 'factor' | 'isBreachedPassword'
>

/** Returns the user fields that memberships duplicate. */
export const copiesOf = (user: UserRecord): Omit<Copies, 'factor'> => ({
  name: user.name,
  verified: user.verified,
  isLocked: user.lockedAt !== null,
  mfaEnrolled: user.mfaEnrolled,
  provider: user.provider,
  isBreachedPassword: user.isBreachedPassword,
})

/**
 * Copies a user's changes to the tenants they have joined. An invitation keeps what the inviter entered until it is
 * accepted, or lists could be filtered and sorted by the user's state in other accounts.
 */
export const updateCopies = (store: Collections, userId: string, changes: Partial<Copies>): Promise<number> =>
  store.members.update({ userId, activated: true }, changes)

/** Renames a user in their memberships, except those managed by a directory, which keep the directory's name. */
export const renameUser = (store: Collections, userId: string, name: string): Promise<number> =>
  store.members.update({ userId, activated: true, directoryId: null }, { name })

/** Accepts a user's invitation to a tenant, which then sees their name and state. */
export const acceptInvitation = async (
  store: Collections,
  { userId, tenantId }: { userId: string; tenantId: string },
): Promise<void> => {
  const user = await store.users.get(userId)
  if (!user) return
  const factor = (await store.members.find({ userId, activated: true }))?.factor ?? null
  await store.members.update({ userId, tenantId, activated: false }, { activated: true, ...copiesOf(user), factor })
}
