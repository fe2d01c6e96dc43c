import type { AffectedAdministrator } from '../../../../entities/guarantee.ts'
import type { MemberRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { isMarked } from '../../identity/access/provider-credentials.ts'
import type { Reading } from '../../identity/guarantor/guarantor.ts'
import { soleVoucherOf } from '../../identity/sessions/sso-session.ts'

/** Number of administrators who are named; the others are counted. */
export const MAX_NAMED = 5

/** Returns the ids of the users who have a password, or a passkey that no identity provider vouches for. */
const withOwnProof = async ({ store }: Reading, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const users = await store.users.listFields({ id: { in: ids } }, ['id', 'passwordHash'])
  const passkeys = await store.factors.list({ userId: { in: ids }, kind: 'passkey' })
  return new Set([
    ...users.filter(({ passwordHash }) => passwordHash !== null).map(({ id }) => id),
    ...passkeys.filter((factor) => !isMarked(factor)).map(({ userId }) => userId),
  ])
}

const idsOfMembers = (members: readonly MemberRecord[]): string[] => members.map(({ userId }) => userId)

/** Counts the administrators of a connection who couldn't prove anything of their own. */
export const countWithoutOwnProof = async (reading: Reading, members: readonly MemberRecord[]): Promise<number> => {
  if (members.length === 0) return 0
  const proven = await withOwnProof(reading, idsOfMembers(members))
  return members.filter(({ userId }) => !proven.has(userId)).length
}

/**
 * Describes the first administrators who may do more than a connection's guarantor: sign-ins refuse them, and their open
 * sessions continue without the permissions that the guarantor doesn't hold.
 */
export const affectedAdministrators = async (
  reading: Reading,
  connection: Pick<SsoConnectionRecord, 'id'>,
  members: readonly MemberRecord[],
): Promise<AffectedAdministrator[]> => {
  const named = members.slice(0, MAX_NAMED)
  if (named.length === 0) return []
  const ids = idsOfMembers(named)
  const [users, proven, sessions] = await Promise.all([
    reading.store.users.listFields({ id: { in: ids } }, ['id', 'name']),
    withOwnProof(reading, ids),
    reading.store.sessions.list({ userId: { in: ids }, revokedAt: null, expiresAt: { gte: reading.clock.now() } }),
  ])
  const open = sessions.filter((session) => session.actorId === null && soleVoucherOf(session) === connection.id)
  return named.map(({ userId, email }) => ({
    id: userId,
    name: users.find(({ id }) => id === userId)?.name ?? '',
    email,
    sessions: open.filter((session) => session.userId === userId).length,
    hasOwnProof: proven.has(userId),
  }))
}
