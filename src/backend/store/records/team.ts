export interface UserRecord {
  id: string
  /** Lower-cased and normalised; unique. */
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
  /** The tenant a new session starts in. */
  tenantId: string
  metadata: string
  failedLogins: number
  lockedAt: number | null
  createdAt: number
  lastLogin: number | null
}

/**
 * One user in one tenant; name, email and states are repeated here so that lists are one indexed read. Until the
 * invitation is accepted they hold what the inviter typed, and nothing of the user (`member-copies.ts`).
 */
export interface MemberRecord {
  id: string
  tenantId: string
  userId: string
  email: string
  name: string
  /** As typed in the invitation. */
  phone: string | null
  verified: boolean
  isLocked: boolean
  mfaEnrolled: boolean
  provider: string
  /** Role ids, as a JSON list. */
  roleIds: string
  /** `MappedRoles` as JSON text: which of the roles a single sign-on connection gave; `null` for none. */
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
  /** Whether the user's password is known from data breaches. */
  isBreachedPassword: boolean
  /** Whether this member must have a second factor, whatever the policy of the tenant says. */
  mustUseMfa: boolean
  /** The directory connection that manages the member; `null` when the account does. */
  directoryId: string | null
  /** Since when the directory no longer lets the member in; `null` while it does. */
  disabledAt: number | null
}

export interface RoleRecord {
  id: string
  /** `null`: a role of the vendor, offered in every tenant. */
  tenantId: string | null
  key: string
  name: string
  description: string
  isDefault: boolean
  level: number
  /** Permission ids, as a JSON list. */
  permissionIds: string
  createdAt: number
  updatedAt: number
}

/** Users and roles bundled under a name; its members are found by `MemberRecord.groupIds`. */
export interface GroupRecord {
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
  createdAt: number
  updatedAt: number
}

export interface PermissionRecord {
  id: string
  key: string
  name: string
  description: string
  categoryId: string
  createdAt: number
  updatedAt: number
}

export interface PermissionCategoryRecord {
  id: string
  name: string
  description: string
  createdAt: number
  updatedAt: number
}
