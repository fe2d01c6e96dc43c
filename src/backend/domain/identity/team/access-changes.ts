import { normalizeEmail } from '../../../../rules/email.ts'
import { writtenText } from '../../../call/read.ts'
import type { FreshWhen, MemberName, NamedMembers, RuledRequest } from '../../../call/ruled-request.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember, shownIdOf } from '../members/members.ts'
import { namesAnyOf } from '../roles/administrators.ts'
import { areGroupRolesEnabled, permissionsOf, rolesByIds } from '../roles/grants.ts'
import { isAdministrative, isAdministrativeChange, keysOfMembers, membersNamed } from '../roles/rank.ts'
import { ancestorsOf, isBelow } from '../tenants/account-tree.ts'
import { subtreeOf } from '../tenants/tenant-scope.ts'
import { defaultRoleIds } from './invite-link.ts'

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((one) => typeof one === 'string' && one !== '')

const recordsOf = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : []).filter((one) => typeof one === 'object' && one !== null)

/** Returns whether one of these roles allows changes that affect other users. */
const makeAdministrators = async (
  store: Collections,
  tenantId: string,
  roleIds: readonly string[],
): Promise<boolean> => {
  const permissions = await permissionsOf(store, await rolesByIds(store, tenantId, roleIds))
  return permissions.some(({ key }) => isAdministrativeChange(key))
}

/** Returns whether one of the members to change is an administrator. */
export const concernsAdministrator =
  (names: NamedMembers): FreshWhen =>
  async (request) => {
    const members = await membersNamed(request, await names(request))
    return (await keysOfMembers(request.ports.store, members)).some(isAdministrativeChange)
  }

/**
 * The part of a body that names roles: `roleIds` for the account of the call (`here`) or for the one in `tenantId`
 * (`account`), or a list of accounts with their roles.
 */
type RolesIn = 'here' | 'account' | 'subTenants' | 'subTenantsRoles'

const placesOf = ({ auth, body }: RuledRequest, part: RolesIn): Record<string, unknown>[] => {
  if (part === 'here') return [{ tenantId: auth.tenantId, roleIds: body.roleIds }]
  return part === 'account' ? [{ tenantId: body.tenantId, roleIds: body.roleIds }] : recordsOf(body[part])
}

/** Returns the roles that a request names for each account of the caller's tree; the handler refuses other accounts. */
const rolesNamed = async (request: RuledRequest, part: RolesIn): Promise<{ tenantId: string; roleIds: string[] }[]> => {
  const { ports, auth } = request
  const named = placesOf(request, part).map((place) => ({
    tenantId: writtenText(place.tenantId),
    roleIds: textsOf(place.roleIds),
  }))
  if (named.every(({ tenantId }) => tenantId === auth.tenantId)) return named
  const tree = await subtreeOf(ports, auth.tenantId)
  return named.filter(({ tenantId }) => tree.includes(tenantId))
}

/** Returns whether an invitation makes a user an administrator. Without roles, it grants the default ones. */
export const invitesAdministrator =
  (part: RolesIn): FreshWhen =>
  async (request) => {
    const { ports } = request
    for (const { tenantId, roleIds } of await rolesNamed(request, part)) {
      const given = roleIds.length ? roleIds : await defaultRoleIds(ports, tenantId)
      if (await makeAdministrators(ports.store, tenantId, given)) return true
    }
    return false
  }

/**
 * Returns whether the request changes roles of a member who is an administrator before or after it. Other changes don't
 * count.
 */
export const promotesOrDemotes =
  (names: NamedMembers, part: 'here' | 'subTenantsRoles'): FreshWhen =>
  async (request) => {
    const { ports, body } = request
    if (body[part === 'here' ? 'roleIds' : part] === undefined) return false
    for (const { tenantId, roleIds } of await rolesNamed(request, part)) {
      if (await makeAdministrators(ports.store, tenantId, roleIds)) return true
    }
    return concernsAdministrator(names)(request)
  }

const rolesOfGroup = async ({ ports, auth, path }: RuledRequest): Promise<string[]> => {
  const group = await ports.store.groups.find({ id: path.groupId ?? '', tenantId: auth.tenantId })
  return idsOf(group?.roleIds ?? null)
}

/** Returns whether the group's roles make its members administrators. */
export const concernsAdministratorGroup: FreshWhen = async (request) =>
  makeAdministrators(request.ports.store, request.auth.tenantId, await rolesOfGroup(request))

/** Returns whether the group's roles, including those in the request, make its members administrators. */
export const changesRolesOfGroup: FreshWhen = async (request) => {
  const { ports, auth, body } = request
  return makeAdministrators(ports.store, auth.tenantId, [...(await rolesOfGroup(request)), ...textsOf(body.roleIds)])
}

const permitChange = async (store: Collections, permissionIds: readonly string[]): Promise<boolean> => {
  const permissions = permissionIds.length ? await store.permissions.list({ id: { in: [...permissionIds] } }) : []
  return permissions.some(({ key }) => isAdministrativeChange(key))
}

/** Returns whether a role makes its holders administrators. */
export const concernsAdministratorRole: FreshWhen = ({ ports, auth, path }) =>
  makeAdministrators(ports.store, auth.tenantId, [path.roleId ?? ''])

/** Returns whether a role makes its holders administrators, before or after a change of its permissions. */
export const changesPermissionsOfRole: FreshWhen = async (request) =>
  (await concernsAdministratorRole(request)) || permitChange(request.ports.store, textsOf(request.body.permissionIds))

/** Returns whether a new role makes administrators; it has no holders unless every new member gets it. */
export const addsAdministratorDefault: FreshWhen = ({ ports, body }) =>
  body.isDefault === true && permitChange(ports.store, textsOf(body.permissions))

const isInScope = async ({ ports, auth }: RuledRequest, tenantId: string): Promise<boolean> =>
  tenantId === auth.tenantId || isBelow(ports.store, tenantId, auth.tenantId)

/**
 * Returns the active members of accounts above whose access to an account ends when it is moved. The handler checks
 * those who gain access, by the roles that they get there.
 */
export const membersLosingMoved: NamedMembers = async (request) => {
  const { store, clock } = request.ports
  const { tenantId } = request.path
  const { parentTenantId } = request.body
  if (typeof tenantId !== 'string' || typeof parentTenantId !== 'string') return []
  if (!(await isInScope(request, tenantId)) || !(await isInScope(request, parentTenantId))) return []
  const after = [parentTenantId, ...(await ancestorsOf(store, parentTenantId))]
  const left = (await ancestorsOf(store, tenantId)).filter((id) => !after.includes(id))
  const losing = left.length ? await store.members.list({ tenantId: { in: left }, subAccountAccess: true }) : []
  return losing
    .filter((member) => isActiveMember(member, clock.now()))
    .map((member) => ({ id: shownIdOf(member), tenantId: member.tenantId }))
}

/** Returns the members that a request to add users finds in the account and gives access to the accounts below. */
export const membersGivenAccess: NamedMembers = async ({ ports, body }) => {
  const { tenantId, users, allowSubAccountAccess } = body
  if (allowSubAccountAccess !== true || typeof tenantId !== 'string' || !Array.isArray(users)) return []
  const emails = users.flatMap((user: { email?: unknown } | null) => normalizeEmail(writtenText(user?.email)) ?? [])
  const found = emails.length ? await ports.store.members.list({ tenantId, email: { in: [...new Set(emails)] } }) : []
  return found.map((member) => ({ id: shownIdOf(member), tenantId }))
}

/** Returns whether a request to add users makes an administrator, or lets one into the accounts below. */
export const addsAdministrator: FreshWhen = async (request) =>
  (await invitesAdministrator('account')(request)) || concernsAdministrator(membersGivenAccess)(request)

/** Returns the roles that give power over the account or show its data, of those that the account knows. */
const administrativeRoles = async ({ ports, auth }: RuledRequest, roleIds: readonly string[]): Promise<string[]> => {
  const roles = await rolesByIds(ports.store, auth.tenantId, roleIds)
  const keys = new Map((await permissionsOf(ports.store, roles)).map(({ id, key }) => [id, key]))
  const isOne = ({ permissionIds }: RoleRecord) =>
    idsOf(permissionIds).some((id) => isAdministrative(keys.get(id) ?? ''))
  return roles.filter(isOne).map(({ id }) => id)
}

type Holder = Pick<MemberRecord, 'id' | 'userId' | 'activated'>

const HOLDER = ['id', 'userId', 'activated'] as const

const inGroups = async ({ ports, auth }: RuledRequest, groupIds: readonly string[]): Promise<Holder[]> => {
  const where = { tenantId: auth.tenantId, groupIds: namesAnyOf(groupIds) }
  return groupIds.length ? ports.store.members.listFields(where, HOLDER) : []
}

/**
 * Names the members who lose permissions by a change of roles. The vendor's own users hold every permission whatever
 * their roles, so they lose none and must not stop the owners of the account.
 */
const namesOfLosing = async (store: Collections, members: readonly Holder[]): Promise<MemberName[]> => {
  const userIds = members.filter(({ activated }) => activated).map(({ userId }) => userId)
  const found = await inChunks(userIds, (part) => store.users.listFields({ id: { in: part }, superUser: true }, ['id']))
  const staff = new Set(found.map(({ id }) => id))
  return members
    .filter(({ activated, userId }) => !activated || !staff.has(userId))
    .map((member) => ({ id: shownIdOf(member) }))
}

/** Returns the members of a group who lose administrative roles, all of the group's or those that the body names. */
export const membersLosingGroup =
  (taken: 'all' | 'roleIds'): NamedMembers =>
  async (request) => {
    const { ports, auth, path, body } = request
    if (!(await areGroupRolesEnabled(ports.store, auth.tenantId))) return []
    const group = await ports.store.groups.find({ id: path.groupId ?? '', tenantId: auth.tenantId })
    const given = idsOf(group?.roleIds ?? null)
    const lost = taken === 'all' ? given : textsOf(body.roleIds).filter((id) => given.includes(id))
    if (!group || (await administrativeRoles(request, lost)).length === 0) return []
    return namesOfLosing(ports.store, await inGroups(request, [group.id]))
  }

/** Returns the members who lose administrative roles when groups, or their roles, are turned off. */
export const membersLosingGroups: NamedMembers = async (request) => {
  const { ports, auth, body } = request
  if (body.enabled !== false && body.rolesEnabled !== false) return []
  if (!(await areGroupRolesEnabled(ports.store, auth.tenantId))) return []
  const groups = await ports.store.groups.list({ tenantId: auth.tenantId, roleIds: { not: '[]' } })
  const roleIds = await administrativeRoles(request, [...new Set(groups.flatMap((group) => idsOf(group.roleIds)))])
  const giving = groups.filter((group) => idsOf(group.roleIds).some((id) => roleIds.includes(id)))
  const members = await inGroups(
    request,
    giving.map(({ id }) => id),
  )
  return namesOfLosing(ports.store, members)
}

/** Returns the members with a role of the account, themselves or by a group, if the role is administrative. */
export const membersLosingRole: NamedMembers = async (request) => {
  const { ports, auth, path } = request
  const roleIds = await administrativeRoles(request, [path.roleId ?? ''])
  if (roleIds.length === 0) return []
  const { store } = ports
  const where = { tenantId: auth.tenantId, roleIds: namesAnyOf(roleIds) }
  const own = await store.members.listFields(where, HOLDER)
  const giving = (await areGroupRolesEnabled(store, auth.tenantId)) ? await store.groups.list(where) : []
  const byGroup = await inGroups(
    request,
    giving.map(({ id }) => id),
  )
  return namesOfLosing(store, [...new Map([...own, ...byGroup].map((member) => [member.id, member])).values()])
}

/** Returns the same if the change takes an administrative permission from the role. */
export const membersLosingPermissions: NamedMembers = async (request) => {
  const { ports, auth, path, body } = request
  const [role] = await rolesByIds(ports.store, auth.tenantId, [path.roleId ?? ''])
  const kept = textsOf(body.permissionIds)
  const lost = role ? (await permissionsOf(ports.store, [role])).filter(({ id }) => !kept.includes(id)) : []
  return lost.some(({ key }) => isAdministrative(key)) ? membersLosingRole(request) : []
}
