import type { Items } from '../entities/paging.ts'
import type { IpChange, SessionConfig } from '../entities/policies.ts'
import type { Insight, Recommendation } from '../entities/security-center.ts'
import type { Ignored, WireDate } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'
import type { AccountsLeftAlone } from './guarantees.ts'
import type { LockoutFields, MfaFields } from './policies.ts'
import type { DomainConfigUpdate } from './restrictions.ts'

export const securityCenter = {
  getRecommendations: endpoint<void, void, { scoring: { score: number }; recommendations: Items<Recommendation> }>()(
    'GET',
    '/security-center/resources/recommendations/v1',
  ),
  getInsights: endpoint<void, void, { insights: Items<Insight> }>()('GET', '/security-center/resources/insights/v1'),
}

export const sessionConfig = {
  getSessionConfig: endpoint<void, void, SessionConfig>()('GET', '/identity/resources/configurations/sessions/v1'),
  saveSessionConfig: endpoint<void, SessionConfig, Ignored>()('POST', '/identity/resources/configurations/sessions/v1'),
}

/** Body of a request that makes single sign-on required, and its connection. */
export interface SsoEnforcementChange {
  connectionId: string
  enforced: boolean
  exemptUserIds: string[]
}

/** A domain of a connection that is about to be verified. */
export interface SsoDomainChange {
  connectionId: string
  domainId: string
}

/** Request body of each kind of save. */
export interface PolicyChanges {
  mfa: MfaFields
  sessions: SessionConfig
  lockout: LockoutFields
  ip: IpChange
  domains: DomainConfigUpdate
  sso: SsoEnforcementChange
  ssoDomain: SsoDomainChange
}

export type PolicyChangeKind = keyof PolicyChanges

/** A policy change before it is saved; listed explicitly, because a mapped type has no JSON Schema. */
export type PolicyChange =
  | { kind: 'mfa'; value: MfaFields }
  | { kind: 'sessions'; value: SessionConfig }
  | { kind: 'lockout'; value: LockoutFields }
  | { kind: 'ip'; value: IpChange }
  | { kind: 'domains'; value: DomainConfigUpdate }
  | { kind: 'sso'; value: SsoEnforcementChange }
  | { kind: 'ssoDomain'; value: SsoDomainChange }

export interface AffectedUser {
  id: string
  email: string
  name: string
}

/**
 * Users who lose access to the account by a change; each user counts once in `signedOut`, `now` and `nextSignIn`
 * together.
 */
export interface AccessEffect {
  /** Users whose sessions end and who can sign in again. */
  signedOut: number
  /** Users who lose access at once and can't sign in again. */
  now: number
  /** Users who keep access for now, but whose next sign-in is refused. */
  nextSignIn: number
  /** Users who must add a second factor before they can enter again. */
  toEnroll: number
  /** API tokens that stop working. */
  apiTokens: number
  /** Effect on the caller; a save with `now` or `next-sign-in` is refused unless it was confirmed. */
  caller: 'none' | 'signed-out' | 'next-sign-in' | 'now'
  /** Number of administrators who can still enter. */
  administratorsLeft: number
  /** Whether a save is refused because no administrator could enter anymore. */
  isRefused: boolean
  /** Examples of users who lose access, else of those who are signed out. */
  sample: AffectedUser[]
}

/** A member whose roles are about to change, or whose access is about to end. */
export interface MemberChange {
  userId: string
  /** @default the caller's account */
  tenantId?: string
  /** @default the membership, or its access to sub-accounts, ends */
  roleIds?: string[]
}

/** A sub-account that is about to move below another account of its tree. */
export interface AccountMove {
  tenantId: string
  parentTenantId: string
}

/** Sub-accounts that a change would leave without an administrator. */
export interface LeftAlone {
  count: number
  /** The first accounts by name; empty for a caller who may not see sub-accounts. */
  accounts: { tenantId: string; name: string }[]
}

/** Checks a policy before it is saved, so that no administrator locks out the account by mistake. */
export const lockoutGuard = {
  /** Returns the effect of a change without making it. */
  checkPolicyChange: ours<void, PolicyChange, AccessEffect>()('POST', '/policy-changes/check'),
  /** Lets this session save exactly this change although it locks out the caller. */
  confirmPolicyChange: ours<void, { change: PolicyChange; tenantName: string }, { expires: WireDate }>()(
    'POST',
    '/policy-changes/confirm',
  ),
  /**
   * Returns the sub-accounts that changes of up to 5,000 members, or a move of an account, would leave without an
   * administrator. The changes aren't refused, because administrators of the account can give themselves access.
   */
  checkMemberChanges: ours<void, { changes: MemberChange[]; move?: AccountMove }, LeftAlone>()(
    'POST',
    '/member-changes/check',
  ),
  /**
   * Lists the accounts below that lost their last administrator and still have none. The list is empty for a caller
   * who may not see sub-accounts.
   */
  listAccountsAlone: ours<void, void, AccountsLeftAlone>()('GET', '/accounts-left-alone'),
}
