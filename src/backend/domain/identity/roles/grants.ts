import type { Grants } from '../../../call/auth.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { GroupRecord, MemberRecord, PermissionRecord, RoleRecord, UserRecord } from '../../../store/records.ts'
import type { Collections, Where } from '../../../store/store.ts'
import { policyOf } from '../../settings/policies.ts'

/** The roles that a tenant knows: its own and the vendor's. */
export const rolesOfTenant = async (store: Collections, tenantId: string): Promise<RoleRecord[]> =>
  store.roles.list({ tenantId: { in: [tenantId, null] } })

export const permissionsOf = async (store: Collections, roles: readonly RoleRecord[]): Promise<PermissionRecord[]> => {
  const ids = [...new Set(roles.flatMap((role) => idsOf(role.permissionIds)))]
  return ids.length ? store.permissions.list({ id: { in: ids } }) : []
}

/** The groups of some members; the id of a deleted group counts for nothing. */
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

export const rolesWhere = (tenantId: string, ids: readonly string[]): Where<RoleRecord> => ({
  id: { in: [...new Set(ids)] },
  tenantId: { in: [tenantId, null] },
})

/** The roles of one tenant, or the vendor's, among these; the id of a deleted role counts for nothing. */
export const rolesByIds = async (
  store: Collections,
  tenantId: string,
  ids: readonly string[],
): Promise<RoleRecord[]> => (ids.length ? store.roles.list(rolesWhere(tenantId, ids)) : [])

/** The roles that members of one tenant hold themselves or by a group, under the id of each member. */
export const roleIdsByMember = async (
  store: Collections,
  tenantId: string,
  members: readonly MemberRecord[],
): Promise<Map<string, string[]>> => {
  const groups = (await groupsOf(store, tenantId, members)).filter(({ roleIds }) => roleIds !== '[]')
  const giving = groups.length && (await doGroupsGiveRoles(store, tenantId)) ? groups : []
  const given = new Map(giving.map(({ id, roleIds }) => [id, idsOf(roleIds)]))
  return new Map(
    members.map((member) => [
      member.id,
      [...idsOf(member.roleIds), ...idsOf(member.groupIds).flatMap((id) => given.get(id) ?? [])],
    ]),
  )
}

/**
 * What a member may do in their tenant, by their own roles and those of their groups, read now: a role taken away counts
 * from the next call on.
 */
export const grantsOf = async (store: Collections, member: MemberRecord, user: UserRecord): Promise<Grants> => {
  const { tenantId } = member
  const ids = (await roleIdsByMember(store, tenantId, [member])).get(member.id) ?? []
  const roles = await rolesByIds(store, tenantId, ids)
  const permissions = await permissionsOf(store, roles)
  const keys = permissions.map(({ key }) => key)
  return { roles, permissions, keys: user.superUser ? [...keys, '*'] : keys }
}
