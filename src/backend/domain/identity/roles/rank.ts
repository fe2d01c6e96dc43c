import { coversPermissions } from '../../../../rules/permission.ts'
import type { Auth, RankedRole, VouchedRanks } from '../../../call/auth.ts'
import { forbidden, type Refusal } from '../../../call/refusal.ts'
import type { MemberName, RuledRequest } from '../../../call/ruled-request.ts'
import type { MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { membersByIds } from '../members/members.ts'
import { memberInTree, subtreeOf } from '../tenants/tenant-scope.ts'
import { permissionsOf, roleIdsByMember, rolesByIds } from './grants.ts'

/** Keys for the user's own data, which give no power over the account. */
const PERSONAL = /\.(userApiTokens|userBellNotifications|updateUserBellNotification)$/

const READ_ONLY = /^fe\.([\w-]+\.)?read(\.|$)/

/**
 * Returns whether a key, or a wildcard that covers some of them, belongs to the portal; all others belong to the
 * vendor's product.
 */
export const isOfPortal = (key: string): boolean => {
  const [literal = ''] = key.split('*')
  return key.startsWith('fe.') || (literal !== key && 'fe.'.startsWith(literal))
}

/** Returns whether a permission gives power over other users or the account, regardless of which users have it. */
export const isAdministrative = (key: string): boolean => isOfPortal(key) && !PERSONAL.test(key)

/** Returns whether a key allows changes that affect other users. */
export const isAdministrativeChange = (key: string): boolean => isAdministrative(key) && !READ_ONLY.test(key)

const RANKS_HIGHER = 'This user has permissions that you don’t have, so you can’t do this'

/** Finds members of one account by their ids there or, for those missing, in any account of the caller's tree. */
const membersInTree = async (request: RuledRequest, tenantId: string, ids: readonly string[]) => {
  const found = await membersByIds(request.ports.store, tenantId, ids)
  const known = new Set(found.flatMap(({ id, userId }) => [id, userId]))
  for (const id of new Set(ids.filter((each) => !known.has(each)))) {
    const member = await memberInTree(request, tenantId, id)
    if (member) found.push(member)
  }
  return found
}

/**
 * Returns the named members that exist in the account or below it. The handler refuses the others, and a refusal
 * because of rank must not reveal what they may do.
 */
export const membersNamed = async (request: RuledRequest, names: readonly MemberName[]): Promise<MemberRecord[]> => {
  const { ports, auth } = request
  const here = names.filter(({ tenantId }) => tenantId === undefined).map(({ id }) => id)
  const found = await membersByIds(ports.store, auth.tenantId, here)
  const tree = names.length > here.length ? await subtreeOf(ports, auth.tenantId) : []
  for (const tenantId of tree) {
    const ids = names.filter((name) => name.tenantId === tenantId).map(({ id }) => id)
    if (ids.length > 0) found.push(...(await membersInTree(request, tenantId, ids)))
  }
  return found
}

/** Returns all keys that members of one account hold by their roles and groups. */
const keysHeld = async (store: Collections, tenantId: string, members: readonly MemberRecord[]): Promise<string[]> => {
  const roleIds = [...(await roleIdsByMember(store, tenantId, members)).values()].flat()
  return (await permissionsOf(store, await rolesByIds(store, tenantId, roleIds))).map(({ key }) => key)
}

/** Returns all keys that members hold in their accounts; the vendor's own users hold every key. */
export const keysOfMembers = async (store: Collections, members: readonly MemberRecord[]): Promise<string[]> => {
  const keys: string[] = []
  for (const tenantId of new Set(members.map((member) => member.tenantId))) {
    const here = members.filter((member) => member.tenantId === tenantId)
    keys.push(...(await keysHeld(store, tenantId, here)))
  }
  // The user behind a pending invitation doesn't count here.
  const userIds = members.filter(({ activated }) => activated).map(({ userId }) => userId)
  const isVendors = userIds.length > 0 && (await store.users.count({ id: { in: userIds }, superUser: true })) > 0
  return isVendors ? [...keys, '*'] : keys
}

/**
 * Refuses a caller who lacks administrative permissions of the members they act on; users may act on themselves.
 *
 * @throws Refusal 403
 */
export const assertRanksWith = async (request: RuledRequest, names: readonly MemberName[]): Promise<void> => {
  const { ports, auth } = request
  const isOwn = ({ userId }: MemberRecord) => userId === auth.user.id && auth.machine === undefined
  const others = (await membersNamed(request, names)).filter((member) => !isOwn(member))
  if (others.length === 0) return
  const { keys } = await auth.grants()
  const wanted = (await keysOfMembers(ports.store, others)).filter(isAdministrative)
  if (!coversPermissions(keys, wanted)) throw forbidden(RANKS_HIGHER).as('outranked')
}

/**
 * Returns the highest rank among roles; a lower `level` ranks higher. Without roles it is infinity, the lowest rank.
 */
export const rankOf = (roles: readonly Pick<RoleRecord, 'level'>[]): number =>
  Math.min(Number.POSITIVE_INFINITY, ...roles.map(({ level }) => level))

const STAFF = { own: Number.NEGATIVE_INFINITY, administrative: Number.NEGATIVE_INFINITY }

/** Returns whether a caller may do everything as one of the vendor's staff, which a limited session doesn't let them. */
export const actsAsStaff = async ({ user, isLimited }: Pick<Auth, 'user' | 'isLimited'>): Promise<boolean> =>
  user.superUser && !(await isLimited?.())

type Ranks = Pick<VouchedRanks, 'own' | 'administrative'> & Partial<VouchedRanks>

const ranksOf = async (auth: Auth): Promise<Ranks> => {
  const vouched = (await actsAsStaff(auth)) ? STAFF : await auth.vouchedRanks?.()
  if (vouched) return vouched
  const own = rankOf((await auth.grants()).roles)
  return { own, administrative: own }
}

/** Returns the caller's rank for roles that make users administrators. */
export const administrativeRank = async (auth: Auth): Promise<number> => (await ranksOf(auth)).administrative

/** Returns the ranks with which a caller acts on roles of an account. Only their own rank decides for most callers. */
const ranksOver = async (auth: Auth, roles: readonly RankedRole[], tenantId: string) => {
  const ranks = await ranksOf(auth)
  const { own, administrative, administrativeAmong } = ranks
  const isOwnEnough = rankOf(roles) >= administrative
  const limited = isOwnEnough ? undefined : await administrativeAmong?.(roles, tenantId)
  return { ...ranks, over: (role: RankedRole) => (limited?.has(role) ? administrative : own) }
}

/** Returns the caller's rank for a role of their account. */
export const rankForRole = async (auth: Auth, role: RankedRole): Promise<number> =>
  (await ranksOver(auth, [role], auth.tenantId)).over(role)

/** Returns those roles that rank no higher than the caller. */
export const notOutranking = async <Role extends RankedRole>(auth: Auth, roles: readonly Role[]): Promise<Role[]> => {
  const { over } = await ranksOver(auth, roles, auth.tenantId)
  return roles.filter((role) => role.level >= over(role))
}

/**
 * Refuses roles that rank higher than the caller.
 *
 * @throws Refusal 403, which asks for a proof if the caller's own rank suffices and only their session is limited
 */
export const assertRanked = async (
  auth: Auth,
  { roles, tenantId = auth.tenantId }: { roles: readonly RankedRole[]; tenantId?: string },
  refusal: () => Refusal,
): Promise<void> => {
  const { over, withheld } = await ranksOver(auth, roles, tenantId)
  const higher = roles.filter((role) => role.level < over(role))
  if (higher.length === 0) return
  throw (await withheld?.(rankOf(higher))) ?? refusal()
}

/** Refuses changes to roles that rank higher than the caller. */
export const assertOutranksRoles = (auth: Auth, roles: readonly RankedRole[]): Promise<void> =>
  assertRanked(auth, { roles }, () => forbidden('This role ranks higher than your own').as('outranked'))

/** Refuses role changes of members who rank higher than the caller. */
export const assertOutranksMembers = async (
  store: Collections,
  auth: Auth,
  members: readonly MemberRecord[],
): Promise<void> => {
  const refusal = () => forbidden('This user has a role that ranks higher than your own').as('outranked')
  for (const tenantId of new Set(members.map((member) => member.tenantId))) {
    const roleIds = await roleIdsByMember(
      store,
      tenantId,
      members.filter((member) => member.tenantId === tenantId),
    )
    const roles = await rolesByIds(store, tenantId, [...roleIds.values()].flat())
    await assertRanked(auth, { roles, tenantId }, refusal)
  }
}
