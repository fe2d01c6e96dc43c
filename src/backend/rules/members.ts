import { coversPermissions, holdsPermission } from '../../rules/permission.ts'
import type { Auth } from '../http/authenticate.ts'
import { badRequest, conflict, forbidden, notFound } from '../http/refusal.ts'
import type { Ports } from '../ports.ts'
import type { MemberRecord, RoleRecord, UserRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'
import { idsOf, permissionsOf, rolesOfTenant } from './grants.ts'

/** Keys of the users area; reading them is in seed 000 §2, writing follows the same pattern. */
export const READ_USERS = 'fe.secure.read.users'
export const WRITE_USERS = 'fe.secure.write.users'
export const DELETE_USERS = 'fe.secure.delete.users'

/** A member of the caller's tenant; people of other tenants do not exist here. */
export const memberOf = async (
  ports: Ports,
  tenantId: string,
  userId: string,
): Promise<{ member: MemberRecord; user: UserRecord }> => {
  const member = await ports.store.members.find({ tenantId, userId })
  const user = member && (await ports.store.users.get(userId))
  if (!member || !user) throw notFound('There is no such user in this account')
  return { member, user }
}

/** What the front end sends for "no roles at all" is a list of one empty text (seed 001 §4). */
export const cleanRoleIds = (ids: readonly string[]): string[] => [...new Set(ids.filter((id) => id !== ''))]

/** Roles that may be given here; nobody can give more than she holds herself. */
export const assignableRoles = async (ports: Ports, auth: Auth, ids: readonly string[]): Promise<RoleRecord[]> => {
  const roles = (await rolesOfTenant(ports.store, auth.tenantId)).filter((role) => ids.includes(role.id))
  if (roles.length !== ids.length) throw badRequest('There is no such role in this account')
  const { keys } = await auth.grants()
  const wanted = await permissionsOf(ports.store, roles)
  if (
    !coversPermissions(
      keys,
      wanted.map(({ key }) => key),
    )
  ) {
    throw forbidden("You can't assign a role that allows more than your own roles")
  }
  return roles
}

/** Roles whose holders can manage users. */
const administratorRoleIds = async (store: Collections, tenantId: string): Promise<string[]> => {
  const roles = await rolesOfTenant(store, tenantId)
  const permissions = new Map((await permissionsOf(store, roles)).map(({ id, key }) => [id, key]))
  const keysOf = (role: RoleRecord) => idsOf(role.permissionIds).flatMap((id) => permissions.get(id) ?? [])
  return roles.filter((role) => holdsPermission(keysOf(role), WRITE_USERS)).map(({ id }) => id)
}

/**
 * Refuses a change that would leave nobody to manage the users. Runs inside the transaction of the change: the write
 * to the tenant's row makes two administrators who remove each other wait in line.
 */
export const assertAdministratorStays = async (
  store: Collections,
  member: MemberRecord,
  after: { roleIds: readonly string[]; now: number },
): Promise<void> => {
  const administrators = await administratorRoleIds(store, member.tenantId)
  const isAdministrator = idsOf(member.roleIds).some((id) => administrators.includes(id))
  if (!isAdministrator || after.roleIds.some((id) => administrators.includes(id))) return
  await store.tenants.update({ id: member.tenantId }, { updatedAt: after.now })
  const others = await store.members.count({
    tenantId: member.tenantId,
    userId: { not: member.userId },
    activated: true,
    isLocked: false,
    temporaryUntil: null,
    roleIds: { containsAny: administrators.map((id) => JSON.stringify(id)) },
  })
  if (others === 0) throw conflict('The last administrator of an account must stay one')
}

export const memberRecord = (
  ports: Ports,
  user: UserRecord,
  given: {
    tenantId: string
    roleIds: readonly string[]
    activated: boolean
    temporaryUntil: number | null
    factor?: string | null
  },
): MemberRecord => ({
  id: ports.random.uuid(),
  tenantId: given.tenantId,
  userId: user.id,
  email: user.email,
  name: user.name,
  verified: user.verified,
  isLocked: user.lockedAt !== null,
  mfaEnrolled: user.mfaEnrolled,
  provider: user.provider,
  roleIds: JSON.stringify(given.roleIds),
  groupIds: null,
  factor: given.factor ?? null,
  activated: given.activated,
  invitedAt: given.activated ? null : ports.clock.now(),
  temporaryUntil: given.temporaryUntil,
  createdAt: ports.clock.now(),
  lastLogin: null,
})
