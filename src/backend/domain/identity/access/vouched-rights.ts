import type { CallerRequest, Grants } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, SessionRecord, SsoConnectionRecord, UserRecord } from '../../../store/records.ts'
import { type Guarantor, guarantorOf } from '../guarantor/guarantor.ts'
import { accountRights, exceeds, isAdministrative, isOfPortal, NO_RIGHTS, type Rights } from '../guarantor/rights.ts'
import { withinGuarantor } from '../guarantor/within-guarantor.ts'
import { grantsOf } from '../roles/grants.ts'
import { rankOf } from '../roles/rank.ts'
import { memberOfSession } from '../sessions/live-session.ts'
import { viaAccountOf } from '../sessions/sso-session.ts'
import { soleVoucherOf } from './provider-credentials.ts'
import { signedInAs } from './required-sso.ts'
import { reportWithheld } from './unconfirmed-entry.ts'
import { methodsOf } from './vouching.ts'

// A provider can sign in as an ordinary user before that user is promoted, and the session continues. So a session that
// only a provider vouches for keeps the rights that the guarantor of its connection covered once, and gains no others
// that the guarantor doesn't hold. Its refreshes are never refused, and an administrator whose guarantor leaves keeps
// the rights to confirm the connection.

/** Prefix of a session method that keeps the rights of its user that the guarantor of its connection covered last. */
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

interface Place {
  user: UserRecord
  session: SessionRecord
  member: MemberRecord
}

const rightsOf = ({ user }: Pick<Place, 'user'>, { keys, roles }: Grants): Rights => ({
  keys: keys.filter(isOfPortal),
  rank: user.superUser ? Number.NEGATIVE_INFINITY : rankOf(roles),
})

/** Returns whether rights are within those that a session keeps, without reading the guarantor. */
const isKept = (rights: Rights, kept: Rights): boolean =>
  !exceeds({ ...rights, keys: rights.keys.filter(isAdministrative) }, kept)

type Connection = Pick<SsoConnectionRecord, 'tenantId' | 'guarantorId'>

/** A deleted connection has no guarantor any more. */
const guarantorRights = async (ports: Ports, connection: Connection | undefined): Promise<Rights> =>
  (connection && (await guarantorOf(ports, connection.tenantId, connection.guarantorId))) ?? NO_RIGHTS

interface Vouched {
  connection: SsoConnectionRecord | undefined
  kept: Rights | undefined
}

/**
 * Returns what vouches for a session in an account; `undefined` if its user proved something of their own. In accounts
 * below that of the connection, sessions of users who may do more than the guarantor are refused (`vouching.ts`).
 */
const vouchedIn = async (
  ports: Ports,
  { user, session }: Pick<Place, 'user' | 'session'>,
  tenantId: string,
): Promise<Vouched | undefined> => {
  const { session: proven } = await signedInAs(ports, { user, session })
  const connectionId = soleVoucherOf(proven)
  if (connectionId === undefined) return undefined
  const connection = await ports.store.ssoConnections.get(connectionId)
  return connection && connection.tenantId !== tenantId ? undefined : { connection, kept: keptIn(methodsOf(proven)) }
}

const limitOf = async (ports: Ports, place: Place, own: Grants): Promise<Guarantor | undefined> => {
  const { user, member } = place
  const vouched = await vouchedIn(ports, place, member.tenantId)
  const kept = vouched?.kept
  if (!kept || isKept(rightsOf(place, own), kept)) return undefined
  const rights = (await accountRights(ports.store, member.tenantId)).administrative(member, user)
  const guarantor = await guarantorRights(ports, vouched.connection)
  const ofEveryone = own.keys.filter((key) => !rights.keys.includes(key))
  const keys = [...kept.keys, ...guarantor.keys, ...ofEveryone]
  // The vendor's product isn't concerned, as at a sign-in.
  const limit = { keys, rank: Math.min(kept.rank, guarantor.rank), userId: '', isStandIn: true }
  return exceeds(rights, limit) ? limit : undefined
}

/** What a user may do in a session, and whether that is less than their roles give. */
export interface SessionGrants {
  grants: Grants
  isLimited: boolean
}

export const grantsInSession = async (ports: Ports, place: Place): Promise<SessionGrants> => {
  const own = await grantsOf(ports.store, place.member, place.user)
  const guarantor = await limitOf(ports, place, own)
  if (!guarantor) return { grants: own, isLimited: false }
  const { tenantId } = place.member
  return { grants: await withinGuarantor(ports, own, { tenantId, guarantor }), isLimited: true }
}

/** Returns whether only an identity provider vouches for a session, so its grants may be limited. */
export const mayBeLimited = async (ports: Ports, place: Pick<Place, 'user' | 'session'>): Promise<boolean> =>
  soleVoucherOf((await signedInAs(ports, place)).session) !== undefined

const isBeyond = async (ports: Ports, { user, member }: Pick<Place, 'user' | 'member'>, guarantor: Rights) => {
  const { administrative } = await accountRights(ports.store, member.tenantId)
  return exceeds(administrative(member, user), guarantor)
}

/**
 * Returns a new session with the rights that it keeps: all of its user's, or none if the guarantor doesn't hold them.
 * The guarantor may have lost them, or the user may have been promoted, while a second factor was proven.
 */
export const withKeptRights = async (
  ports: Ports,
  { user, session }: Pick<Place, 'user' | 'session'>,
): Promise<SessionRecord> => {
  const connectionId = soleVoucherOf(session)
  if (connectionId === undefined) return session
  const connection = await ports.store.ssoConnections.get(connectionId)
  const tenantId = connection?.tenantId ?? viaAccountOf(methodsOf(session)) ?? session.tenantId
  const member = await memberOfSession(ports, { userId: user.id, actorId: null, tenantId }, tenantId)
  const isCovered = member && !(await isBeyond(ports, { user, member }, await guarantorRights(ports, connection)))
  const kept = isCovered ? rightsOf({ user }, await grantsOf(ports.store, member, user)) : NO_RIGHTS
  return { ...session, amr: withMark(session, kept) }
}

/**
 * Returns a session that continues in an account. It keeps rights that its user got meanwhile if the guarantor holds
 * them; otherwise administrators are informed. A session of an older release keeps the rights that it has now.
 */
export const keepingRights = async (call: CallerRequest, place: Place): Promise<SessionRecord> => {
  const { ports } = call
  const { user, session, member } = place
  const vouched = session.actorId === null ? await vouchedIn(ports, place, member.tenantId) : undefined
  if (!vouched) return session
  const { connection, kept } = vouched
  const rights = rightsOf(place, await grantsOf(ports.store, member, user))
  if (kept && isKept(rights, kept)) return session
  if (kept && (await isBeyond(ports, place, await guarantorRights(ports, connection)))) {
    if (connection && (await grantsInSession(ports, place)).isLimited) await reportWithheld(call, connection, user)
    return session
  }
  const amr = withMark(session, rights)
  // A session that was changed at the same time keeps them at its next refresh.
  return (await ports.store.sessions.update({ id: session.id, amr: session.amr }, { amr }))
    ? { ...session, amr }
    : session
}

/** Creates the refusal of a call whose permission the session doesn't have, although its user does. */
export const rightsWithheld = () =>
  forbidden(
    'You signed in through an identity provider, and have since received permissions that no one has confirmed for it. To use them, confirm your password or passkey, or ask an administrator to confirm the single sign-on connection.',
  )
