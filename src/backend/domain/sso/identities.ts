import { conflict } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { IdentityRecord, UserRecord } from '../../store/records.ts'
import { type Collections, unlessDuplicate } from '../../store/store.ts'

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

/** Writes what belongs to the link in its transaction, such as its audit row. */
type AlsoWrite = (inside: Collections) => Promise<void>

type Link = Pick<IdentityRecord, 'provider' | 'subject' | 'userId' | 'email'>

/**
 * Links an external account that is free or belonged to a deleted user. Returns `false` if it belongs to another user
 * or another request was faster.
 */
const claim = async ({ store, clock, random }: Ports, given: Link, alsoWrite: AlsoWrite): Promise<boolean> => {
  const { provider, subject, userId, email } = given
  const now = clock.now()
  const found = await store.identities.find({ provider, subject })
  if (found && found.userId !== userId && (await store.users.get(found.userId))) return false
  const write = async (inside: Collections): Promise<boolean> => {
    if (found) {
      const patch = { userId, email, lastUsedAt: now }
      if (!(await inside.identities.update({ id: found.id, userId: found.userId }, patch))) return false
    } else await inside.identities.insert({ ...given, id: random.uuid(), createdAt: now, lastUsedAt: now })
    await alsoWrite(inside)
    return true
  }
  return (await unlessDuplicate(store.transaction(write))) ?? false
}

/**
 * Links an external account to one user. If two users link it at the same moment, the store lets only one succeed.
 *
 * @throws Refusal 409 for the account of another user
 */
export const linkIdentity = async (
  ports: Ports,
  given: Link,
  name = 'account',
  alsoWrite: AlsoWrite = async () => undefined,
): Promise<void> => {
  if (await claim(ports, given, alsoWrite)) return
  const { provider, subject, userId } = given
  const found = await ports.store.identities.find({ provider, subject })
  // The same user linked it in two tabs.
  if (found?.userId === userId) return
  throw conflict(`This ${name} is already linked to another user. Unlink it there first.`)
}
