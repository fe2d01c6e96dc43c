import { OWN_PROOF_REQUIRED, SESSION_OVER } from '../../../../rules/account-entry.ts'
import { MULTI_FACTOR_ACR } from '../../../../rules/step-up.ts'
import type { CallerRequest, SessionPlace } from '../../../call/auth.ts'
import { forbidden, insufficientAuthentication, Refusal, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import { isActiveMember } from '../members/members.ts'
import { isRemembered } from '../mfa/remembered-devices.ts'
import { ipRefusal, isIpAllowed } from '../restrictions/ip-rules.ts'
import { memberOfSession, membershipsOf } from '../sessions/live-session.ts'
import { isOverIn, noteMove, noteVisit } from '../sessions/session-visits.ts'
import { connectionOf, methodsOf, SINGLE_SIGN_ON } from '../sessions/sso-session.ts'
import { everyAncestorOf } from '../tenants/account-tree.ts'
import { ownFactorAt, trustedFactorAt } from './factor-proof.ts'
import { lacksSso, signedInAs, ssoRefusal } from './required-sso.ts'
import { isAssertionTrustedIn, isVouchedFor } from './vouching.ts'

export const SUSPENDED = 'This account is suspended. Ask the company that provides this application for help.'

/** Returns the refusal. It is a 403 and not a 401, because the session may continue in another account. */
export const suspended = () => forbidden(SUSPENDED).as('suspended')

export const isSuspended = async (store: Pick<Collections, 'tenants'>, tenantId: string): Promise<boolean> =>
  typeof (await store.tenants.get(tenantId))?.suspendedAt === 'number'

interface Entry {
  user: Pick<UserRecord, 'id' | 'email'>
  session: Pick<SessionRecord, 'amr' | 'actorId' | 'actorSessionId'>
}

/**
 * Returns whether a suspension keeps the user out. Users with access through an account above may still enter,
 * including by impersonating one of the members, unless that account is suspended too.
 */
export const isKeptOut = async (ports: Ports, entry: Entry, tenantId: string): Promise<boolean> => {
  const { store, clock } = ports
  if (!(await isSuspended(store, tenantId))) return false
  const { user } = await signedInAs(ports, entry)
  const above = await store.tenants.list({ id: { in: await everyAncestorOf(store, tenantId) }, suspendedAt: null })
  const members = await store.members.list({ userId: user.id, tenantId: { in: above.map(({ id }) => id) } })
  return !members.some((member) => member.subAccountAccess && isActiveMember(member, clock.now()))
}

interface EntryRequest {
  user: UserRecord
  session: SessionRecord
  tenantId: string
  /**
   * The tenant whose second-factor policy the session has already met; `null` requires what a new sign-in would.
   *
   * @default the tenant the session is in
   */
  metPolicyOf?: string | null
  /**
   * Whether the session is an API token's, which met the policy of the day it was created (src/decisions/0034).
   * @default false
   */
  isApiToken?: boolean
}

declare const checked: unique symbol
declare const entered: unique symbol

/** A session and a tenant it may enter. Only `checkEntry` creates it. */
export interface Admission extends SessionPlace {
  readonly [checked]: true
}

/**
 * A session in a tenant that has recorded its entry. Only this file creates it, from an admission, and every token is
 * issued for one.
 */
export interface TenantEntry extends SessionPlace {
  readonly [entered]: true
}

export type Verdict =
  | { kind: 'granted'; admission: Admission }
  | { kind: 'not-a-member' }
  /** The user is a member, but the account is suspended. */
  | { kind: 'suspended' }
  /** The user is a member, but the tenant restricts IP addresses and doesn't allow the caller's. */
  | { kind: 'ip-refused' }
  /**
   * The user is a member, but the tenant requires a sign-in through its identity provider, which this session didn't
   * use.
   */
  | { kind: 'sso-required' }
  /**
   * The user is a member, but the tenant requires a second factor, and the session has proven none to a verifier it
   * trusts.
   */
  | { kind: 'second-factor' }
  /** The user is a member, but only an identity provider that the tenant doesn't trust vouches for them. */
  | { kind: 'own-proof' }
  /** The user is a member, but the tenant's session limits have ended this session there. */
  | { kind: 'over' }

export { SINGLE_SIGN_ON } from '../sessions/sso-session.ts'

export const NOT_A_MEMBER = "You don't belong to this account"
export const notAMember = () => forbidden(NOT_A_MEMBER).as('not-a-member')
export const SECOND_FACTOR_FIRST = 'This account asks for a second factor'
export const OWN_PROOF_FIRST =
  'You signed in through the identity provider of another account. To enter this one, confirm your password or passkey, or sign in through its identity provider. If you have neither, ask an administrator of this account for help.'
const SIGN_IN_AGAIN = 'Your session is too old for this account, or was replaced by a newer one. Sign in again.'

/**
 * Returns whether the session began at a connection that the tenant trusts for its user; other accounts' connections
 * exempt no one.
 */
const cameByOwnSso = async (ports: Ports, session: SessionRecord, tenantId: string): Promise<boolean> => {
  const amr = methodsOf(session)
  const id = amr.includes(SINGLE_SIGN_ON) ? connectionOf(amr) : undefined
  return id !== undefined && isAssertionTrustedIn(ports, id, { userId: session.userId, tenantId })
}

/**
 * Returns whether the session or this remembered device has proven what a sign-in to the tenant would require.
 * Otherwise entry through a less strict tenant would bypass the policy of a stricter one.
 */
const isProven = async (
  call: CallerRequest,
  { user, session, tenantId, metPolicyOf = session.tenantId }: EntryRequest,
  member: MemberRecord,
): Promise<boolean> => {
  if (tenantId === metPolicyOf) return true
  const isOwnProven = async () => ownFactorAt(session) !== undefined || (await isRemembered(call, user.id))
  // A user's own factor is requested at every sign-in, but not at every change of tenant. No provider replaces it.
  if (user.mfaEnrolled && metPolicyOf === null) return isOwnProven()
  if ((await trustedFactorAt(call.ports, session, tenantId)) !== undefined) return true
  if (user.mfaEnrolled && (await isOwnProven())) return true
  if (member.mustUseMfa) return false
  const { enforceMFAType } = await mfaSetting.of(call.ports.store, tenantId)
  if (enforceMFAType === 'ForceExceptSAML') return cameByOwnSso(call.ports, session, tenantId)
  return enforceMFAType === 'DontForce'
}

/** Decides whether a session may enter a tenant. Every path to a token or an authenticated caller uses it. */
export const checkEntry = async (call: CallerRequest, request: EntryRequest): Promise<Verdict> => {
  const { user, session, tenantId } = request
  const member = await memberOfSession(call.ports, session, tenantId)
  if (!member) return { kind: 'not-a-member' }
  if (await isKeptOut(call.ports, request, tenantId)) return { kind: 'suspended' }
  if (!(await isIpAllowed(call.ports.store, tenantId, call.caller.ipAddress))) return { kind: 'ip-refused' }
  if (!request.isApiToken && (await lacksSso(call.ports, request))) return { kind: 'sso-required' }
  const isVouched = await isVouchedFor(call.ports, request, tenantId)
  // A second factor by the same provider wouldn't help a user whom its guarantor doesn't cover.
  const isUnconfirmed =
    !isVouched && (await (await import('./unconfirmed-entry.ts')).reportIfUnconfirmed(call, request))
  if (!isUnconfirmed && !(await isProven(call, request, member))) return { kind: 'second-factor' }
  if (!isVouched) return { kind: 'own-proof' }
  if (!request.isApiToken && (await isOverIn(call.ports, session, tenantId))) return { kind: 'over' }
  // The brand exists in types only.
  return { kind: 'granted', admission: { user, session, member } as Admission }
}

/** Marks a session as entered. The brand exists in types only. */
const enteredBy = (place: SessionPlace): TenantEntry => place as TenantEntry

/** A step-up of any age is enough, because the tenant requires a second factor but not a fresh one. */
const A_SESSION_SECONDS = 365 * 86_400

type Refused = Exclude<Verdict['kind'], 'granted'>

const REFUSALS: Partial<Record<Refused, () => Refusal>> = {
  suspended,
  'sso-required': ssoRefusal,
  'own-proof': () => new Refusal(403, [OWN_PROOF_FIRST], {}, OWN_PROOF_REQUIRED),
  over: () => new Refusal(403, [SIGN_IN_AGAIN], {}, SESSION_OVER),
}

/**
 * Returns the refusal if a new sign-in would resolve it. For another tenant it is a 403, because the session continues
 * in its own tenant; for its own tenant it is a 401, because the session has ended.
 */
export const signInRefusal = (kind: Refused, isOwnTenant: boolean): Refusal | undefined => {
  const found = REFUSALS[kind]?.()
  return found && isOwnTenant ? unauthorized(found.message, 'invalid_token').as(found.code) : found
}

/** @throws Refusal 403, or 401 with the challenge of RFC 9470 §3, to which the client responds with a step-up */
export const admit = async (call: CallerRequest, request: EntryRequest): Promise<Admission> => {
  const verdict = await checkEntry(call, request)
  if (verdict.kind === 'granted') return verdict.admission
  if (verdict.kind === 'not-a-member') throw notAMember()
  if (verdict.kind === 'ip-refused') throw ipRefusal(call.caller)
  throw (
    signInRefusal(verdict.kind, request.session.tenantId === request.tenantId) ??
    insufficientAuthentication({ maxAge: A_SESSION_SECONDS, acr: MULTI_FACTOR_ACR })
  )
}

/** Lets a session act in a tenant without switching to it. */
export const enterTenant = async (call: CallerRequest, request: EntryRequest): Promise<TenantEntry> => {
  const admission = await admit(call, request)
  const { user, session, member } = admission
  return enteredBy({ ...admission, session: await noteVisit(call, { user, session, tenantId: member.tenantId }) })
}

/** Switches the session to the tenant that was entered. */
export const moveTo = async (ports: Ports, admission: Admission): Promise<TenantEntry> => {
  const { session, member } = admission
  if (member.tenantId === session.tenantId) return enteredBy(admission)
  return enteredBy({ ...admission, session: await noteMove(ports, session, member.tenantId) })
}

/** Returns the first other tenant of the user that isn't suspended and trusts what the session has proven. */
const firstTrusting = async ({ ports }: CallerRequest, user: UserRecord, session: SessionRecord) => {
  for (const { tenantId } of await membershipsOf(ports, session))
    if (
      tenantId !== session.tenantId &&
      (await isVouchedFor(ports, { user, session }, tenantId)) &&
      !(await isKeptOut(ports, { user, session }, tenantId))
    )
      return tenantId
  return undefined
}

/**
 * Checks the entry to the tenant where a session continues: its own, or another one that trusts the session if the
 * membership has ended, the account is suspended, or the tenant doesn't trust the session.
 */
export const checkResume = async (call: CallerRequest, user: UserRecord, session: SessionRecord): Promise<Verdict> => {
  const here = await checkEntry(call, { user, session, tenantId: session.tenantId })
  if (here.kind !== 'not-a-member' && here.kind !== 'suspended' && here.kind !== 'own-proof') return here
  const next = await firstTrusting(call, user, session)
  return next === undefined ? here : checkEntry(call, { user, session, tenantId: next })
}
