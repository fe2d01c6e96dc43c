import type { JsonText, JsonValue, WireDate } from './wire.ts'

export type ManagedBy = 'frontegg' | 'scim2'
export type Provider = 'local' | 'saml' | 'google' | 'github' | 'facebook' | 'microsoft' | 'scim2' | 'slack'
export type UserSort = 'createdAt' | 'name' | 'email' | 'id' | 'verified' | 'isLocked' | 'provider' | 'tenantId'

export interface Role {
  id: string
  key: string
  name: string
  description?: string
  isDefault: boolean
  /** Permission IDs, not keys. */
  permissions: string[]
  /** Tenant of the role; absent or `null` for a role of the vendor, which every tenant has. */
  tenantId?: string | null
  vendorId: string
  /** Rank; a lower value ranks higher. */
  level?: number
  createdAt: WireDate
  updatedAt: WireDate
}

/** A role in the team area's list for assignment. */
export interface TeamRole {
  id: string
  key: string
  name: string
  description: string
  permissions?: string[]
  permissionLevel?: number
  tenantId?: string | null
  vendorId?: string
  /** Whether every new member gets it; not every backend returns this. */
  isDefault?: boolean
}

export interface Permission {
  id: string
  /** Key such as `fe.secure.read.users`. */
  key: string
  name: string
  description?: string
  categoryId: string
  fePermission: boolean
  roleIds?: string[]
  createdAt: WireDate
  updatedAt: WireDate
}

export interface PermissionCategory {
  id: string
  name: string
  description: string
  feCategory: boolean
  permissionIds: string[]
  createdAt: WireDate
  updatedAt: WireDate
}

/** A member as the team area returns it. */
export interface TeamUser {
  id: string
  email: string
  name: string
  phone?: string | null
  profileImage?: string | null
  profileImageUrl?: string | null
  tenantId: string
  vendorId: string
  roleIds: string[]
  roles: Role[]
  activatedForTenant: boolean
  verified?: boolean
  mfaEnabled?: boolean
  managedBy?: ManagedBy
  /** Whether the company directory no longer allows the user to sign in. */
  deactivated?: boolean
  customData?: JsonValue
  tenants?: JsonValue
  temporaryExpirationDate?: WireDate | null
  /** Time in ISO 8601. */
  createdAt: string
  /** Time in ISO 8601; `null` before the first sign-in. */
  lastLogin?: string | null
}

export interface GroupUser {
  id: string
  email: string
  name: string
  profilePictureUrl: string | null
  activatedForTenant?: boolean
  createdAt: WireDate
}

export interface Group {
  id: string
  name: string
  /** CSS hex color. */
  color?: string
  description?: string
  metadata?: JsonText
  /** Set only when the relation was requested. */
  roles?: Role[]
  /** Set only when the relation was requested. */
  users?: GroupUser[]
  managedBy: ManagedBy
}

export type GroupsRelations = 'roles' | 'users' | 'rolesAndUsers'

export interface GroupsConfiguration {
  enabled: boolean
  rolesEnabled: boolean
}

export interface InviteLink {
  id: string
  vendorId: string
  tenantId: string
  userId?: string
  token: string
  expires: WireDate
  shouldSendEmail?: boolean
}
