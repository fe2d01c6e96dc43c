import type { ConnectionLimit, ShownGuarantor } from '../../../../entities/guarantee.ts'
import { coversPermissions } from '../../../../rules/permission.ts'
import type { Auth } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { ApiTokenRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { memberOfSession } from '../sessions/live-session.ts'
import { type AccountRights, type Assumed, accountRights, exceeds, isAbout, NO_RIGHTS, type Rights } from './rights.ts'

/** Guarantor id of a token whose guarantor left. It names no user, so the token doesn't work again if they return. */
export const LEFT = 'left'

const NO_VOUCHER =
  'This API token was created in a single sign-on session, so it can’t vouch for anything. Use another API token, or do this yourself in the application.'

/**
 * Prefix of a guarantor id that names the connection whose provider alone vouched for the session in which a token or
 * another record was created. In other records, the id of the user follows.
 */
export const BY_CONNECTION = 'sso:'

interface NamedGuarantor {
  userId: string
  /** The connection to whose guarantor the user is limited, if they may do more. */
  connectionId?: string
}

/** Returns the member, or the API token, that a guarantor id names. */
export const namedBy = (guarantorId: string): NamedGuarantor => {
  const [, connectionId, userId] = /^sso:([^:]*):(.*)$/.exec(guarantorId) ?? []
  return connectionId === undefined || userId === undefined ? { userId: guarantorId } : { userId, connectionId }
}

/** @throws Refusal 403 for a token that was created in a session that only a provider vouched for */
export const assertOwnToken = ({ machine }: Pick<Auth, 'machine'>): void => {
  if (machine?.guarantorId?.startsWith(BY_CONNECTION)) throw forbidden(NO_VOUCHER)
}

/**
 * Refuses such a token, and a session that lacks rights of its user, before it vouches for something: what it creates or
 * confirms would have all rights of the user, without the limit of the token or session.
 *
 * @throws Refusal 403
 */
export const assertOwnVoucher = async (auth: Pick<Auth, 'machine' | 'isLimited'>): Promise<void> => {
  assertOwnToken(auth)
  if (await auth.isLimited?.()) throw (await import('./provider-refusals.ts')).rightsWithheld()
}

/** Returns the guarantor id of an account's token; `LEFT` if the guarantor left, and `null` if it isn't known. */
export const tokenGuarantorId = ({ guarantorId, createdByUserId }: ApiTokenRecord): string | null =>
  guarantorId ?? createdByUserId

/** Returns the member who vouches for one of the account's tokens. */
export const tokenUserId = (token: ApiTokenRecord): string => namedBy(tokenGuarantorId(token) ?? '').userId

/** Lists the account's tokens that the members vouch for, regardless of the session, newest first. */
export const tokensGuaranteedBy = async (
  store: Collections,
  tenantId: string,
  userIds: readonly string[],
): Promise<ApiTokenRecord[]> => {
  if (userIds.length === 0) return []
  const own = { tenantId, userId: null }
  const known = await store.apiTokens.list({ ...own, guarantorId: { in: userIds } })
  const older = await store.apiTokens.list({ ...own, guarantorId: null, createdByUserId: { in: userIds } })
  const inSessions = await store.apiTokens.list({ ...own, guarantorId: { has: BY_CONNECTION } })
  const byConnection = inSessions.filter(({ guarantorId }) => userIds.includes(namedBy(guarantorId ?? '').userId))
  return [...known, ...older, ...byConnection].sort((left, right) => right.createdAt - left.createdAt)
}

/** Marks the guarantor of tokens as `LEFT` after members left, so that the tokens don't work again if they return. */
export const orphanTokens = async (store: Collections, tenantId: string, userIds: readonly string[]): Promise<void> => {
  const ids = (await tokensGuaranteedBy(store, tenantId, userIds)).map(({ id }) => id)
  if (ids.length) await store.apiTokens.update({ id: { in: ids } }, { guarantorId: LEFT })
}

/** The store, or the collections of a transaction. */
export type Reading = Pick<Ports, 'clock'> & { store: Collections }

/** The member or API token that vouches for a record, with their current rights in the account. */
export interface Guarantor extends Rights {
  userId: string
  /** Whether they were chosen for a record that names no guarantor, and never vouched for it themselves. */
  isStandIn: boolean
  connectionLimit?: ConnectionLimit
}

const isUnknown = (id: string | null | undefined): id is null | undefined | '' =>
  id === null || id === undefined || id === ''

/**
 * Returns the rights of an account's API token that made a change: its own roles, limited to what its guarantor holds
 * today.
 */
const tokenRights = async (
  reading: Reading,
  { tenantId, id, rights }: { tenantId: string; id: string; rights: AccountRights },
  assumed: Assumed | undefined,
  within: readonly string[],
): Promise<Rights> => {
  const token = await reading.store.apiTokens.find({ id, tenantId, userId: null })
  if (!token || (token.expiresAt !== null && token.expiresAt <= reading.clock.now())) return NO_RIGHTS
  const guarantor = await guarantorOf(reading, tenantId, token.guarantorId ?? token.createdByUserId, assumed, within)
  const { keys, rank } = rights.all({ roleIds: token.roleIds, groupIds: null })
  const held = keys.filter((key) => coversPermissions(guarantor?.keys ?? [], [key]))
  const limit = guarantor ?? NO_RIGHTS
  const productRank = Math.max(rank, limit.productRank ?? limit.rank)
  return { keys: held, rank: Math.max(rank, limit.rank), productRank }
}

/**
 * Limits the rights of a member to those of another, whom their administrative rights exceed. The vendor's product isn't
 * concerned.
 */
const limitedTo = (limit: Rights, all: Rights, administrative: Rights): Rights => {
  const missing = administrative.keys.filter((key) => !coversPermissions(limit.keys, [key]))
  const parts = limit.keys.filter((key) => coversPermissions(missing, [key]))
  return { ...all, keys: [...all.keys.filter((key) => !missing.includes(key)), ...parts] }
}

/**
 * Returns the guarantor of an account's record with their current rights; a removed or disabled guarantor has none.
 *
 * @param within Connections that are being checked. A token that vouches for a connection, and was created in a session
 * of it, isn't limited to itself.
 * @returns undefined where a record names no guarantor, and no administrator could stand in
 */
export const guarantorOf = async (
  reading: Reading,
  tenantId: string,
  guarantorId: string | null | undefined,
  assumed?: Assumed,
  within: readonly string[] = [],
): Promise<Guarantor | undefined> => {
  const { store } = reading
  const rights = await accountRights(store, tenantId)
  if (isUnknown(guarantorId)) {
    const { findStandIn } = await import('./stand-in.ts')
    const found = await findStandIn(store, { tenantId, rights, assumed })
    return found && { ...found, isStandIn: true }
  }
  const { userId, connectionId } = namedBy(guarantorId)
  const named = (held: Rights): Guarantor => ({ ...held, userId, isStandIn: false })
  const user = await store.users.get(userId)
  if (!user) return named(await tokenRights(reading, { tenantId, id: userId, rights }, assumed, within))
  const isAssumed = isAbout(assumed, tenantId, userId)
  const held = isAssumed ? assumed : await memberOfSession(reading, { userId, actorId: null, tenantId }, tenantId)
  if (!held || (isAssumed && assumed.isEnded)) return named(NO_RIGHTS)
  const all = rights.all(held, user)
  if (connectionId === undefined) return named(all)
  const administrative = rights.administrative(held, user)
  // A role of the product decides only over others of the product, as it does for callers for whom only a provider
  // vouches.
  const ranked = (limit: Rights): Rights => ({ ...all, rank: Math.max(all.rank, limit.rank), productRank: all.rank })
  if (within.includes(connectionId)) return named(ranked(administrative))
  const connection = await store.ssoConnections.get(connectionId)
  const inner = [...within, connectionId]
  const limit =
    (connection && (await guarantorOf(reading, connection.tenantId, connection.guarantorId, assumed, inner))) ??
    NO_RIGHTS
  if (!exceeds(administrative, limit)) return named(ranked(limit))
  const connectionLimit = connection ? 'limited' : 'removed'
  const productRank = rights.rankWithin(held, limit)
  return { ...named(limitedTo(limit, { ...ranked(limit), productRank }, administrative)), connectionLimit }
}

/** Returns the permission keys that a guarantor currently holds in an account, with wildcards as stored. */
export const permissionsOfGuarantor = async (
  reading: Reading,
  tenantId: string,
  guarantorId: string | null | undefined,
): Promise<ReadonlySet<string>> => new Set((await guarantorOf(reading, tenantId, guarantorId))?.keys)

/**
 * Returns the roles that a guarantor could currently grant, because a lasting record grants no more than its guarantor
 * may. A stand-in may lack permissions of the vendor's product that the unknown guarantor held.
 */
export const grantableBy = async (
  { store }: Reading,
  { tenantId, roleIds }: { tenantId: string; roleIds: readonly string[] },
  guarantor: (Rights & Partial<Pick<Guarantor, 'isStandIn'>>) | undefined,
): Promise<string[]> => {
  if (roleIds.length === 0) return []
  const { keys, rank, productRank = rank, isStandIn } = { isStandIn: false, ...(guarantor ?? NO_RIGHTS) }
  const { all, administrative } = await accountRights(store, tenantId)
  const isGrantable = (id: string) => {
    const holder = { roleIds: JSON.stringify([id]), groupIds: null }
    const role = (isStandIn ? administrative : all)(holder)
    const isOfProduct = administrative(holder).keys.length === 0
    return role.rank >= (isOfProduct ? productRank : rank) && coversPermissions(keys, role.keys)
  }
  return roleIds.filter(isGrantable)
}

/** Returns a membership as it will be after a change of its roles. */
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
 * Returns the ids under which members vouch, mapped to the member: their own ids, and those of the account's API tokens
 * that they vouch for.
 */
export const guarantorIdsOf = async (
  { store }: Reading,
  { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
): Promise<Map<string, string>> => {
  const tokens = await tokensGuaranteedBy(store, tenantId, userIds)
  return new Map([
    ...userIds.map((id): [string, string] => [id, id]),
    ...tokens.map((token): [string, string] => [token.id, tokenUserId(token)]),
  ])
}

/** Returns whether a guarantor is an active member with any rights in the account. */
export const holdsAnything = (guarantor: Guarantor | undefined): guarantor is Guarantor =>
  guarantor !== undefined && guarantor.keys.length > 0

/** Returns the limit of a guarantor, if they have one, as a field of the records that are shown. */
export const shownLimit = (guarantor: Guarantor | undefined): { connectionLimit?: ConnectionLimit } =>
  guarantor?.connectionLimit ? { connectionLimit: guarantor.connectionLimit } : {}

/** Returns the guarantor to show; `null` if no one currently vouches for the record. */
export const shownGuarantor = async (
  { store }: Reading,
  guarantor: Guarantor | undefined,
): Promise<ShownGuarantor | null> => {
  const user = holdsAnything(guarantor) ? await store.users.get(guarantor.userId) : undefined
  return user ? { id: user.id, email: user.email, name: user.name } : null
}
