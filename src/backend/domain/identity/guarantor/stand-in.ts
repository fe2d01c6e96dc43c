import { coversPermissions } from '../../../../rules/permission.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { administratorOf, administratorsOf } from '../roles/administrators.ts'
import { ancestorsOf } from '../tenants/account-tree.ts'
import { type AccountRights, type Assumed, findSuperUsers, isAbout, type Rights } from './rights.ts'

// Only records of older releases need this module.

/** Returns the administrators of the account, else those of the nearest account above it who may work in it. */
const candidatesOf = async (store: Collections, tenantId: string, assumed: Assumed | undefined) => {
  for (const accountId of [tenantId, ...(await ancestorsOf(store, tenantId))]) {
    const isHere = accountId === tenantId
    const isAdministrator = await administratorOf(store, accountId)
    const changed = (member: MemberRecord) =>
      isAbout(assumed, accountId, member.userId)
        ? { ...member, roleIds: assumed.roleIds, groupIds: assumed.groupIds }
        : member
    const found = (await administratorsOf(store, accountId))
      .filter((member) => isHere || member.subAccountAccess)
      .filter(({ userId }) => !isAbout(assumed, accountId, userId) || !assumed.isEnded)
      .map(changed)
      .filter(isAdministrator)
    if (found.length > 0) return found
  }
  return []
}

/**
 * Chooses a guarantor for records of older releases, which name none: the highest-ranking administrator who holds what
 * the others hold, preferring the founder, then the oldest. An upgrade alone then doesn't refuse any of them.
 */
export const findStandIn = async (
  store: Collections,
  { tenantId, rights, assumed }: { tenantId: string; rights: AccountRights; assumed: Assumed | undefined },
): Promise<(Rights & { userId: string }) | undefined> => {
  const founderId = (await store.tenants.get(tenantId))?.founderId
  const members = await candidatesOf(store, tenantId, assumed)
  const ids = members.map(({ userId }) => userId)
  const superUsers = await findSuperUsers(store, ids)
  const rightsOf = (member: MemberRecord) => rights.all(member, { superUser: superUsers.has(member.userId) })
  const candidates = members
    .map((member) => ({ ...rightsOf(member), userId: member.userId, createdAt: member.createdAt }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        Number(other.userId === founderId) - Number(one.userId === founderId) ||
        one.createdAt - other.createdAt ||
        (one.userId < other.userId ? -1 : 1),
    )
  const wanted = [...new Set(candidates.flatMap(({ keys }) => keys))]
  return candidates.find(({ keys }) => coversPermissions(keys, wanted)) ?? candidates[0]
}
