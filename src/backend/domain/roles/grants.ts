import type { Grants } from '../../call/auth.ts'
import type { Ports } from '../../ports.ts'
import type { GroupRecord, MemberRecord, PermissionRecord, RoleRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { policyOf } from '../policies/policies.ts'

/** A list of ids as the records keep it; anything odd counts as empty. */
export const idsOf = (json: string | null): string[] => {
  if (json === null || json === '[]') return []
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The roles that a tenant knows: its own and the vendor's. */
export const rolesOfTenant = async (store: Collections, tenantId: string): Promise<RoleRecord[]> =>
  store.roles.list({ tenantId: { in: [tenantId, null] } })

export const permissionsOf = async (store: Collections, roles: readonly RoleRecord[]): Promise<PermissionRecord[]> => {
  const ids = [...new Set(roles.flatMap((role) => idsOf(role.permissionIds)))]
  return ids.length ? store.permissions.list({ id: { in: ids } }) : []
}

/** The groups of some members; the id of a group that is gone counts for nothing. */
export const groupsOf = async (
  store: Collections,
  tenantId: string,
  members: readonly Pick<MemberRecord, 'groupIds'>[],
): Promise<GroupRecord[]> => {
  const ids = [...new Set(members.flatMap(({ groupIds }) => idsOf(groupIds)))]
  return ids.length ? store.groups.list({ id: { in: ids }, tenantId }) : []
}

/** Whether belonging to a group gives its roles: the tenant decides (groups configuration). */
export const doGroupsGiveRoles = async (store: Collections, tenantId: string): Promise<boolean> => {
  const { enabled, rolesEnabled } = await policyOf(store, 'groups', tenantId)
  return enabled && rolesEnabled
}

const groupRoleIds = async (store: Collections, member: MemberRecord): Promise<string[]> => {
  const groups = await groupsOf(store, member.tenantId, [member])
  const ids = groups.flatMap(({ roleIds }) => idsOf(roleIds))
  return ids.length && (await doGroupsGiveRoles(store, member.tenantId)) ? ids : []
}

/**
 * What a member may do in her tenant, by her own roles and those of her groups, read now: a role taken away counts from
 * the next call on. The id of a role that is gone counts for nothing.
 */
export const grantsOf = async (store: Ports['store'], member: MemberRecord, user: UserRecord): Promise<Grants> => {
  const ids = [...new Set([...idsOf(member.roleIds), ...(await groupRoleIds(store, member))])]
  const roles = ids.length ? await store.roles.list({ id: { in: ids }, tenantId: { in: [member.tenantId, null] } }) : []
  const permissions = await permissionsOf(store, roles)
  const keys = permissions.map(({ key }) => key)
  return { roles, permissions, keys: user.superUser ? [...keys, '*'] : keys }
}
