import type { Ports } from '../ports.ts'
import type {
  ApiTokenRecord,
  MemberRecord,
  PermissionRecord,
  RoleRecord,
  SessionRecord,
  UserRecord,
} from '../store/records.ts'
import type { Collections } from '../store/store.ts'
import type { Caller } from './caller.ts'
import type { Refusal } from './refusal.ts'

/**
 * A row of the audit log. A signed-in call fills in the caller and the tenant of the call.
 *
 * @example await audit({ inside: store, action: 'Role deleted', resource: 'Roles', description: `Deleted ${name}` })
 */
export interface AuditEntry {
  /** @default the tenant of a signed-in call, else the account that the user belongs to and was last in */
  tenantId?: string
  user?: (Pick<UserRecord, 'id' | 'email'> & Partial<Pick<UserRecord, 'tenantId'>>) | undefined
  /**
   * The collections of the transaction that the row is a part of, so that there is no change without its row.
   *
   * @default none
   */
  inside?: Collections
  action: string
  resource:
    | 'Authentication'
    | 'Users'
    | 'Sessions'
    | 'Passwords'
    | 'Invitations'
    | 'MFA'
    | 'Roles'
    | 'Groups'
    | 'Policies'
    | 'Account'
    | 'API tokens'
    | 'Sub-accounts'
    | 'SSO'
    | 'Webhooks'
    | 'Notifications'
    | 'Reports'
    | 'Audits'
    | 'Provisioning'
    | 'Subscription'
  severity?: 'Info' | 'Medium' | 'High' | 'Error' | 'Critical'
  description: string
  detail?: Record<string, string | number | boolean | null | object>
}

/** A row whose tenant is known. */
export type PlacedEntry = AuditEntry & { tenantId: string }

export interface Grants {
  roles: RoleRecord[]
  permissions: PermissionRecord[]
  /** Permission keys; wildcards are kept as stored. */
  keys: string[]
}

/** A session of a user, and the membership that the user acts with in a tenant. */
export interface SessionPlace {
  user: UserRecord
  session: SessionRecord
  member: MemberRecord
}

/** The ranks of a caller for whom only an identity provider vouches (`access/vouched-ranks.ts`). */
export interface VouchedRanks {
  /** The rank with which they act on roles of the vendor's product. */
  own: number
  administrative: number
  /** Returns those roles of an account that make users administrators. */
  administrativeAmong(roles: readonly RankedRole[], tenantId: string): Promise<ReadonlySet<RankedRole>>
  /** Creates the refusal of a session whose user reaches a rank by a proof; other callers can prove nothing. */
  withheld?(rank: number): Promise<Refusal | undefined>
}

/** A role, as far as its rank and its permissions are judged. */
export type RankedRole = Pick<RoleRecord, 'level' | 'permissionIds'>

/** The signed-in user, in the tenant this call is about. */
export interface Auth extends SessionPlace {
  tenantId: string
  claims: Readonly<Record<string, unknown>>
  /** The user who impersonates this user, if any. */
  impersonator?: Pick<UserRecord, 'id' | 'email' | 'name'>
  /** Set when a script calls with an API token instead of a user with a session. */
  machine?: ApiTokenRecord
  /**
   * Returns whether a caller has fewer rights than their user, because only an identity provider vouches for them; with a
   * permission, whether they lack that one, although the user has it.
   */
  isLimited?(permission?: string): Promise<boolean>
  /** Returns the ranks of a caller for whom only an identity provider vouches. */
  vouchedRanks?(): Promise<VouchedRanks | undefined>
  grants(): Promise<Grants>
}

/** The part of a call that domain rules need to check a signed-in caller. */
export interface SignedRequest {
  ports: Ports
  auth: Auth
  caller: Caller
  /** Writes a row of the audit log. */
  audit(entry: AuditEntry): Promise<void>
}

/** The part of a call that shows who calls. */
export type AuthRequest = Pick<SignedRequest, 'ports' | 'auth'>

/** The part of a call that domain rules need if its user may not be signed in. */
export type CallerRequest = Pick<SignedRequest, 'ports' | 'caller'>
