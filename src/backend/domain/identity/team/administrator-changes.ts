import { writtenText } from '../../../call/read.ts'
import type { FreshWhen, NamedMembers, RuledRequest } from '../../../call/ruled-request.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { Collections } from '../../../store/store.ts'
import { permissionsOf, rolesByIds } from '../roles/grants.ts'
import { isAdministrativeChange, keysOfMembers, membersNamed } from '../roles/rank.ts'
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
