import { MULTI_FACTOR_ACR } from '../../../rules/step-up.ts'
import type { Caller } from '../../call/caller.ts'
import { forbidden, insufficientAuthentication, unauthorized } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../store/records.ts'
import { ipRefusal } from '../ip-restrictions/ip-refusal.ts'
import { isIpAllowed } from '../ip-restrictions/ip-rules.ts'
import { isRemembered } from '../mfa/remembered-devices.ts'
import { policyOf } from '../policies/policies.ts'
import { idsOf } from '../roles/grants.ts'
import { sessionEnds } from '../sessions/session-limits.ts'
import { ancestorsOf } from '../tenants/account-tree.ts'
import { memberOfSession, membershipsOf } from './account-access.ts'
import { lacksSso, SSO_FIRST, ssoRefusal } from './enforced-sso.ts'
import { connectionOf } from './sso-session.ts'

interface Call {
  ports: Ports
  caller: Caller
}

export interface EntryRequest {
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

declare const judged: unique symbol

/** A session in a tenant it may be in. Only `judgeEntry` makes one, and every token is issued for one. */
export interface TenantEntry {
  readonly [judged]: true
  user: UserRecord
  session: SessionRecord
  member: MemberRecord
}

export type Verdict =
  | { kind: 'granted'; entry: TenantEntry }
  | { kind: 'not-a-member' }
  /** A member, but the tenant restricts IP addresses and the caller's is not let in. */
  | { kind: 'ip-refused' }
  /** A member, but the tenant requires a sign-in through its identity provider, which this session isn't from. */
  | { kind: 'sso-required' }
  /** A member, but the tenant demands a second factor that this session has not proven. */
  | { kind: 'second-factor' }

/** Marks sessions that began at an identity provider of an account, in their methods. */
export const SINGLE_SIGN_ON = 'sso'

export const NOT_A_MEMBER = "You don't belong to this account"
export const SECOND_FACTOR_FIRST = 'This account asks for a second factor'

/** By a connection of the tenant, or of an account above it: what another account trusts exempts no one here. */
const cameByOwnSso = async ({ store }: Ports, amr: readonly string[], tenantId: string): Promise<boolean> => {
  const id = amr.includes(SINGLE_SIGN_ON) ? connectionOf(amr) : undefined
  const connection = id === undefined ? undefined : await store.ssoConnections.get(id)
  if (!connection) return false
  return connection.tenantId === tenantId || (await ancestorsOf(store, tenantId)).includes(connection.tenantId)
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
  const amr = session.amr === null ? [] : idsOf(session.amr)
  if (amr.includes('mfa')) return true
  if (user.mfaEnrolled && (await isRemembered(call, user.id))) return true
  // A user's own factor is asked for at every sign-in, not at every change of tenant.
  if (user.mfaEnrolled && metPolicyOf === null) return false
  if (member.mustUseMfa) return false
  const { enforceMFAType } = await policyOf(call.ports.store, 'mfa', tenantId)
  if (enforceMFAType === 'ForceExceptSAML') return cameByOwnSso(call.ports, amr, tenantId)
  return enforceMFAType === 'DontForce'
}

/** The one place that decides whether a session may enter a tenant; every path to a token or a caller asks here. */
export const judgeEntry = async (call: Call, request: EntryRequest): Promise<Verdict> => {
  const { user, session, tenantId } = request
  const member = await memberOfSession(call.ports, session, tenantId)
  if (!member) return { kind: 'not-a-member' }
  if (!(await isIpAllowed(call.ports.store, tenantId, call.caller.ipAddress))) return { kind: 'ip-refused' }
  if (!request.isApiToken && (await lacksSso(call.ports, request))) return { kind: 'sso-required' }
  if (!(await isProven(call, request, member))) return { kind: 'second-factor' }
  // The brand exists in types only.
  return { kind: 'granted', entry: { user, session, member } as TenantEntry }
}

/** A step-up of any age will do: the tenant asks for a second factor, not for a fresh one. */
const A_SESSION_SECONDS = 365 * 86_400

/** In its own tenant such a session is over: its user signs in again, through the identity provider. */
const ssoRefusalFor = ({ session, tenantId }: EntryRequest) =>
  session.tenantId === tenantId ? unauthorized(SSO_FIRST, 'invalid_token') : ssoRefusal()

/** @throws Refusal 403, or 401 with the challenge of RFC 9470 §3, to which the client responds with a step-up */
export const enterTenant = async (call: Call, request: EntryRequest): Promise<TenantEntry> => {
  const verdict = await judgeEntry(call, request)
  if (verdict.kind === 'granted') return verdict.entry
  if (verdict.kind === 'not-a-member') throw forbidden(NOT_A_MEMBER)
  if (verdict.kind === 'ip-refused') throw ipRefusal(call.caller)
  if (verdict.kind === 'sso-required') throw ssoRefusalFor(request)
  throw insufficientAuthentication({ maxAge: A_SESSION_SECONDS, acr: MULTI_FACTOR_ACR })
}

/** Makes the tenant that was entered the session's own. */
export const moveTo = async (ports: Ports, entry: TenantEntry): Promise<TenantEntry> => {
  const { session, member } = entry
  if (member.tenantId === session.tenantId) return entry
  const ends = await sessionEnds(ports, member.tenantId)
  const patch = { tenantId: member.tenantId, ...ends }
  await ports.store.sessions.update({ id: session.id, revokedAt: null }, patch)
  return { ...entry, session: { ...session, ...patch } }
}

/** Where a session continues: in its tenant, or in the first of the others when that membership has ended. */
export const judgeResume = async (call: Call, user: UserRecord, session: SessionRecord): Promise<Verdict> => {
  const here = await judgeEntry(call, { user, session, tenantId: session.tenantId })
  if (here.kind !== 'not-a-member') return here
  const [first] = await membershipsOf(call.ports, session)
  return first ? judgeEntry(call, { user, session, tenantId: first.tenantId }) : here
}
