import type { Me, Tenant } from '../entities/auth.ts'
import type { Permission, Role, TeamUser } from '../entities/team.ts'

const CREATED_AT = '2026-01-05T09:00:00.000Z'

export const aPermission = (overrides: Partial<Permission> = {}): Permission => ({
  id: 'permission-1',
  key: 'fe.secure.read.users',
  name: 'Read users',
  description: 'See the members of the tenant',
  categoryId: 'category-1',
  fePermission: true,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  ...overrides,
})

export const aRole = (overrides: Partial<Role> = {}): Role => ({
  id: 'role-admin',
  key: 'admin',
  name: 'Admin',
  description: 'May do everything',
  isDefault: false,
  permissions: ['permission-1'],
  tenantId: null,
  vendorId: 'vendor-1',
  level: 0,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  ...overrides,
})

export const aTenant = (overrides: Partial<Tenant> = {}): Tenant => ({
  id: 'tenant-1',
  tenantId: 'tenant-1',
  name: 'Acme Tools',
  vendorId: 'vendor-1',
  isReseller: false,
  metadata: {},
  deletedAt: null,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  ...overrides,
})

/** Builds a user in the form of `users/v2` and `users/v2/me`: active, local, without a second factor. */
export const aUser = (overrides: Partial<Me> = {}): Me => {
  const tenantId = overrides.tenantId ?? 'tenant-1'
  const roles = overrides.roles ?? [aRole()]
  return {
    id: 'user-1',
    sub: overrides.id ?? 'user-1',
    email: 'dana@acme.test',
    name: 'Dana Whitfield',
    profilePictureUrl: null,
    verified: true,
    activatedForTenant: true,
    mfaEnrolled: false,
    isLocked: false,
    provider: 'local',
    tenantId,
    tenantIds: [tenantId],
    tenants: [{ tenantId, roles }],
    roles,
    permissions: [aPermission()],
    managedBy: 'frontegg',
    metadata: '{}',
    createdAt: CREATED_AT,
    lastLogin: CREATED_AT,
    ...overrides,
  }
}

/** Builds the same user in the form of the team area. */
export const aMember = (overrides: Partial<TeamUser> = {}): TeamUser => {
  const roles = overrides.roles ?? [aRole()]
  return {
    id: 'user-1',
    email: 'dana@acme.test',
    name: 'Dana Whitfield',
    phone: null,
    tenantId: 'tenant-1',
    vendorId: 'vendor-1',
    roleIds: roles.map(({ id }) => id),
    roles,
    activatedForTenant: true,
    verified: true,
    mfaEnabled: false,
    managedBy: 'frontegg',
    createdAt: CREATED_AT,
    lastLogin: CREATED_AT,
    ...overrides,
  }
}
