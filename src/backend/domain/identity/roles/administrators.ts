import { holdsPermission } from '../../../../rules/permission.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { GroupRecord, MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { ancestorsOf, tenantTypeOf } from '../tenants/account-tree.ts'
import { doGroupsGiveRoles, permissionsOf, rolesOfTenant } from './grants.ts'

/** Members who hold this permission, directly or by wildcard, are administrators. */
export const WRITE_USERS_ROLES = 'fe.secure.write.usersRoles'

/** Returns a filter for JSON lists that contain one of these ids. */
export const namesAnyOf = (ids: readonly string[]) => ({ containsAny: ids.map((id) => JSON.stringify(id)) })

const keysOf = (role: RoleRecord, keys: ReadonlyMap<string, string>): string[] =>
  idsOf(role.permissionIds).flatMap((id) => keys.get(id) ?? [])

/** Returns the highest-ranking roles that may change the roles of users; a lower `level` ranks higher. */
export const administratorRoleIds = async (store: Collections, tenantId: string): Promise<string[]> => {
  const all = await rolesOfTenant(store, tenantId)
  const keys = new Map((await permissionsOf(store, all)).map(({ id, key }) => [id, key]))
  const able = all.filter((role) => holdsPermission(keysOf(role, keys), WRITE_USERS_ROLES))
  const level = Math.min(...able.map((role) => role.level))
  return able.filter((role) => role.level === level).map(({ id }) => id)
}

interface AdministratorIds {
  roles: string[]
  /** Groups that make their members administrators. */
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

/** Returns a function that checks whether a member is an administrator, by their own roles or by a group. */
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

/** Returns the active administrators, by their own roles or by a group. */
export const administratorsOf = async (store: Collections, tenantId: string): Promise<MemberRecord[]> => {
  const ids = await administratorIds(store, tenantId)
  const who = { ...ACTIVE, tenantId }
  const direct = ids.roles.length ? await store.members.list({ ...who, roleIds: namesAnyOf(ids.roles) }) : []
  const inGroups = ids.groups.length ? await store.members.list({ ...who, groupIds: namesAnyOf(ids.groups) }) : []
  return [...new Map([...direct, ...inGroups].map((member) => [member.id, member])).values()]
}

/**
 * Returns the ids of the accounts that have an administrator of their own who may currently use the account, also a
 * temporary one. The number of queries doesn't depend on the number of accounts.
 */
export const administratedAmong = async (
  store: Collections,
  tenantIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> => {
  const inThem = { tenantId: { in: [...tenantIds, null] } }
  const all = await store.roles.list(inThem)
  const keys = new Map((await permissionsOf(store, all)).map(({ id, key }) => [id, key]))
  const roles = all.filter((role) => holdsPermission(keysOf(role, keys), WRITE_USERS_ROLES))
  if (roles.length === 0) return new Set()
  const appliesIn = (tenantId: string, ids: readonly string[]) =>
    roles.some((role) => ids.includes(role.id) && (role.tenantId === null || role.tenantId === tenantId))
  const named = namesAnyOf(roles.map(({ id }) => id))
  const groups: GroupRecord[] = []
  for (const group of await store.groups.list({ tenantId: { in: [...tenantIds] }, roleIds: named }))
    if (appliesIn(group.tenantId, idsOf(group.roleIds)) && (await doGroupsGiveRoles(store, group.tenantId)))
      groups.push(group)
  const who = { activated: true, isLocked: false, disabledAt: null, tenantId: { in: [...tenantIds] } } as const
  const fields = ['tenantId', 'roleIds', 'groupIds', 'temporaryUntil'] as const
  const inGroups = groups.length
    ? await store.members.listFields({ ...who, groupIds: namesAnyOf(groups.map(({ id }) => id)) }, fields)
    : []
  const candidates = [...(await store.members.listFields({ ...who, roleIds: named }, fields)), ...inGroups]
  const isOne = ({ tenantId, roleIds, groupIds, temporaryUntil }: (typeof candidates)[number]) =>
    (temporaryUntil === null || temporaryUntil > now) &&
    (appliesIn(tenantId, idsOf(roleIds)) ||
      groups.some((group) => group.tenantId === tenantId && idsOf(groupIds).includes(group.id)))
  return new Set(candidates.filter(isOne).map(({ tenantId }) => tenantId))
}

/**
 * Returns the administrators who are notified about an account: its own, else those of the nearest account above who
 * may work in it. If none may, it is the administrators of the nearest account above of the same customer, who can give
 * themselves access.
 */
export const responsibleAdministrators = async (store: Collections, tenantId: string): Promise<MemberRecord[]> => {
  const own = await administratorsOf(store, tenantId)
  if (own.length > 0) return own
  let withoutAccess: MemberRecord[] = []
  for (const accountId of await ancestorsOf(store, tenantId)) {
    const found = await administratorsOf(store, accountId)
    const able = found.filter(({ subAccountAccess }) => subAccountAccess)
    if (able.length > 0) return able
    const account = await store.tenants.get(accountId)
    const isSameCustomer = account !== undefined && tenantTypeOf(account) !== 'headquarter'
    if (withoutAccess.length === 0 && isSameCustomer) withoutAccess = found
  }
  return withoutAccess
}

/** Counts members who have an administrator role themselves or only by a group. */
export const countAdministrators = async (store: Collections, tenantId: string): Promise<number> => {
  const ids = await administratorIds(store, tenantId)
  if (ids.roles.length === 0) return 0
  const direct = await store.members.count({ tenantId, roleIds: namesAnyOf(ids.roles) })
  if (ids.groups.length === 0) return direct
  const inGroups = { tenantId, groupIds: namesAnyOf(ids.groups) }
  const both = await store.members.count({ ...inGroups, roleIds: namesAnyOf(ids.roles) })
  return direct + (await store.members.count(inGroups)) - both
}

/** Locks the tenant's row, so that two administrators who remove each other run one after the other. */
export const waitInLine = (store: Collections, tenantId: string, now: number) =>
  store.tenants.update({ id: tenantId }, { updatedAt: now })
