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
  /** Ids, not keys. */
  permissions: string[]
  /** Absent or `null`: a role of the vendor, offered in every tenant. */
  tenantId?: string | null
  vendorId: string
  /** Lower is mightier. */
  level?: number
  createdAt: WireDate
  updatedAt: WireDate
}

/** A role as the team area lists it for assignment. */
export interface TeamRole {
  id: string
  key: string
  name: string
  description: string
  permissions?: string[]
  permissionLevel?: number
  tenantId?: string | null
  vendorId?: string
  /** Every new member gets it; not every backend returns this. */
  isDefault?: boolean
}

export interface Permission {
  id: string
  /** Such as `fe.secure.read.users`. */
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
  /** The company directory no longer lets the user in. */
  deactivated?: boolean
  customData?: JsonValue
  tenants?: JsonValue
  temporaryExpirationDate?: WireDate | null
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601; `null` before the first sign-in. */
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
  /** Only when the relation was asked for. */
  roles?: Role[]
  /** Only when the relation was asked for. */
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
