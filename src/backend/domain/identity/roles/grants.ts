import type { Grants } from '../../../call/auth.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { GroupRecord, MemberRecord, PermissionRecord, RoleRecord, UserRecord } from '../../../store/records.ts'
import type { Collections, Where } from '../../../store/store.ts'
import { groupsSetting } from '../../settings/groups.ts'

/** Returns the roles available in a tenant: its own and the vendor's. */
export const rolesOfTenant = async (store: Collections, tenantId: string): Promise<RoleRecord[]> =>
  store.roles.list({ tenantId: { in: [tenantId, null] } })

export const permissionsOf = async (
  store: Collections,
  roles: readonly Pick<RoleRecord, 'permissionIds'>[],
): Promise<PermissionRecord[]> => {
  const ids = [...new Set(roles.flatMap((role) => idsOf(role.permissionIds)))]
  return ids.length ? store.permissions.list({ id: { in: ids } }) : []
}

/** Returns the groups of the members; ids of deleted groups are ignored. */
export const groupsOf = async (
  store: Collections,
  tenantId: string,
  members: readonly Pick<MemberRecord, 'groupIds'>[],
): Promise<GroupRecord[]> => {
  const ids = [...new Set(members.flatMap(({ groupIds }) => idsOf(groupIds)))]
  return ids.length ? store.groups.list({ id: { in: ids }, tenantId }) : []
}

/** Returns whether groups grant their roles to members, which the tenant's groups configuration decides. */
export const areGroupRolesEnabled = async (store: Collections, tenantId: string): Promise<boolean> => {
  const { enabled, rolesEnabled } = await groupsSetting.of(store, tenantId)
  return enabled && rolesEnabled
}

/** Returns those of the accounts whose groups grant their roles to members. */
export const accountsWithGroupRoles = async (
  store: Collections,
  tenantIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const settings = tenantIds.length > 0 ? await groupsSetting.ofMany(store, tenantIds) : []
  return new Set([...settings].flatMap(([id, { enabled, rolesEnabled }]) => (enabled && rolesEnabled ? [id] : [])))
}

const rolesWhere = (tenantId: string, ids: readonly string[]): Where<RoleRecord> => ({
  id: { in: [...new Set(ids)] },
  tenantId: { in: [tenantId, null] },
})

/** Returns the tenant's or the vendor's roles with these ids; ids of deleted roles are ignored. */
export const rolesByIds = async (
  store: Collections,
  tenantId: string,
  ids: readonly string[],
): Promise<RoleRecord[]> => (ids.length ? store.roles.list(rolesWhere(tenantId, ids)) : [])

/** Returns the role ids that members of one tenant have themselves or by a group, by the id of each member. */
export const roleIdsByMember = async (
  store: Collections,
  tenantId: string,
  members: readonly MemberRecord[],
): Promise<Map<string, string[]>> => {
  const groups = (await groupsOf(store, tenantId, members)).filter(({ roleIds }) => roleIds !== '[]')
  const giving = groups.length && (await areGroupRolesEnabled(store, tenantId)) ? groups : []
  const given = new Map(giving.map(({ id, roleIds }) => [id, idsOf(roleIds)]))
  return new Map(
    members.map((member) => [
      member.id,
      [...idsOf(member.roleIds), ...idsOf(member.groupIds).flatMap((id) => given.get(id) ?? [])],
    ]),
  )
}

/**
 * Returns what a member may do in their tenant by their own roles and those of their groups. It is read at each call,
 * so that a removed role has no effect from the next call on.
 */
export const grantsOf = async (store: Collections, member: MemberRecord, user: UserRecord): Promise<Grants> => {
  const { tenantId } = member
  const ids = (await roleIdsByMember(store, tenantId, [member])).get(member.id) ?? []
  const roles = await rolesByIds(store, tenantId, ids)
  const permissions = await permissionsOf(store, roles)
  const keys = permissions.map(({ key }) => key)
  return { roles, permissions, keys: user.superUser ? [...keys, '*'] : keys }
}
