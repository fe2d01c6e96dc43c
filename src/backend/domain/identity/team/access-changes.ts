import { normalizeEmail } from '../../../../rules/email.ts'
import type { FreshWhen, MemberName, NamedMembers, RuledRequest } from '../../../call/ruled-request.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { RoleRecord } from '../../../store/records.ts'
import { shownIdOf } from '../members/members.ts'
import { namesAnyOf } from '../roles/administrators.ts'
import { permissionsOf, rolesByIds } from '../roles/grants.ts'
import { isAdministrative } from '../roles/rank.ts'
import { ancestorsOf, isBelow } from '../tenants/account-tree.ts'
import { concernsAdministrator, invitesAdministrator } from './administrator-changes.ts'

const isInScope = async ({ ports, auth }: RuledRequest, tenantId: string): Promise<boolean> =>
  tenantId === auth.tenantId || isBelow(ports.store, tenantId, auth.tenantId)

/**
 * Returns the members of accounts above whose access to an account ends when it is moved. The handler judges those who
 * gain access, by the roles that they get there.
 */
export const membersLosingMoved: NamedMembers = async (request) => {
  const { store } = request.ports
  const { tenantId } = request.path
  const { parentTenantId } = request.body
  if (typeof tenantId !== 'string' || typeof parentTenantId !== 'string') return []
  if (!(await isInScope(request, tenantId)) || !(await isInScope(request, parentTenantId))) return []
  const after = [parentTenantId, ...(await ancestorsOf(store, parentTenantId))]
  const left = (await ancestorsOf(store, tenantId)).filter((id) => !after.includes(id))
  const losing = left.length ? await store.members.list({ tenantId: { in: left }, subAccountAccess: true }) : []
  return losing.map((member) => ({ id: shownIdOf(member), tenantId: member.tenantId }))
}

/** Returns the members that a request to add users finds in the account and gives access to the accounts below. */
export const membersGivenAccess: NamedMembers = async ({ ports, body }) => {
  const { tenantId, users, allowSubAccountAccess } = body
  if (allowSubAccountAccess !== true || typeof tenantId !== 'string' || !Array.isArray(users)) return []
  const emails = users.flatMap((user: { email?: unknown } | null) => normalizeEmail(String(user?.email)) ?? [])
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

const inGroups = async ({ ports, auth }: RuledRequest, groupIds: readonly string[]): Promise<MemberName[]> => {
  const where = { tenantId: auth.tenantId, groupIds: namesAnyOf(groupIds) }
  const members = groupIds.length ? await ports.store.members.list(where) : []
  return members.map((member) => ({ id: shownIdOf(member) }))
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((one) => typeof one === 'string')

/** Returns the members of a group who lose administrative roles, all of the group's or those that the body names. */
export const membersLosingGroup =
  (taken: 'all' | 'roleIds'): NamedMembers =>
  async (request) => {
    const { ports, auth, path, body } = request
    const group = await ports.store.groups.find({ id: path.groupId ?? '', tenantId: auth.tenantId })
    const given = idsOf(group?.roleIds ?? null)
    const lost = taken === 'all' ? given : textsOf(body.roleIds).filter((id) => given.includes(id))
    return group && (await administrativeRoles(request, lost)).length > 0 ? inGroups(request, [group.id]) : []
  }

/** Returns the members who lose administrative roles when groups, or their roles, are turned off. */
export const membersLosingGroups: NamedMembers = async (request) => {
  const { ports, auth, body } = request
  if (body.enabled !== false && body.rolesEnabled !== false) return []
  const groups = await ports.store.groups.list({ tenantId: auth.tenantId, roleIds: { not: '[]' } })
  const roleIds = await administrativeRoles(request, [...new Set(groups.flatMap((group) => idsOf(group.roleIds)))])
  const giving = groups.filter((group) => idsOf(group.roleIds).some((id) => roleIds.includes(id)))
  return inGroups(
    request,
    giving.map(({ id }) => id),
  )
}

/** Returns everyone with a role of the account, themselves or by a group, if the role is administrative. */
export const membersLosingRole: NamedMembers = async (request) => {
  const { ports, auth, path } = request
  const roleIds = await administrativeRoles(request, [path.roleId ?? ''])
  if (roleIds.length === 0) return []
  const where = { tenantId: auth.tenantId, roleIds: namesAnyOf(roleIds) }
  const own = (await ports.store.members.list(where)).map((member) => ({ id: shownIdOf(member) }))
  const groups = await ports.store.groups.list(where)
  return [
    ...own,
    ...(await inGroups(
      request,
      groups.map(({ id }) => id),
    )),
  ]
}

/** Returns the same if the change takes an administrative permission from the role. */
export const membersLosingPermissions: NamedMembers = async (request) => {
  const { ports, auth, path, body } = request
  const [role] = await rolesByIds(ports.store, auth.tenantId, [path.roleId ?? ''])
  const kept = textsOf(body.permissionIds)
  const lost = role ? (await permissionsOf(ports.store, [role])).filter(({ id }) => !kept.includes(id)) : []
  return lost.some(({ key }) => isAdministrative(key)) ? membersLosingRole(request) : []
}
