import { OWN_PROOF_REQUIRED, SESSION_OVER } from '../../../../rules/account-entry.ts'
import { MULTI_FACTOR_ACR } from '../../../../rules/step-up.ts'
import type { Caller } from '../../../call/caller.ts'
import { forbidden, insufficientAuthentication, Refusal, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../../store/records.ts'
import { policyOf } from '../../settings/policies.ts'
import { isRemembered } from '../mfa/remembered-devices.ts'
import { ipRefusal } from '../restrictions/ip-refusal.ts'
import { isIpAllowed } from '../restrictions/ip-rules.ts'
import { memberOfSession, membershipsOf } from '../sessions/account-access.ts'
import { isOverIn, noteMove, noteVisit } from '../sessions/session-visits.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { lacksSso, SSO_FIRST, ssoRefusal } from './enforced-sso.ts'
import { trustedFactorAt } from './factor-proof.ts'
import { isKeptOut, SUSPENDED, suspended } from './suspension.ts'
import { isTrustedIn, isVouchedFor, methodsOf, SINGLE_SIGN_ON } from './vouching.ts'

interface Call {
  ports: Ports
  caller: Caller
}

interface EntryRequest {
  user: UserRecord
  session: SessionRecord
  tenantId: string
  /**
   * The tenant whose second-factor policy the session has met before; `null` demands what a new sign-in would.
   *
   * @default the tenant the session is in
   */
  metPolicyOf?: string | null
  /** For an API token, which the policy of the day it was created let in (src/decisions/0034). @default false */
  isApiToken?: boolean
}

interface Place {
  user: UserRecord
  session: SessionRecord
  member: MemberRecord
}

declare const judged: unique symbol
declare const entered: unique symbol

/** A session and a tenant it may enter. Only `judgeEntry` makes one. */
export interface Admission extends Place {
  readonly [judged]: true
}

/** A session in a tenant that counts it. Only this file makes one, of an admission, and every token is issued for one. */
export interface TenantEntry extends Place {
  readonly [entered]: true
}

export type Verdict =
  | { kind: 'granted'; admission: Admission }
  | { kind: 'not-a-member' }
  /** A member, but the account is suspended. */
  | { kind: 'suspended' }
  /** A member, but the tenant restricts IP addresses and the caller's is not let in. */
  | { kind: 'ip-refused' }
  /** A member, but the tenant requires a sign-in through its identity provider, which this session isn't from. */
  | { kind: 'sso-required' }
  /** A member, but the tenant demands a second factor that this session has not proven to anyone it trusts. */
  | { kind: 'second-factor' }
  /** A member, but only an identity provider that the tenant doesn't trust vouches for them. */
  | { kind: 'own-proof' }
  /** A member, but the limits of the tenant have ended this session there. */
  | { kind: 'over' }

export { SINGLE_SIGN_ON } from './vouching.ts'

export const NOT_A_MEMBER = "You don't belong to this account"
export const SECOND_FACTOR_FIRST = 'This account asks for a second factor'
export const OWN_PROOF_FIRST =
  'You signed in through the identity provider of another account. To enter this one, confirm your password or passkey, or sign in through its identity provider. If you have neither, ask an administrator of this account for help.'
const SIGN_IN_AGAIN = 'Your session is too old for this account, or was replaced by a newer one. Sign in again.'

/** By a connection that the tenant trusts: what another account trusts exempts no one here. */
const cameByOwnSso = async ({ store }: Ports, amr: readonly string[], tenantId: string): Promise<boolean> => {
  const id = amr.includes(SINGLE_SIGN_ON) ? connectionOf(amr) : undefined
  return id !== undefined && isTrustedIn(store, id, tenantId)
}

/**
 * What a sign-in to the tenant would ask for must have been proven, in this session or on this remembered device: a way
 * in through a less strict tenant would make the policy of the stricter one worthless.
 */
const isProven = async (
  call: Call,
  { user, session, tenantId, metPolicyOf = session.tenantId }: EntryRequest,
  member: MemberRecord,
): Promise<boolean> => {
  if (tenantId === metPolicyOf) return true
  if ((await trustedFactorAt(call.ports, session, tenantId)) !== undefined) return true
  if (user.mfaEnrolled && (await isRemembered(call, user.id))) return true
  // A user's own factor is asked for at every sign-in, not at every change of tenant.
  if (user.mfaEnrolled && metPolicyOf === null) return false
  if (member.mustUseMfa) return false
  const { enforceMFAType } = await policyOf(call.ports.store, 'mfa', tenantId)
  if (enforceMFAType === 'ForceExceptSAML') return cameByOwnSso(call.ports, methodsOf(session), tenantId)
  return enforceMFAType === 'DontForce'
}

/** The one place that decides whether a session may enter a tenant; every path to a token or a caller asks here. */
export const judgeEntry = async (call: Call, request: EntryRequest): Promise<Verdict> => {
  const { user, session, tenantId } = request
  const member = await memberOfSession(call.ports, session, tenantId)
  if (!member) return { kind: 'not-a-member' }
  if (await isKeptOut(call.ports, request, tenantId)) return { kind: 'suspended' }
  if (!(await isIpAllowed(call.ports.store, tenantId, call.caller.ipAddress))) return { kind: 'ip-refused' }
  if (!request.isApiToken && (await lacksSso(call.ports, request))) return { kind: 'sso-required' }
  if (!(await isProven(call, request, member))) return { kind: 'second-factor' }
  if (!(await isVouchedFor(call.ports, request, tenantId))) return { kind: 'own-proof' }
  if (!request.isApiToken && (await isOverIn(call.ports, session, tenantId))) return { kind: 'over' }
  // The brand exists in types only.
  return { kind: 'granted', admission: { user, session, member } as Admission }
}

/** The brand exists in types only. */
const enteredBy = (place: Place): TenantEntry => place as TenantEntry

/** A step-up of any age will do: the tenant asks for a second factor, not for a fresh one. */
const A_SESSION_SECONDS = 365 * 86_400

type Refused = Exclude<Verdict['kind'], 'granted'>

const REFUSALS: Partial<Record<Refused, { text: string; elsewhere(): Refusal }>> = {
  suspended: { text: SUSPENDED, elsewhere: suspended },
  'sso-required': { text: SSO_FIRST, elsewhere: ssoRefusal },
  'own-proof': { text: OWN_PROOF_FIRST, elsewhere: () => new Refusal(403, [OWN_PROOF_FIRST], {}, OWN_PROOF_REQUIRED) },
  over: { text: SIGN_IN_AGAIN, elsewhere: () => new Refusal(403, [SIGN_IN_AGAIN], {}, SESSION_OVER) },
}

/**
 * Refusals that a new sign-in lifts. For another tenant it is a 403: the session goes on where it is. In its own tenant
 * the session is over.
 */
export const signInRefusal = (kind: Refused, isOwnTenant: boolean): Refusal | undefined => {
  const found = REFUSALS[kind]
  return found && (isOwnTenant ? unauthorized(found.text, 'invalid_token') : found.elsewhere())
}

/** @throws Refusal 403, or 401 with the challenge of RFC 9470 §3, to which the client responds with a step-up */
export const admit = async (call: Call, request: EntryRequest): Promise<Admission> => {
  const verdict = await judgeEntry(call, request)
  if (verdict.kind === 'granted') return verdict.admission
  if (verdict.kind === 'not-a-member') throw forbidden(NOT_A_MEMBER)
  if (verdict.kind === 'ip-refused') throw ipRefusal(call.caller)
  throw (
    signInRefusal(verdict.kind, request.session.tenantId === request.tenantId) ??
    insufficientAuthentication({ maxAge: A_SESSION_SECONDS, acr: MULTI_FACTOR_ACR })
  )
}

/** Lets a session act in a tenant without moving there. */
export const enterTenant = async (call: Call, request: EntryRequest): Promise<TenantEntry> => {
  const admission = await admit(call, request)
  const { session, member } = admission
  return enteredBy({ ...admission, session: await noteVisit(call.ports, session, member.tenantId) })
}

/** Makes the tenant that was entered the session's own. */
export const moveTo = async (ports: Ports, admission: Admission): Promise<TenantEntry> => {
  const { session, member } = admission
  if (member.tenantId === session.tenantId) return enteredBy(admission)
  return enteredBy({ ...admission, session: await noteMove(ports, session, member.tenantId) })
}

/** The first of a user's accounts that isn't suspended and trusts what the session has proven. */
const firstTrusting = async ({ ports }: Call, user: UserRecord, session: SessionRecord) => {
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
 * Where a session continues: in its tenant, or in the first of the others when that membership has ended or the account is suspended. One that its
 * tenant doesn't trust, as it was there before that was asked, continues in the account of its provider.
 */
export const judgeResume = async (call: Call, user: UserRecord, session: SessionRecord): Promise<Verdict> => {
  const here = await judgeEntry(call, { user, session, tenantId: session.tenantId })
  if (here.kind !== 'not-a-member' && here.kind !== 'suspended' && here.kind !== 'own-proof') return here
  const next = await firstTrusting(call, user, session)
  return next === undefined ? here : judgeEntry(call, { user, session, tenantId: next })
}
