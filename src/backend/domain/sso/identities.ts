import type { Ports } from '../../ports.ts'
import type { IdentityRecord, UserRecord } from '../../store/records.ts'
import { DuplicateError } from '../../store/store.ts'

/** The user an account elsewhere belongs to. */
export const userOfIdentity = async (
  ports: Ports,
  { provider, subject }: Pick<IdentityRecord, 'provider' | 'subject'>,
): Promise<UserRecord | undefined> => {
  const identity = await ports.store.identities.find({ provider, subject })
  if (!identity) return undefined
  await ports.store.identities.update({ id: identity.id }, { lastUsedAt: ports.clock.now() })
  return ports.store.users.get(identity.userId)
}

/** Links an account elsewhere to a user, once; one that leads to a deleted user moves to this one. */
export const linkIdentity = async (
  ports: Ports,
  given: Pick<IdentityRecord, 'provider' | 'subject' | 'userId' | 'email'>,
): Promise<void> => {
  const now = ports.clock.now()
  const { provider, subject, ...patch } = given
  if (await ports.store.identities.update({ provider, subject }, { ...patch, lastUsedAt: now })) return
  try {
    await ports.store.identities.insert({ ...given, id: ports.random.uuid(), createdAt: now, lastUsedAt: now })
  } catch (error) {
    // The same user in two tabs.
    if (!(error instanceof DuplicateError)) throw error
  }
}
