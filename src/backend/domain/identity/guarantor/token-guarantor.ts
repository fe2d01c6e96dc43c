import type { ApiTokenRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

/** Names no user: the member who vouched for a token left, and it must not work again if they return. */
export const LEFT = 'left'

/** Who vouches for a token of an account; `LEFT` when they left, and `null` when it isn't known. */
export const tokenGuarantorId = ({ guarantorId, createdByUserId }: ApiTokenRecord): string | null =>
  guarantorId ?? createdByUserId

/** Tokens of the account that some members vouch for, newest first. */
export const tokensGuaranteedBy = async (
  store: Collections,
  tenantId: string,
  userIds: readonly string[],
): Promise<ApiTokenRecord[]> => {
  if (userIds.length === 0) return []
  const own = { tenantId, userId: null }
  const known = await store.apiTokens.list({ ...own, guarantorId: { in: userIds } })
  const older = await store.apiTokens.list({ ...own, guarantorId: null, createdByUserId: { in: userIds } })
  return [...known, ...older].sort((left, right) => right.createdAt - left.createdAt)
}

/** After some members left: if they return, tokens that they vouched for don't work again by themselves. */
export const orphanTokens = async (store: Collections, tenantId: string, userIds: readonly string[]): Promise<void> => {
  const ids = (await tokensGuaranteedBy(store, tenantId, userIds)).map(({ id }) => id)
  if (ids.length) await store.apiTokens.update({ id: { in: ids } }, { guarantorId: LEFT })
}
