import { coversPermissions } from '../../../rules/permission.ts'
import type { Auth } from '../../call/auth.ts'
import { badRequest, forbidden, notFound } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord, PermissionRecord, RoleRecord, UserRecord } from '../../store/records.ts'
import { permissionsOf } from '../roles/grants.ts'

export { assertAdministratorStays } from './administrators.ts'

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

/** Nobody can grant what she doesn't hold. */
export const assertHolds = async (auth: Auth, permissions: readonly PermissionRecord[]): Promise<void> => {
  const { keys } = await auth.grants()
  const wanted = permissions.map(({ key }) => key)
  if (!coversPermissions(keys, wanted)) throw forbidden("You can't give more than your own roles allow")
}

/** Roles that may be given here; nobody can give more than she holds herself. */
export const assignableRoles = async (ports: Ports, auth: Auth, ids: readonly string[]): Promise<RoleRecord[]> => {
  const wanted = { id: { in: [...ids] }, tenantId: { in: [auth.tenantId, null] } }
  const roles = ids.length ? await ports.store.roles.list(wanted) : []
  if (roles.length !== ids.length) throw badRequest('There is no such role in this account')
  await assertHolds(auth, await permissionsOf(ports.store, roles))
  return roles
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
  subAccountAccess: false,
})
