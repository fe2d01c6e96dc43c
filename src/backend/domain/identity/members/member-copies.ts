import type { MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

type Copies = Pick<
  MemberRecord,
  'name' | 'verified' | 'isLocked' | 'mfaEnrolled' | 'provider' | 'factor' | 'isBreachedPassword'
>

/** What memberships repeat of their user. */
export const copiesOf = (user: UserRecord): Omit<Copies, 'factor'> => ({
  name: user.name,
  verified: user.verified,
  isLocked: user.lockedAt !== null,
  mfaEnrolled: user.mfaEnrolled,
  provider: user.provider,
  isBreachedPassword: user.isBreachedPassword,
})

/**
 * Repeats a change of a user in the tenants they have joined. An invitation that is not accepted keeps what its inviter
 * typed: lists could otherwise be filtered and sorted by the state of an account elsewhere.
 */
export const updateCopies = (store: Collections, userId: string, changes: Partial<Copies>): Promise<number> =>
  store.members.update({ userId, activated: true }, changes)

/** A directory keeps the name it gave its members, in its own account. */
export const renameUser = (store: Collections, userId: string, name: string): Promise<number> =>
  store.members.update({ userId, activated: true, directoryId: null }, { name })

/** Lets an invited user into a tenant; from now on it sees their name and states. */
export const acceptInvitation = async (
  store: Collections,
  { userId, tenantId }: { userId: string; tenantId: string },
): Promise<void> => {
  const user = await store.users.get(userId)
  if (!user) return
  const factor = (await store.members.find({ userId, activated: true }))?.factor ?? null
  await store.members.update({ userId, tenantId, activated: false }, { activated: true, ...copiesOf(user), factor })
}
