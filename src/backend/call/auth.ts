import type { Ports } from '../ports.ts'
import type {
  ApiTokenRecord,
  MemberRecord,
  PermissionRecord,
  RoleRecord,
  SessionRecord,
  UserRecord,
} from '../store/records.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Caller } from './caller.ts'

export interface Grants {
  roles: RoleRecord[]
  permissions: PermissionRecord[]
  /** Permission keys; wildcards are kept as stored. */
  keys: string[]
}

/** The signed-in user, in the tenant this call is about. */
export interface Auth {
  user: UserRecord
  session: SessionRecord
  member: MemberRecord
  tenantId: string
  claims: Readonly<Record<string, unknown>>
  /** The user who impersonates this user, if any. */
  impersonator?: Pick<UserRecord, 'id' | 'email' | 'name'>
  /** Set when a script calls with an API token instead of a user with a session. */
  machine?: ApiTokenRecord
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

/** The part of a call that domain rules need if its user may not be signed in. */
export type CallerRequest = Pick<SignedRequest, 'ports' | 'caller'>
