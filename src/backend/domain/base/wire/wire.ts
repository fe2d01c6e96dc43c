import type { Me, Tenant, UserV3 } from '../../../../entities/auth.ts'
import type { Permission, Provider, Role, TeamRole, TeamUser } from '../../../../entities/team.ts'
import { oneOf, readPage } from '../../../call/read.ts'
import { idsOf, jsonOf } from '../../../store/json-text.ts'
import type {
  GroupRecord,
  MemberRecord,
  PermissionRecord,
  RoleRecord,
  TenantRecord,
  UserRecord,
} from '../../../store/records.ts'

/** Formats a time for the wire, as ISO 8601. Only this file converts records to wire shapes. */
export const iso = (time: number): string => new Date(time).toISOString()

export const toRole = (role: RoleRecord, vendorId: string): Role => ({
  id: role.id,
  key: role.key,
  name: role.name,
  description: role.description,
  isDefault: role.isDefault,
  permissions: idsOf(role.permissionIds),
  tenantId: role.tenantId,
  vendorId,
  level: role.level,
  createdAt: iso(role.createdAt),
  updatedAt: iso(role.updatedAt),
})

export const toTeamRole = (record: RoleRecord, vendorId: string): TeamRole => {
  const { level, description = '', ...rest } = toRole(record, vendorId)
  return { ...rest, description, permissionLevel: level ?? 0 }
}

export const toPermission = (permission: PermissionRecord, roleIds?: string[]): Permission => ({
  id: permission.id,
  key: permission.key,
  name: permission.name,
  description: permission.description,
  categoryId: permission.categoryId,
  fePermission: permission.key.startsWith('fe.'),
  ...(roleIds && { roleIds }),
  createdAt: iso(permission.createdAt),
  updatedAt: iso(permission.updatedAt),
})

export const toTenant = (tenant: TenantRecord, vendorId: string): Tenant => ({
  // The settings contain only keys of the account form.
  ...(jsonOf(tenant.settings) as Partial<Tenant>),
  id: tenant.id,
  tenantId: tenant.id,
  name: tenant.name,
  vendorId,
  isReseller: tenant.isReseller,
  metadata: jsonOf(tenant.metadata),
  deletedAt: null,
  ...(tenant.alias !== null && { alias: tenant.alias }),
  hasCustomLogin: tenant.hasCustomLogin,
  createdAt: iso(tenant.createdAt),
  updatedAt: iso(tenant.updatedAt),
})

const NOTHING_OF_THE_USER = {
  profilePictureUrl: null,
  verified: false,
  mfaEnrolled: false,
  isLocked: false,
  superUser: false,
  metadata: '{}',
} as const

/** Returns the fields of a user that a tenant may see: only those of the invitation until it is accepted. */
const shownOf = (member: MemberRecord, user: UserRecord) =>
  member.activated
    ? { ...user, isLocked: user.lockedAt !== null }
    : { ...NOTHING_OF_THE_USER, id: member.id, phone: member.phone }

/** Returns a member as their team sees them, without anything from their other tenants. */
export const toUserV3 = (member: MemberRecord, user: UserRecord, roles: readonly Role[]): UserV3 => {
  const shown = shownOf(member, user)
  return {
    id: shown.id,
    sub: shown.id,
    email: member.email,
    name: member.name,
    phoneNumber: shown.phone,
    profilePictureUrl: shown.profilePictureUrl,
    verified: shown.verified,
    activatedForTenant: member.activated,
    mfaEnrolled: shown.mfaEnrolled,
    ...(member.mustUseMfa && { mfaRequired: true }),
    isLocked: shown.isLocked,
    // The backend wrote this value from the wire's own list.
    provider: member.provider as Provider,
    tenantId: member.tenantId,
    tenantIds: [member.tenantId],
    tenants: [{ tenantId: member.tenantId, roles: [...roles] }],
    managedBy: member.directoryId === null ? 'frontegg' : 'scim2',
    ...(member.disabledAt !== null && { deactivated: true }),
    subAccountAccessAllowed: member.subAccountAccess,
    ...(shown.superUser && { superUser: true }),
    ...(member.temporaryUntil !== null && { temporaryExpirationDate: iso(member.temporaryUntil) }),
    metadata: shown.metadata,
    createdAt: iso(member.createdAt),
    lastLogin: member.lastLogin === null ? null : iso(member.lastLogin),
  }
}

export const toMe = (
  base: UserV3,
  roles: readonly Role[],
  permissions: readonly Permission[],
  groups: readonly GroupRecord[] = [],
): Me => ({
  ...base,
  roles: [...roles],
  permissions: [...permissions],
  groups: groups.map(({ id, name, color }) => ({ id, name, ...(color !== null && { color }) })),
})

export const toTeamUser = (
  member: MemberRecord,
  user: UserRecord,
  roles: readonly Role[],
  vendorId: string,
): TeamUser => {
  const shown = shownOf(member, user)
  return {
    id: shown.id,
    email: member.email,
    name: member.name,
    phone: shown.phone,
    profileImage: shown.profilePictureUrl,
    profileImageUrl: shown.profilePictureUrl,
    tenantId: member.tenantId,
    vendorId,
    roleIds: roles.map(({ id }) => id),
    roles: [...roles],
    activatedForTenant: member.activated,
    verified: shown.verified,
    mfaEnabled: shown.mfaEnrolled,
    managedBy: member.directoryId === null ? 'frontegg' : 'scim2',
    ...(member.disabledAt !== null && { deactivated: true }),
    ...(member.temporaryUntil !== null && { temporaryExpirationDate: iso(member.temporaryUntil) }),
    createdAt: iso(member.createdAt),
    lastLogin: member.lastLogin === null ? null : iso(member.lastLogin),
  }
}

type ListQuery = Readonly<Partial<Record<string, string>>>

/** Reads the index, size, search, and order of a list of named records. */
export const readRecordsPage = (query: ListQuery) => {
  const { index, limit, offset } = readPage(query, { index: 'offset', limit: 'limit' })
  const text = query.search?.trim()
  const search = text ? { text, fields: ['name'] as const } : undefined
  const sort = {
    field: oneOf(query.sort, 'sort', ['name', 'createdAt'] as const) ?? ('name' as const),
    order: oneOf(query.order, 'order', ['ASC', 'DESC'] as const) ?? ('ASC' as const),
  }
  return { index, limit, page: { search, sort, offset, limit } }
}
