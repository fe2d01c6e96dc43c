import type { SignedRequest } from '../../../call/auth.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { ApiTokenRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { iso } from '../../base/wire/wire.ts'
import { tokensGuaranteedBy } from '../guarantor/token-guarantor.ts'
import { recordToken } from '../members/record-changes.ts'

/** Revokes the account's tokens that a member vouches for, in the transaction that ends the membership. */
export const revokeVouchedTokens = async (
  { ports, auth }: SignedRequest,
  store: Collections,
  { tenantId, userId }: Pick<MemberRecord, 'tenantId' | 'userId'>,
): Promise<ApiTokenRecord[]> => {
  const tokens = await tokensGuaranteedBy(store, tenantId, [userId])
  if (tokens.length === 0) return []
  await store.apiTokens.delete({ id: { in: tokens.map(({ id }) => id) } })
  for (const token of tokens) await recordToken({ ports, auth: { ...auth, tenantId } }, store, token, 'deleted')
  return tokens
}

/** Writes one audit row per token, as for tokens that are revoked individually. */
export const auditVouchedTokens = async (
  { audit }: SignedRequest,
  inside: Collections,
  tenantId: string,
  tokens: readonly ApiTokenRecord[],
): Promise<void> => {
  for (const { id, kind, description, roleIds, expiresAt } of tokens) {
    const facts = { description, roleIds: idsOf(roleIds), expires: expiresAt === null ? null : iso(expiresAt) }
    await audit({
      inside,
      tenantId,
      action: 'API token revoked',
      resource: 'API tokens',
      severity: 'Medium',
      description: `Token of the account revoked with the membership of its guarantor: ${description}`,
      detail: { tokenId: id, kind, ...beforeAndAfter(facts, null) },
    })
  }
}
