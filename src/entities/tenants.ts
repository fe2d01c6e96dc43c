import type { UserV3 } from './auth.ts'
import type { Permission, Role } from './team.ts'
import type { WireDate } from './wire.ts'

export interface AccountSettings {
  tenantId?: string
  name?: string
  address?: string
  /** IANA name, such as `Europe/Lisbon`. */
  timezone?: string
  dateFormat?: string
  timeFormat?: string
  /** ISO 4217. */
  currency?: string
  logo?: string
  /** Website of the company; an additional field that other servers may not have. */
  website?: string
  applicationUrl?: string
  loginUrl?: string
}

export interface PublicAccountSettings {
  tenantId: string
  applicationUrl?: string
  loginUrl?: string
}

export interface SubTenantMembership {
  tenantId: string
  roles: Role[]
  permissions: Permission[]
  activated: boolean
  lastLogin: WireDate | null
}

/** A user with all the sub-tenants that the caller may see. */
export interface SubTenantUser extends Omit<UserV3, 'tenants'> {
  tenants: SubTenantMembership[]
}

export interface SubTenantRoles {
  subTenantsRoles: { tenantId: string; roleIds: string[] }[]
}

export interface NewSubTenant {
  tenantId: string
  name: string
  parentTenantId: string
  status?: string
  website?: string
  applicationUrl?: string
  logo?: string
  logoUrl?: string
  address?: string
  timezone?: string
  currency?: string
  creatorName?: string
  creatorEmail?: string
  isReseller?: boolean
}

export interface SubTenant {
  tenantId: string
  name: string
  status?: string
  website?: string
  applicationUrl?: string
  logo?: string
  logoUrl?: string
  address?: string
  timezone?: string
  currency?: string
  updatedAt?: WireDate
}

export interface HierarchyEntry {
  tenantId: string
  tenantName?: string
  status?: string
  createdAt?: WireDate
  /** Distance from the caller's tenant. */
  level: number
}

export interface HierarchyNode {
  tenantId: string
  tenantName?: string
  status?: string
  createdAt?: WireDate
  children: HierarchyNode[]
}

export type TenantType = 'customer' | 'spam' | 'test' | 'reseller' | 'headquarter'

export interface SubTenantRow {
  tenantId: string
  name: string
  createdAt: WireDate
  metadata: {
    isParent?: boolean
    type?: TenantType
    parentId?: string
    /** For the operator of the product only. */
    isSuspended?: boolean
    /** For the operator of the product only; absent unless the account is on trial. */
    trialEndsAt?: WireDate
  }
}

export interface HierarchyMetadata {
  tenantId: string
  totalSubTenants: number
  isParent: boolean
}

export interface TenantUserCount {
  tenantId: string
  totalUsers: number
  totalAccessAllowedUsers: number
}
