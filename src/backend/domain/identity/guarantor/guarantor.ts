import { coversPermissions } from '../../../../rules/permission.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { administratorOf, administratorsOf } from '../roles/administrators.ts'
import { memberOfSession } from '../sessions/account-access.ts'
import { ancestorsOf } from '../tenants/account-tree.ts'
import { type AccountRights, accountRights, type Holder, NO_RIGHTS, type Rights } from './rights.ts'
import { tokenGuarantorId, tokensGuaranteedBy } from './token-guarantor.ts'

/** The store, or the collections of a transaction. */
export type Reading = Pick<Ports, 'clock'> & { store: Collections }

/** A membership as a change that isn't saved yet leaves it; without roles it ends. */
export interface Assumed extends Holder {
  tenantId: string
  userId: string
  isEnded: boolean
}

/** Who vouches for something, with what they hold in the account today. */
export interface Guarantor extends Rights {
  userId: string
  /** Whether they were chosen for a record that names no one, instead of having vouched for it. */
  isStandIn: boolean
}

const isAbout = (assumed: Assumed | undefined, tenantId: string, userId: string): assumed is Assumed =>
  assumed?.tenantId === tenantId && assumed.userId === userId

const isUnknown = (id: string | null | undefined): id is null | undefined | '' =>
  id === null || id === undefined || id === ''

/** Administrators of the account, else those of the nearest account above it who work here as well. */
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
 * Records of older releases name no guarantor. The administrator who ranks highest and holds what the others hold
 * is chosen instead, the founder or else the oldest one first, so that an upgrade by itself refuses no such administrator.
 */
const standInOf = async (
  { store }: Reading,
  { tenantId, rights, assumed }: { tenantId: string; rights: AccountRights; assumed: Assumed | undefined },
): Promise<Guarantor | undefined> => {
  const founderId = (await store.tenants.get(tenantId))?.founderId
  const members = await candidatesOf(store, tenantId, assumed)
  const ids = members.map(({ userId }) => userId)
  const found = ids.length ? await store.users.listFields({ id: { in: ids }, superUser: true }, ['id']) : []
  const superUsers = new Set(found.map(({ id }) => id))
  const rightsOf = (member: MemberRecord) => rights.all(member, { superUser: superUsers.has(member.userId) })
  const candidates = members
    .map((member) => ({ ...rightsOf(member), userId: member.userId, isStandIn: true, createdAt: member.createdAt }))
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

/** An account's API token that changed something vouches with its own roles, as far as its guarantor holds them today. */
const tokenRights = async (
  reading: Reading,
  { tenantId, id, rights }: { tenantId: string; id: string; rights: AccountRights },
  assumed: Assumed | undefined,
): Promise<Rights> => {
  const token = await reading.store.apiTokens.find({ id, tenantId, userId: null })
  if (!token || (token.expiresAt !== null && token.expiresAt <= reading.clock.now())) return NO_RIGHTS
  const guarantor = await guarantorOf(reading, tenantId, token.guarantorId ?? token.createdByUserId, assumed)
  const { keys, rank } = rights.all({ roleIds: token.roleIds, groupIds: null })
  const held = keys.filter((key) => coversPermissions(guarantor?.keys ?? [], [key]))
  return { keys: held, rank: Math.max(rank, guarantor?.rank ?? NO_RIGHTS.rank) }
}

/**
 * Who vouches for a record of an account, with what they hold there today; nothing once they were removed or disabled.
 *
 * @returns undefined where a record names no guarantor, and no administrator could stand in
 */
export const guarantorOf = async (
  reading: Reading,
  tenantId: string,
  guarantorId: string | null | undefined,
  assumed?: Assumed,
): Promise<Guarantor | undefined> => {
  const { store } = reading
  const rights = await accountRights(store, tenantId)
  if (isUnknown(guarantorId)) return standInOf(reading, { tenantId, rights, assumed })
  const named = (held: Rights): Guarantor => ({ ...held, userId: guarantorId, isStandIn: false })
  const user = await store.users.get(guarantorId)
  if (!user) return named(await tokenRights(reading, { tenantId, id: guarantorId, rights }, assumed))
  if (isAbout(assumed, tenantId, guarantorId)) return named(assumed.isEnded ? NO_RIGHTS : rights.all(assumed, user))
  const member = await memberOfSession(reading, { userId: guarantorId, actorId: null, tenantId }, tenantId)
  return named(member ? rights.all(member, user) : NO_RIGHTS)
}

/** The keys of the permissions that a guarantor holds in an account today, wildcards as stored. */
export const permissionsOfGuarantor = async (
  reading: Reading,
  tenantId: string,
  guarantorId: string | null | undefined,
): Promise<ReadonlySet<string>> => new Set((await guarantorOf(reading, tenantId, guarantorId))?.keys)

/**
 * Of these roles those that a guarantor could give today: something that lasts grants no more than its guarantor may. An
 * administrator who was chosen instead may lack permissions of the vendor's product that the unknown guarantor held.
 */
export const grantableBy = async (
  { store }: Reading,
  { tenantId, roleIds }: { tenantId: string; roleIds: readonly string[] },
  guarantor: (Rights & Partial<Pick<Guarantor, 'isStandIn'>>) | undefined,
): Promise<string[]> => {
  if (roleIds.length === 0) return []
  const { keys, rank, isStandIn } = { isStandIn: false, ...(guarantor ?? NO_RIGHTS) }
  const { all, administrative } = await accountRights(store, tenantId)
  const isGrantable = (id: string) => {
    const role = (isStandIn ? administrative : all)({ roleIds: JSON.stringify([id]), groupIds: null })
    return role.rank >= rank && coversPermissions(keys, role.keys)
  }
  return roleIds.filter(isGrantable)
}

/** A membership as a change of its roles leaves it. */
export const assumedOf = (
  { tenantId, userId, groupIds }: Pick<MemberRecord, 'tenantId' | 'userId' | 'groupIds'>,
  { roleIds, keepsGroups = false }: { roleIds: readonly string[]; keepsGroups?: boolean | undefined },
): Assumed => ({
  tenantId,
  userId,
  roleIds: JSON.stringify(roleIds),
  groupIds: keepsGroups ? groupIds : null,
  isEnded: !keepsGroups && roleIds.length === 0,
})

/**
 * The ids that members vouch by, with the member of each: their own, and those of the account's API tokens that they vouch
 * for.
 */
export const guarantorIdsOf = async (
  { store }: Reading,
  { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
): Promise<Map<string, string>> => {
  const tokens = await tokensGuaranteedBy(store, tenantId, userIds)
  return new Map([
    ...userIds.map((id): [string, string] => [id, id]),
    ...tokens.map((token): [string, string] => [token.id, tokenGuarantorId(token) ?? '']),
  ])
}
