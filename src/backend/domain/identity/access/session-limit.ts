import { coversPermissions } from '../../../../rules/permission.ts'
import type { CallerRequest, Grants, SessionPlace } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { RoleRecord, SessionRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { type Guarantor, guarantorOf } from '../guarantor/guarantor.ts'
import { accountRights, exceeds, keysOfEveryone, NO_RIGHTS, type Rights } from '../guarantor/rights.ts'
import { withinGuarantor } from '../guarantor/within-guarantor.ts'
import { grantsOf } from '../roles/grants.ts'
import { isAdministrative, isOfPortal, rankOf } from '../roles/rank.ts'
import { memberOfSession } from '../sessions/live-session.ts'
import { methodsOf, soleVoucherOf, viaAccountOf } from '../sessions/sso-session.ts'
import { signedInAs } from './required-sso.ts'
import { reportWithheld } from './unconfirmed-entry.ts'

// A session that only an identity provider vouches for loads this module (`authenticate.ts`); no other session does.

/** Prefix of a session method that keeps the rights of its user that the guarantor of its connection covered. */
const MARK = 'held:'

const markOf = ({ keys, rank }: Rights): string => `${MARK}${rank}:${JSON.stringify(keys)}`

/** Returns the rights that a session keeps; `undefined` for a session of an older release. */
const keptIn = (amr: readonly string[]): Rights | undefined => {
  const kept = amr.find((method) => method.startsWith(MARK))?.slice(MARK.length)
  if (kept === undefined) return undefined
  const end = kept.indexOf(':')
  // This file alone writes it.
  return { rank: Number(kept.slice(0, end)), keys: JSON.parse(kept.slice(end + 1)) as string[] }
}

const withMark = (session: SessionRecord, rights: Rights): string =>
  JSON.stringify([...methodsOf(session).filter((method) => !method.startsWith(MARK)), markOf(rights)])

/**
 * Returns the highest rank of the roles that have administrative keys beyond those of the user's default roles; those of
 * the vendor's product don't count. The roles of the account aren't read at each call, so the rank may be too high for a
 * user who lacks a default role.
 */
const administrativeRank = ({ roles, permissions }: Grants): number => {
  const keys = new Map(permissions.map(({ id, key }) => [id, key]))
  const keysOf = ({ permissionIds }: RoleRecord) => idsOf(permissionIds).flatMap((id) => keys.get(id) ?? [])
  const everyone = keysOfEveryone(roles, keysOf)
  const isCounted = (key: string) => isAdministrative(key) && !coversPermissions(everyone, [key])
  return rankOf(roles.filter((role) => keysOf(role).some(isCounted)))
}

/** Returns rights to compare with those that a session keeps before the roles of the account are read. */
const ownRights = ({ user }: Pick<SessionPlace, 'user'>, own: Grants): Rights => ({
  keys: own.keys.filter(isOfPortal),
  rank: user.superUser ? Number.NEGATIVE_INFINITY : administrativeRank(own),
})

/** Returns what a session keeps; its rank is that of the account's roles, so that it isn't higher than it was covered. */
const keptOf = (own: Grants, { rank }: Rights): Rights => ({ keys: own.keys.filter(isOfPortal), rank })

/** Returns whether rights are within those that a session keeps, without reading the guarantor. */
const isKept = (rights: Rights, kept: Rights): boolean =>
  !exceeds({ ...rights, keys: rights.keys.filter(isAdministrative) }, kept)

const coveredBy = (kept: Rights, guarantor: Rights): Rights => ({
  keys: [...kept.keys, ...guarantor.keys],
  rank: Math.min(kept.rank, guarantor.rank),
})

/** Returns whether a session lacks some of its user's administrative rights. One of an older release has all of them. */
export const isWithheldIn = (
  session: Pick<SessionRecord, 'amr'>,
  administrative: Rights,
  guarantor: Rights | undefined,
): boolean => {
  const kept = keptIn(methodsOf(session))
  return kept !== undefined && exceeds(administrative, coveredBy(kept, guarantor ?? NO_RIGHTS))
}

type Connection = Pick<SsoConnectionRecord, 'tenantId' | 'guarantorId'>

/** A deleted connection has no guarantor any more. */
const guarantorRights = async (ports: Ports, connection: Connection | undefined): Promise<Rights> =>
  (connection && (await guarantorOf(ports, connection.tenantId, connection.guarantorId))) ?? NO_RIGHTS

/** Rights of a session's user beyond those that the session keeps. */
interface Beyond {
  rights: Rights
  connection: SsoConnectionRecord | undefined
  /** The limit of the session; `undefined` if the guarantor covers all rights that it doesn't keep. */
  limit: Guarantor | undefined
}

/**
 * Compares the rights of a user with those that their session keeps. In accounts below that of the connection, sessions
 * of users who may do more than the guarantor are refused (`vouching.ts`).
 *
 * @returns undefined where a session keeps all rights
 */
const beyondKept = async (ports: Ports, place: SessionPlace, own: Grants): Promise<Beyond | undefined> => {
  const { user, member } = place
  const { session } = await signedInAs(ports, place)
  const connectionId = soleVoucherOf(session)
  const kept = keptIn(methodsOf(session))
  if (connectionId === undefined || (kept && isKept(ownRights(place, own), kept))) return undefined
  const connection = await ports.store.ssoConnections.get(connectionId)
  if (connection && connection.tenantId !== member.tenantId) return undefined
  const administrative = (await accountRights(ports.store, member.tenantId)).administrative(member, user)
  const rights = keptOf(own, administrative)
  if (!kept) return { rights, connection, limit: undefined }
  const { keys } = administrative
  const guarantor = await guarantorRights(ports, connection)
  const ofEveryone = own.keys.filter((key) => !keys.includes(key))
  // The vendor's product isn't concerned, as at a sign-in.
  const covered = coveredBy(kept, guarantor)
  const limit = { ...covered, keys: [...covered.keys, ...ofEveryone], userId: '', isStandIn: true }
  return { rights, connection, limit: exceeds(administrative, limit) ? limit : undefined }
}

/** Stores the rights that a session keeps. If the session changes at the same time, the next call stores them. */
const keep = async ({ store }: Ports, { session }: SessionPlace, rights: Rights): Promise<SessionRecord> => {
  const amr = withMark(session, rights)
  if (amr === session.amr) return session
  return (await store.sessions.update({ id: session.id, amr: session.amr }, { amr })) ? { ...session, amr } : session
}

/**
 * Limits grants to the rights that a session keeps and those of the guarantor. Rights that the guarantor covers are kept
 * from the first call that has them, because the guarantor may leave before the next refresh.
 */
export const limited = async (ports: Ports, place: SessionPlace, own: Grants): Promise<Grants | undefined> => {
  const beyond = await beyondKept(ports, place, own)
  if (!beyond) return undefined
  const { rights, limit } = beyond
  if (limit) return withinGuarantor(ports, own, { tenantId: place.member.tenantId, guarantor: limit })
  // A session of an older release keeps rights from its first refresh.
  if (place.session.actorId === null && keptIn(methodsOf(place.session))) await keep(ports, place, rights)
  return undefined
}

/**
 * Returns a new session with the rights that it keeps: all of its user's, or none if the guarantor doesn't hold them.
 * The guarantor may have lost them, or the user may have been promoted, while a second factor was proven.
 */
export const startKeeping = async (
  ports: Ports,
  { user, session }: Pick<SessionPlace, 'user' | 'session'>,
  connectionId: string,
): Promise<SessionRecord> => {
  const connection = await ports.store.ssoConnections.get(connectionId)
  const tenantId = connection?.tenantId ?? viaAccountOf(methodsOf(session)) ?? session.tenantId
  const member = await memberOfSession(ports, { userId: user.id, actorId: null, tenantId }, tenantId)
  if (!member) return { ...session, amr: withMark(session, NO_RIGHTS) }
  const administrative = (await accountRights(ports.store, tenantId)).administrative(member, user)
  const isCovered = !exceeds(administrative, await guarantorRights(ports, connection))
  const rights = isCovered ? keptOf(await grantsOf(ports.store, member, user), administrative) : NO_RIGHTS
  return { ...session, amr: withMark(session, rights) }
}

/** Returns a session that continues; see `keepingRights`. */
export const continueKeeping = async (call: CallerRequest, place: SessionPlace): Promise<SessionRecord> => {
  const { ports } = call
  const { user, session, member } = place
  const beyond = await beyondKept(ports, place, await grantsOf(ports.store, member, user))
  if (!beyond) return session
  const { connection, rights, limit } = beyond
  if (!limit) return keep(ports, place, rights)
  if (connection) await reportWithheld(call, connection, user)
  return session
}
