import { holdsPermission } from '../../../../rules/permission.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { ancestorsOf, tenantTypeOf } from '../tenants/account-tree.ts'
import { accountsWithGroupRoles, areGroupRolesEnabled, permissionsOf, rolesOfTenant } from './grants.ts'

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
  if (roles.length === 0 || !(await areGroupRolesEnabled(store, tenantId))) return { roles, groups: [] }
  const groups = await store.groups.list({ tenantId, roleIds: namesAnyOf(roles) })
  // A view with unsaved changes also finds groups that have lost these roles (`changed-store.ts`).
  const giving = groups.filter(({ roleIds }) => idsOf(roleIds).some((id) => roles.includes(id)))
  return { roles, groups: giving.map(({ id }) => id) }
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

/** Accounts whose members are read together, so that memory stays bounded. */
const ACCOUNTS_AT_ONCE = 50

/** Returns the account of each administrative role by the role's id; `null` for the vendor's, which apply everywhere. */
const administrativeRolesOf = async (store: Collections, tenantIds: readonly string[]) => {
  const all = await inChunks([null, ...tenantIds], (part) => store.roles.list({ tenantId: { in: part } }))
  const keys = new Map((await permissionsOf(store, all)).map(({ id, key }) => [id, key]))
  const able = all.filter((role) => holdsPermission(keysOf(role, keys), WRITE_USERS_ROLES))
  return new Map(able.map(({ id, tenantId }) => [id, tenantId]))
}

type Applies = (tenantId: string, ids: string | null) => boolean

/** Returns the account of each group that makes its members administrators, by the group's id. */
const administrativeGroupsOf = async (store: Collections, tenantIds: readonly string[], isAdministrative: Applies) => {
  const withRoles = { tenantId: { in: tenantIds }, roleIds: { not: '[]' } }
  const groups = await store.groups.listFields(withRoles, ['id', 'tenantId', 'roleIds'])
  const able = groups.filter(({ tenantId, roleIds }) => isAdministrative(tenantId, roleIds))
  const giving = await accountsWithGroupRoles(store, [...new Set(able.map(({ tenantId }) => tenantId))])
  return new Map(able.filter(({ tenantId }) => giving.has(tenantId)).map(({ id, tenantId }) => [id, tenantId]))
}

/**
 * Returns the ids of the accounts that have an administrator of their own who may currently use the account, even if
 * only temporarily. One search finds those with a role of the vendor. Of the others, only those with roles or groups of
 * their own have their members read, 50 accounts per statement, and checked here: a search would compare each of these
 * roles with each member.
 */
export const findAdministered = async (
  store: Collections,
  tenantIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> => {
  const roles = await administrativeRolesOf(store, tenantIds)
  if (roles.size === 0) return new Set()
  const appliesIn: Applies = (tenantId, ids) =>
    idsOf(ids).some((id) => roles.has(id) && (roles.get(id) ?? tenantId) === tenantId)
  const who = { activated: true, isLocked: false, disabledAt: null } as const
  const isCurrent = ({ temporaryUntil }: Pick<MemberRecord, 'temporaryUntil'>) =>
    temporaryUntil === null || temporaryUntil > now
  const shared = [...roles].flatMap(([id, tenantId]) => (tenantId === null ? [id] : []))
  const withShared = { ...who, tenantId: { in: tenantIds }, roleIds: namesAnyOf(shared) }
  const direct = shared.length ? await store.members.listFields(withShared, ['tenantId', 'temporaryUntil']) : []
  const found = new Set(direct.filter(isCurrent).map(({ tenantId }) => tenantId))
  const others = tenantIds.filter((id) => !found.has(id))
  const groups = await administrativeGroupsOf(store, others, appliesIn)
  const withOwn = new Set([...roles.values(), ...groups.values()])
  const read = others.filter((id) => withOwn.has(id))
  const fields = ['tenantId', 'roleIds', 'groupIds', 'temporaryUntil'] as const
  for (let at = 0; at < read.length; at += ACCOUNTS_AT_ONCE) {
    const part = { in: read.slice(at, at + ACCOUNTS_AT_ONCE) }
    for (const member of await store.members.listFields({ ...who, tenantId: part }, fields)) {
      const { tenantId, roleIds, groupIds } = member
      if (found.has(tenantId) || !isCurrent(member)) continue
      const isInGroup = idsOf(groupIds).some((id) => groups.get(id) === tenantId)
      if (isInGroup || appliesIn(tenantId, roleIds)) found.add(tenantId)
    }
  }
  return found
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
export const lockTenant = (store: Collections, tenantId: string, now: number) =>
  store.tenants.update({ id: tenantId }, { updatedAt: now })
