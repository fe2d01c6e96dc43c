import type { RoleImpact } from '../../../../contract/roles.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import { badRequest, conflict, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { hasEvery, idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, PermissionRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { namesAnyOf } from './administrators.ts'
import { areGroupRolesEnabled, permissionsOf, rolesOfTenant } from './grants.ts'

/** Returns a role available in the tenant; those of other tenants count as missing. */
export const roleOf = async (ports: Ports, tenantId: string, id: string): Promise<RoleRecord> => {
  const role = await ports.store.roles.get(id)
  if (!role || (role.tenantId !== null && role.tenantId !== tenantId)) throw notFound("This role doesn't exist")
  return role
}

/** Returns one of the tenant's own roles; the vendor's can't be changed, because all tenants share them. */
export const ownRoleOf = async (ports: Ports, tenantId: string, id: string): Promise<RoleRecord> => {
  const role = await roleOf(ports, tenantId, id)
  if (role.tenantId === null) throw conflict("This role comes with the application and can't be changed")
  return role
}

export const permissionsByIds = async (store: Collections, given: readonly string[]): Promise<PermissionRecord[]> => {
  const ids = [...new Set(given)]
  const found = ids.length ? await store.permissions.list({ id: { in: ids } }) : []
  if (!hasEvery(found, ids)) throw badRequest("This permission doesn't exist")
  return found.sort((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id))
}

/** Returns the roles and groups of a tenant that can give a user a permission. */
const sourcesOf = async (store: Collections, tenantId: string) => {
  const roles = await rolesOfTenant(store, tenantId)
  const keys = new Map((await permissionsOf(store, roles)).map(({ id, key }) => [id, key]))
  const withRoles = { tenantId, roleIds: { not: '[]' } }
  const groups = (await areGroupRolesEnabled(store, tenantId)) ? await store.groups.list(withRoles) : []
  return {
    givers: (permission: PermissionRecord, except: string) =>
      roles
        .filter(({ id, permissionIds }) => {
          const held = id === except ? [] : idsOf(permissionIds).flatMap((each) => keys.get(each) ?? [])
          return holdsPermission(held, permission.key)
        })
        .map(({ id }) => id),
    rolesOfGroups: new Map(groups.map(({ id, roleIds }) => [id, idsOf(roleIds)])),
  }
}

/** Members in groups that grant roles are checked individually, in batches of this size. */
const BATCH = 2_000

const membersInGroups = async (store: Collections, tenantId: string, groupIds: readonly string[]) => {
  const found: MemberRecord[] = []
  if (groupIds.length === 0) return found
  const where = { tenantId, groupIds: namesAnyOf(groupIds) }
  for (let offset = 0; ; offset += BATCH) {
    const { items } = await store.members.page({ where, offset, limit: BATCH })
    found.push(...items)
    if (items.length < BATCH) return found
  }
}

/**
 * Counts the members who have a permission only by this role. The store counts those without group roles; members in
 * groups are checked individually instead.
 */
export const impactOf = async (
  store: Collections,
  tenantId: string,
  role: RoleRecord,
  permissions: readonly PermissionRecord[],
): Promise<RoleImpact> => {
  const { givers, rolesOfGroups } = await sourcesOf(store, tenantId)
  const grouped = await membersInGroups(store, tenantId, [...rolesOfGroups.keys()])
  const ownOf = (member: MemberRecord) => idsOf(member.roleIds)
  const allOf = (member: MemberRecord) => [
    ...ownOf(member),
    ...idsOf(member.groupIds).flatMap((id) => rolesOfGroups.get(id) ?? []),
  ]
  const among = (rolesOf: typeof ownOf, isOne: (roleIds: string[]) => boolean) =>
    grouped.filter((member) => isOne(rolesOf(member))).length
  const holders = { tenantId, roleIds: namesAnyOf([role.id]) }
  const direct = await store.members.count(holders)
  const has = (ids: string[]) => ids.includes(role.id)
  const changes = []
  for (const permission of permissions) {
    const others = givers(permission, role.id)
    const alone = (ids: string[]) => has(ids) && !ids.some((id) => others.includes(id))
    const both = { contains: JSON.stringify(role.id), ...namesAnyOf(others) }
    const shared = others.length ? await store.members.count({ tenantId, roleIds: both }) : 0
    const users = direct - shared - among(ownOf, alone) + among(allOf, alone)
    changes.push({ permissionId: permission.id, users })
  }
  return { users: direct - among(ownOf, has) + among(allOf, has), changes }
}
