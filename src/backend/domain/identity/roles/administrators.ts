import { holdsPermission } from '../../../../rules/permission.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { doGroupsGiveRoles, permissionsOf, rolesOfTenant } from './grants.ts'

/** A member who holds this, directly or by wildcard, is an administrator. */
export const WRITE_USERS_ROLES = 'fe.secure.write.usersRoles'

/** `where` parts for a JSON list of ids that names one of these. */
export const namesAnyOf = (ids: readonly string[]) => ({ containsAny: ids.map((id) => JSON.stringify(id)) })

const keysOf = (role: RoleRecord, keys: ReadonlyMap<string, string>): string[] =>
  idsOf(role.permissionIds).flatMap((id) => keys.get(id) ?? [])

/** The highest-ranking roles that may change the roles of users; a lower `level` ranks higher. */
export const administratorRoleIds = async (store: Collections, tenantId: string): Promise<string[]> => {
  const all = await rolesOfTenant(store, tenantId)
  const keys = new Map((await permissionsOf(store, all)).map(({ id, key }) => [id, key]))
  const able = all.filter((role) => holdsPermission(keysOf(role, keys), WRITE_USERS_ROLES))
  const level = Math.min(...able.map((role) => role.level))
  return able.filter((role) => role.level === level).map(({ id }) => id)
}

interface AdministratorIds {
  roles: string[]
  /** Groups that make administrators of their members. */
  groups: string[]
}

export const administratorIds = async (store: Collections, tenantId: string): Promise<AdministratorIds> => {
  const all = await rolesOfTenant(store, tenantId)
  const keys = new Map((await permissionsOf(store, all)).map(({ id, key }) => [id, key]))
  const roles = all.filter((role) => holdsPermission(keysOf(role, keys), WRITE_USERS_ROLES)).map(({ id }) => id)
  if (roles.length === 0 || !(await doGroupsGiveRoles(store, tenantId))) return { roles, groups: [] }
  const groups = await store.groups.list({ tenantId, roleIds: namesAnyOf(roles) })
  return { roles, groups: groups.map(({ id }) => id) }
}

/** Whether a member is an administrator, by their own roles or by a group. */
export const administratorOf = async (
  store: Collections,
  tenantId: string,
): Promise<(member: Pick<MemberRecord, 'tenantId' | 'roleIds' | 'groupIds'>) => boolean> => {
  const { roles, groups } = await administratorIds(store, tenantId)
  return (member) =>
    member.tenantId === tenantId &&
    (idsOf(member.roleIds).some((id) => roles.includes(id)) || idsOf(member.groupIds).some((id) => groups.includes(id)))
}

const ACTIVE = { activated: true, isLocked: false, temporaryUntil: null, disabledAt: null } as const

/** Active administrators, by their own roles or by a group. */
export const administratorsOf = async (store: Collections, tenantId: string): Promise<MemberRecord[]> => {
  const ids = await administratorIds(store, tenantId)
  const who = { ...ACTIVE, tenantId }
  const direct = ids.roles.length ? await store.members.list({ ...who, roleIds: namesAnyOf(ids.roles) }) : []
  const inGroups = ids.groups.length ? await store.members.list({ ...who, groupIds: namesAnyOf(ids.groups) }) : []
  return [...new Map([...direct, ...inGroups].map((member) => [member.id, member])).values()]
}

/** Members who hold an administrator's role themselves, and those who do by a group alone. */
export const countAdministrators = async (store: Collections, tenantId: string): Promise<number> => {
  const ids = await administratorIds(store, tenantId)
  if (ids.roles.length === 0) return 0
  const direct = await store.members.count({ tenantId, roleIds: namesAnyOf(ids.roles) })
  if (ids.groups.length === 0) return direct
  const inGroups = { tenantId, groupIds: namesAnyOf(ids.groups) }
  const both = await store.members.count({ ...inGroups, roleIds: namesAnyOf(ids.roles) })
  return direct + (await store.members.count(inGroups)) - both
}

/** A write to the tenant's row makes two administrators who remove each other wait in line. */
export const waitInLine = (store: Collections, tenantId: string, now: number) =>
  store.tenants.update({ id: tenantId }, { updatedAt: now })
