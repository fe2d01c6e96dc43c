import type { ApiTokenRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

/** Guarantor id of a token whose guarantor left. It names no user, so the token doesn't work again if they return. */
export const LEFT = 'left'

/** Returns the guarantor id of an account's token; `LEFT` if the guarantor left, and `null` if it isn't known. */
export const tokenGuarantorId = ({ guarantorId, createdByUserId }: ApiTokenRecord): string | null =>
  guarantorId ?? createdByUserId

/** Lists the account's tokens that the members vouch for, newest first. */
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

/** Marks the guarantor of tokens as `LEFT` after members left, so that the tokens don't work again if they return. */
export const orphanTokens = async (store: Collections, tenantId: string, userIds: readonly string[]): Promise<void> => {
  const ids = (await tokensGuaranteedBy(store, tenantId, userIds)).map(({ id }) => id)
  if (ids.length) await store.apiTokens.update({ id: { in: ids } }, { guarantorId: LEFT })
}
