import { conflict } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { IdentityRecord, UserRecord } from '../../store/records.ts'
import { unlessDuplicate } from '../../store/store.ts'

/** Returns the user that an external account belongs to. */
export const userOfIdentity = async (
  ports: Ports,
  { provider, subject }: Pick<IdentityRecord, 'provider' | 'subject'>,
): Promise<UserRecord | undefined> => {
  const identity = await ports.store.identities.find({ provider, subject })
  if (!identity) return undefined
  await ports.store.identities.update({ id: identity.id }, { lastUsedAt: ports.clock.now() })
  return ports.store.users.get(identity.userId)
}

type Link = Pick<IdentityRecord, 'provider' | 'subject' | 'userId' | 'email'>

/**
 * Links an external account that is free or belonged to a deleted user. Returns `false` if it belongs to another user
 * or another request was faster.
 */
const claim = async ({ store, clock, random }: Ports, given: Link): Promise<boolean> => {
  const { provider, subject, userId, email } = given
  const now = clock.now()
  const found = await store.identities.find({ provider, subject })
  if (found) {
    if (found.userId !== userId && (await store.users.get(found.userId))) return false
    const patch = { userId, email, lastUsedAt: now }
    return (await store.identities.update({ id: found.id, userId: found.userId }, patch)) > 0
  }
  const row = { ...given, id: random.uuid(), createdAt: now, lastUsedAt: now }
  return (await unlessDuplicate(store.identities.insert(row))) !== undefined
}

/**
 * Links an external account to one user. If two users link it at the same moment, the store lets only one succeed.
 *
 * @throws Refusal 409 for the account of another user
 */
export const linkIdentity = async (ports: Ports, given: Link, name = 'account'): Promise<void> => {
  if (await claim(ports, given)) return
  const { provider, subject, userId } = given
  const found = await ports.store.identities.find({ provider, subject })
  // The same user linked it in two tabs.
  if (found?.userId === userId) return
  throw conflict(`This ${name} is already linked to another user. Unlink it there first.`)
}
