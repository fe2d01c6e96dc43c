import type { Auth } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { roleIdsByMember, rolesByIds } from './grants.ts'

/**
 * Returns the highest rank among roles; a lower `level` ranks higher. Without roles it is infinity, the lowest rank.
 */
export const rankOf = (roles: readonly Pick<RoleRecord, 'level'>[]): number =>
  Math.min(Number.POSITIVE_INFINITY, ...roles.map(({ level }) => level))

export const callerRank = async (auth: Auth): Promise<number> =>
  auth.user.superUser ? Number.NEGATIVE_INFINITY : rankOf((await auth.grants()).roles)

/** Refuses changes to roles that rank higher than the caller's own. */
export const assertOutranksRoles = async (auth: Auth, roles: readonly RoleRecord[]): Promise<void> => {
  if (rankOf(roles) < (await callerRank(auth))) throw forbidden('This role ranks higher than your own').as('outranked')
}

/** Refuses role changes of members who rank higher than the caller. */
export const assertOutranksMembers = async (
  store: Collections,
  auth: Auth,
  members: readonly MemberRecord[],
): Promise<void> => {
  const rank = await callerRank(auth)
  for (const tenantId of new Set(members.map((member) => member.tenantId))) {
    const roleIds = await roleIdsByMember(
      store,
      tenantId,
      members.filter((member) => member.tenantId === tenantId),
    )
    const roles = await rolesByIds(store, tenantId, [...roleIds.values()].flat())
    if (rankOf(roles) < rank) throw forbidden('This user has a role that ranks higher than your own').as('outranked')
  }
}
