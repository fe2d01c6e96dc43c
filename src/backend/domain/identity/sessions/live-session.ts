import type { SessionConfig } from '../../../../entities/policies.ts'
import { coversPermissions, holdsPermission } from '../../../../rules/permission.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { badRequest, forbidden, notWhileImpersonating, usersOnly } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { isActiveMember, memberOf } from '../members/members.ts'
import { grantsOf } from '../roles/grants.ts'
import { everyAncestorOf } from '../tenants/account-tree.ts'

export type SessionEnds = Pick<SessionRecord, 'idleSeconds' | 'absoluteSeconds'>

type ActiveSession = Pick<SessionRecord, 'createdAt' | 'rotatedAt' | 'refreshedAt' | 'lastActiveAt'>
type TimedSession = ActiveSession & SessionEnds & Pick<SessionRecord, 'expiresAt' | 'revokedAt'>

const secondsOf = (limit: { isActive: boolean; timeout: number } | undefined): number | null =>
  limit?.isActive ? limit.timeout : null

/**
 * Returns the limits that a policy sets for a session. They are stored in its row so that requests don't read the
 * policy.
 */
export const endsOf = (config: SessionConfig): SessionEnds => ({
  idleSeconds: secondsOf(config.sessionIdleTimeoutConfiguration),
  absoluteSeconds: secondsOf(config.sessionTimeoutConfiguration),
})

export const sessionEnds = async (ports: Ports, tenantId: string): Promise<SessionEnds> =>
  endsOf(await sessionsSetting.of(ports.store, tenantId))

/** Returns when the session was last active. Reported activity takes precedence; without it, only refreshes count. */
export const lastActiveAt = (session: ActiveSession): number =>
  session.lastActiveAt ?? Math.max(session.createdAt, session.rotatedAt, session.refreshedAt ?? 0)

/** Returns the end of each limit that is set, in milliseconds since the epoch. */
export const endsAt = (session: ActiveSession & SessionEnds): { idle: number | null; absolute: number | null } => ({
  idle: session.idleSeconds === null ? null : lastActiveAt(session) + session.idleSeconds * 1_000,
  absolute: session.absoluteSeconds === null ? null : session.createdAt + session.absoluteSeconds * 1_000,
})

/** Returns when a session entered tenants other than the one it began in. */
export const visitsOf = ({ visits }: Pick<SessionRecord, 'visits'>): Readonly<Record<string, number>> =>
  // The text is only written by `session-visits.ts`.
  visits === null ? {} : (JSON.parse(visits) as Record<string, number>)

type Placed = Pick<SessionRecord, 'id' | 'createdAt' | 'visits'>

const enteredAt = (session: Placed, tenantId: string): number => visitsOf(session)[tenantId] ?? session.createdAt

/** Returns the sessions of one user that entered the tenant first, beyond the number it allows at once. */
export const surplusOf = <Session extends Placed>(
  { sessionConcurrentConfiguration: limit }: SessionConfig,
  live: readonly Session[],
  tenantId: string,
): Session[] =>
  limit?.isActive
    ? [...live]
        .sort(
          (one, other) =>
            enteredAt(other, tenantId) - enteredAt(one, tenantId) ||
            other.createdAt - one.createdAt ||
            (one.id < other.id ? -1 : 1),
        )
        .slice(limit.maxSessions)
    : []

/** Returns whether a session is not revoked, expired, idle for too long or older than its tenant allows. */
export const isLiveSession = <Session extends TimedSession>(
  session: Session | undefined,
  now: number,
): session is Session => {
  if (!session || session.revokedAt !== null || session.expiresAt <= now) return false
  const { idle, absolute } = endsAt(session)
  return (idle === null || idle > now) && (absolute === null || absolute > now)
}

/** The store, or the collections of a transaction. */
type Reading = Pick<Ports, 'clock'> & { store: Collections }

/**
 * Returns the membership a user acts with in a tenant: their own there, else the nearest one above it that has access
 * to its sub-accounts. Of the latter, only the vendor's roles count here.
 */
const memberIn = async (ports: Reading, userId: string, tenantId: string): Promise<MemberRecord | undefined> => {
  const now = ports.clock.now()
  const own = await ports.store.members.find({ tenantId, userId })
  if (isActiveMember(own, now)) return own
  const above = await everyAncestorOf(ports.store, tenantId)
  if (above.length === 0) return undefined
  const members = await ports.store.members.list({ userId, tenantId: { in: above } })
  for (const ancestorId of above) {
    const member = members.find((candidate) => candidate.tenantId === ancestorId)
    if (member?.subAccountAccess && isActiveMember(member, now)) return { ...member, tenantId }
  }
  return undefined
}

/** Identifies whose memberships a session may use: its user's, or a single one while the user is impersonated. */
type Pinnable = Pick<SessionRecord, 'userId' | 'actorId' | 'tenantId'>

/**
 * Returns whether an impersonation session can't be used in a tenant. The actor's right was checked only for the
 * session's own tenant.
 */
const isOutOfReach = ({ actorId, tenantId: pinned }: Pinnable, tenantId: string): boolean =>
  actorId !== null && tenantId !== pinned

/** Returns the membership a session may use in a tenant, if any. */
export const memberOfSession = async (
  ports: Reading,
  session: Pinnable,
  tenantId: string,
): Promise<MemberRecord | undefined> =>
  isOutOfReach(session, tenantId) ? undefined : memberIn(ports, session.userId, tenantId)

/**
 * Returns the active memberships a session may use, in the order the user joined. The requested tenant is last if an
 * account above it gives the user access to its sub-accounts.
 */
export const membershipsOf = async (ports: Ports, session: Pinnable, alsoIn?: string): Promise<MemberRecord[]> => {
  const now = ports.clock.now()
  const all = await ports.store.members.list({ userId: session.userId })
  const own = all
    .filter((member) => isActiveMember(member, now) && !isOutOfReach(session, member.tenantId))
    .sort((left, right) => left.createdAt - right.createdAt)
  if (alsoIn === undefined || own.some(({ tenantId }) => tenantId === alsoIn)) return own
  const guest = await memberOfSession(ports, session, alsoIn)
  return guest ? [...own, guest] : own
}

export type Impersonator = Pick<UserRecord, 'id' | 'email' | 'name'>

/** Returns the user who acts in a session that impersonates another. */
export const impersonatorOf = async (
  { store }: Pick<Ports, 'store'>,
  { actorId }: Pick<SessionRecord, 'actorId'>,
): Promise<Impersonator | undefined> => {
  const actor = actorId === null ? undefined : await store.users.get(actorId)
  return actor && { id: actor.id, email: actor.email, name: actor.name }
}

/** Returns the caller with the name that audit rows show in addition to the user's. */
export const actingCaller = async (
  ports: Ports,
  caller: Caller,
  session: Pick<SessionRecord, 'actorId'>,
): Promise<Caller> => {
  const impersonator = await impersonatorOf(ports, session)
  return impersonator ? { ...caller, impersonator } : caller
}

const IMPERSONATE = 'fe.secure.write.impersonation'

interface Place {
  user: UserRecord
  member: MemberRecord
}

/** Returns whether the target has more rights than the actor, because impersonation must never give the actor more. */
const exceeds = async (ports: Ports, target: Place, actor: { superUser: boolean; keys: readonly string[] }) => {
  if (actor.superUser) return false
  const { keys } = await grantsOf(ports.store, target.member, target.user)
  return target.user.superUser || !coversPermissions(actor.keys, keys)
}

/** @throws Refusal when the caller may not impersonate this member of the tenant of the call */
export const assertMayImpersonate = async (ports: Ports, auth: Auth, userId: string): Promise<void> => {
  if (auth.machine) throw usersOnly()
  if (auth.session.actorId !== null) throw notWhileImpersonating()
  if (userId === auth.user.id) throw badRequest("You can't impersonate yourself")
  const { member, user } = await memberOf(ports, auth.tenantId, userId)
  if (!member.activated || user.lockedAt !== null) throw badRequest("This user can't sign in")
  const { keys } = await auth.grants()
  if (await exceeds(ports, { user, member }, { superUser: auth.user.superUser && !(await auth.isLimited?.()), keys })) {
    throw forbidden('This user has more permissions than you').as('outranked')
  }
}

/**
 * Returns the actor while their session lasts. Its idle limit doesn't count, because the actor is active in the other
 * session.
 */
const actorOf = async (ports: Ports, { actorId, actorSessionId }: SessionRecord) => {
  const session = actorSessionId === null ? undefined : await ports.store.sessions.get(actorSessionId)
  if (!session || session.userId !== actorId) return undefined
  if (!isLiveSession({ ...session, idleSeconds: null }, ports.clock.now())) return undefined
  const user = await ports.store.users.get(session.userId)
  return user && user.lockedAt === null ? { session, user } : undefined
}

/**
 * Returns whether the actor could still start this impersonation: signed in, a member, and with all rights it gives.
 */
export const mayContinue = async (ports: Ports, session: SessionRecord): Promise<boolean> => {
  const actor = await actorOf(ports, session)
  const user = actor && (await ports.store.users.get(session.userId))
  if (!actor || !user) return false
  const place = await memberOfSession(ports, actor.session, session.tenantId)
  const member = await memberOfSession(ports, session, session.tenantId)
  if (!place || !member) return false
  const { keys } = await grantsOf(ports.store, place, actor.user)
  if (!holdsPermission(keys, IMPERSONATE)) return false
  return !(await exceeds(ports, { user, member }, { superUser: actor.user.superUser, keys }))
}

/**
 * Returns the session while it may be used: neither ended nor expired and, for an impersonation, with an actor who may
 * continue it. Every path from a token to a caller reads sessions with this function.
 */
export const liveSession = async (ports: Ports, id: string): Promise<SessionRecord | undefined> => {
  const session = await ports.store.sessions.get(id)
  return (await isUsable(ports, session)) ? session : undefined
}

export const isUsable = async (ports: Ports, session: SessionRecord | undefined): Promise<boolean> => {
  if (!isLiveSession(session, ports.clock.now())) return false
  return session.actorId === null || mayContinue(ports, session)
}
