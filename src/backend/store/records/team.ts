import type { Dated } from './dated.ts'

export interface UserRecord {
  id: string
  /** Lowercase and normalized; unique. */
  email: string
  name: string
  phone: string | null
  profilePictureUrl: string | null
  passwordHash: string | null
  verified: boolean
  provider: string
  mfaEnrolled: boolean
  isBreachedPassword: boolean
  superUser: boolean
  /** The tenant that a new session starts in. */
  tenantId: string
  metadata: string
  failedLogins: number
  lockedAt: number | null
  createdAt: number
  lastLogin: number | null
}

/**
 * One user in one tenant; name, email and states are repeated here so that a list takes one indexed read. Until the
 * invitation is accepted, they hold the inviter's input and no data of the user (`members.ts`).
 */
export interface MemberRecord {
  id: string
  tenantId: string
  userId: string
  email: string
  name: string
  /** The phone number entered in the invitation. */
  phone: string | null
  verified: boolean
  isLocked: boolean
  mfaEnrolled: boolean
  provider: string
  /** Role ids, as a JSON list. */
  roleIds: string
  /** `MappedRoles` as JSON text: the roles that a single sign-on connection granted; `null` for none. */
  mappedRoles: string | null
  /** Group ids, as a JSON list; `null` for none. */
  groupIds: string | null
  /** The strongest second factor, `null` for none: `passkey`, `app`, `sms` or `email`. */
  factor: string | null
  activated: boolean
  invitedAt: number | null
  temporaryUntil: number | null
  createdAt: number
  lastLogin: number | null
  /** Whether the member may also work in the accounts below this one, with the same roles. */
  subAccountAccess: boolean
  /** Whether the user's password has appeared in a data breach. */
  isBreachedPassword: boolean
  /** Whether this member must have a second factor, regardless of the tenant's policy. */
  mustUseMfa: boolean
  /** Id of the directory connection that manages the member; `null` if the account does. */
  directoryId: string | null
  /** Time at which the directory blocked the member; `null` if it hasn't. */
  disabledAt: number | null
}

export interface RoleRecord extends Dated {
  id: string
  /** `null` for a role of the vendor, which is offered in every tenant. */
  tenantId: string | null
  key: string
  name: string
  description: string
  isDefault: boolean
  level: number
  /** Permission ids, as a JSON list. */
  permissionIds: string
}

/** Users and roles bundled under a name; its members are found by `MemberRecord.groupIds`. */
export interface GroupRecord extends Dated {
  id: string
  tenantId: string
  name: string
  /** CSS hex color. */
  color: string | null
  description: string
  metadata: string | null
  managedBy: 'frontegg' | 'scim2'
  /** Role ids, as a JSON list. */
  roleIds: string
}

export interface PermissionRecord extends Dated {
  id: string
  key: string
  name: string
  description: string
  categoryId: string
}

export interface PermissionCategoryRecord extends Dated {
  id: string
  name: string
  description: string
}

export interface TeamRecords {
  users: UserRecord
  members: MemberRecord
  roles: RoleRecord
  groups: GroupRecord
  permissions: PermissionRecord
  permissionCategories: PermissionCategoryRecord
}
