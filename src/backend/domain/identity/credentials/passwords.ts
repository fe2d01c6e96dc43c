import { passwordProblems } from '../../../../rules/password-rules.ts'
import { MAX_PASSWORD_LENGTH, text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { passwordSetting } from '../../settings/password.ts'
import { passwordHistorySetting } from '../../settings/password-history.ts'

/**
 * Checks a new password against the tenant's rules and hashes it. It is slow, so never call it inside a transaction.
 */
export const hashNewPassword = async (ports: Ports, value: unknown, tenantId: string): Promise<string> => {
  const password = text(value, 'password', MAX_PASSWORD_LENGTH)
  const problems = passwordProblems(password, await passwordSetting.of(ports.store, tenantId))
  if (problems.length) throw badRequest(...problems).as('password-rules')
  if (await ports.isBreachedPassword(password)) {
    throw badRequest('This password appeared in a data breach. Choose a different one.').as('breached-password')
  }
  return ports.hasher.hash(password)
}

/** Returns the hashes that the history policy compares: the current password and those before it. */
const recentHashes = async (ports: Ports, user: UserRecord, size: number): Promise<string[]> => {
  const { items } = await ports.store.oldPasswords.page({
    where: { userId: user.id },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: Math.max(1, size - 1),
  })
  const old = size > 1 ? items.map(({ passwordHash }) => passwordHash) : []
  return [...(user.passwordHash === null ? [] : [user.passwordHash]), ...old]
}

/**
 * Works like `hashNewPassword` for a user who already had passwords, and refuses recent ones if the policy forbids
 * them.
 */
export const hashChangedPassword = async (
  ports: Ports,
  value: unknown,
  { user, tenantId }: { user: UserRecord; tenantId: string },
): Promise<string> => {
  const passwordHash = await hashNewPassword(ports, value, tenantId)
  const { enabled, historySize } = await passwordHistorySetting.strictestFor(ports.store, user.id)
  const recent = enabled ? await recentHashes(ports, user, historySize) : []
  for (const hash of recent) {
    if (await ports.hasher.verify(hash, String(value))) {
      throw badRequest('You’ve used this password before. Choose a different one.').as('reused-password')
    }
  }
  return passwordHash
}

/** Stores the password that is being replaced, because the policy may be turned on later. */
export const keepOldPassword = async (ports: Ports, store: Collections, user: UserRecord): Promise<void> => {
  if (user.passwordHash === null) return
  const { id: userId, passwordHash } = user
  await store.oldPasswords.insert({ id: ports.random.uuid(), userId, passwordHash, createdAt: ports.clock.now() })
}
