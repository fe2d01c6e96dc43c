import type { AffectedAdministrator } from '../../../../entities/guarantee.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { Auth } from '../../../call/auth.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { MemberRecord, SessionRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { passkeyOwners } from '../../identity/access/provider-credentials.ts'
import { requirementOf, ssoRowsOf } from '../../identity/access/required-sso.ts'
import type { Guarantor, Reading } from '../../identity/guarantor/guarantor.ts'
import { accountRights, findSuperUsers, NO_RIGHTS } from '../../identity/guarantor/rights.ts'
import { soleVoucherOf } from '../../identity/sessions/sso-session.ts'
import { isPasswordSignInEnabled } from '../../settings/public-policy.ts'

/** Number of administrators who are named; the others are counted. */
const MAX_NAMED = 5

/** Returns whether a caller may see the names of administrators, like those of all members of the account. */
export const maySeeNames = async (auth: Pick<Auth, 'grants'>): Promise<boolean> =>
  holdsPermission((await auth.grants()).keys, 'fe.secure.read.users')

/**
 * Returns the ids of the users who have a password, where passwords sign in, or a passkey that no identity provider
 * vouches for.
 */
const withOwnProof = async ({ store }: Reading, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const withPassword = (part: string[]) =>
    store.users.listFields({ id: { in: part }, passwordHash: { not: null } }, ['id'])
  const users = (await isPasswordSignInEnabled(store)) ? await inChunks(ids, withPassword) : []
  return new Set([...users.map(({ id }) => id), ...(await passkeyOwners(store, ids))])
}

const idsOfMembers = (members: readonly MemberRecord[]): string[] => members.map(({ userId }) => userId)

/** Counts the administrators of a connection who couldn't prove anything of their own. */
export const countWithoutOwnProof = async (reading: Reading, members: readonly MemberRecord[]): Promise<number> => {
  if (members.length === 0) return 0
  const proven = await withOwnProof(reading, idsOfMembers(members))
  return members.filter(({ userId }) => !proven.has(userId)).length
}

type Vouched = Pick<SsoConnectionRecord, 'id' | 'tenantId'>

interface Affected {
  members: readonly MemberRecord[]
  guarantor: Guarantor | undefined
}

/** Returns the open sessions of a connection that lack permissions of their users. Others keep what they have. */
const limitedSessions = async (
  { store, clock }: Reading,
  connection: Vouched,
  { members, guarantor }: Affected,
): Promise<SessionRecord[]> => {
  const ids = idsOfMembers(members)
  const sessions = await store.sessions.list({ userId: { in: ids }, revokedAt: null, expiresAt: { gte: clock.now() } })
  const open = sessions.filter((session) => session.actorId === null && soleVoucherOf(session) === connection.id)
  if (open.length === 0) return []
  const { isWithheldIn } = await import('../../identity/access/session-limit.ts')
  const { administrative } = await accountRights(store, connection.tenantId)
  const superUsers = await findSuperUsers(store, ids)
  const rightsOf = (member: MemberRecord) => administrative(member, { superUser: superUsers.has(member.userId) })
  const rights = new Map(members.map((member) => [member.userId, rightsOf(member)]))
  return open.filter((session) => isWithheldIn(session, rights.get(session.userId) ?? NO_RIGHTS, guarantor))
}

/**
 * Describes the first administrators who may do more than a connection's guarantor: sign-ins refuse them. Their open
 * sessions keep the permissions that the guarantor covered once, so only those that lack some are counted.
 */
export const affectedAdministrators = async (
  reading: Reading,
  connection: Vouched,
  { members, guarantor }: Affected,
): Promise<AffectedAdministrator[]> => {
  const named = members.slice(0, MAX_NAMED)
  if (named.length === 0) return []
  const { store } = reading
  const ids = idsOfMembers(named)
  const [users, proven, limited, rows] = await Promise.all([
    store.users.listFields({ id: { in: ids } }, ['id', 'name']),
    withOwnProof(reading, ids),
    limitedSessions(reading, connection, { members: named, guarantor }),
    ssoRowsOf(store, connection.tenantId),
  ])
  const requirement = requirementOf(rows)
  return named.map(({ userId: id, email }) => ({
    id,
    name: users.find((user) => user.id === id)?.name ?? '',
    email,
    sessions: limited.filter(({ userId }) => userId === id).length,
    hasOwnProof: proven.has(id),
    ...(requirement({ id, email }).length > 0 && { mustUseSso: true }),
  }))
}
