import type { AccessToken, ClientCredential, NewToken, ShownSecret } from '../../entities/tokens.ts'
import { normalizeName } from '../../rules/names.ts'
import { API_TOKEN_MINUTES } from '../../rules/policy-limits.ts'
import type { SignedRequest } from '../call/auth.ts'
import { number, text } from '../call/read.ts'
import { badRequest, forbidden, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { assertUser, issueApiToken } from '../domain/identity/api-tokens/issue-api-token.ts'
import { recordToken } from '../domain/identity/members/record-changes.ts'
import { apiTokensSetting } from '../domain/settings/api-tokens.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { idsOf } from '../store/json-text.ts'
import type { ApiTokenRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

export type Kind = ApiTokenRecord['kind']
const MAX_DESCRIPTION_LENGTH = 200

const dates = (token: ApiTokenRecord) => ({
  createdAt: iso(token.createdAt),
  expires: token.expiresAt === null ? null : iso(token.expiresAt),
  lastUsedAt: token.lastUsedAt === null ? null : iso(token.lastUsedAt),
  ...(token.createdByUserId !== null && { createdByUserId: token.createdByUserId }),
})

export const toAccessToken = (token: ApiTokenRecord): AccessToken & { roleIds: string[] } => ({
  id: token.id,
  description: token.description,
  roleIds: idsOf(token.roleIds),
  ...dates(token),
})

export const toCredential = (token: ApiTokenRecord): ClientCredential & { tenantId: string; roleIds: string[] } => ({
  clientId: token.id,
  description: token.description,
  tenantId: token.tenantId,
  roleIds: idsOf(token.roleIds),
  ...dates(token),
})

/** Lists tokens, newest first. `owner` is a user, or `null` for the tenant itself. */
export const listTokens = async ({ ports, auth }: SignedRequest, owner: string | null, kind: Kind) => {
  const tokens = await ports.store.apiTokens.list({ tenantId: auth.tenantId, userId: owner, kind })
  return tokens.sort((left, right) => right.createdAt - left.createdAt)
}

/** Only the kind that the public policy names can be created; existing tokens of the other kind keep working. */
const assertKind = async ({ ports, auth }: SignedRequest, kind: Kind): Promise<void> => {
  const policy = await publicPolicySetting.of(ports.store, auth.tenantId)
  if (!policy.apiTokensEnabled) throw forbidden('API tokens are turned off for this account')
  if (policy.machineToMachineAuthStrategy !== kind)
    throw badRequest('This account doesn’t allow this type of API token.')
}

const lifeOf = (minutes: unknown): number | null =>
  minutes === null || minutes === undefined ? null : Math.round(number(minutes, 'expiresInMinutes', API_TOKEN_MINUTES))

const DAY_MINUTES = 1_440

const lengthOf = (minutes: number): string =>
  minutes % DAY_MINUTES === 0 ? `${minutes / DAY_MINUTES} days` : `${minutes} minutes`

/** @throws Refusal 400 when the account's policy demands an earlier end */
const assertAllowedLife = async ({ ports, auth }: SignedRequest, minutes: number | null): Promise<void> => {
  const { mustExpire, maxLifetimeMinutes: max } = await apiTokensSetting.of(ports.store, auth.tenantId)
  if (max !== null && (minutes === null || minutes > max))
    throw badRequest(`API tokens of this account must expire within ${lengthOf(max)}`)
  if (mustExpire && minutes === null) throw badRequest('API tokens of this account must expire')
}

export const descriptionOf = (value: unknown): string => {
  const description = normalizeName(text(value, 'description', MAX_DESCRIPTION_LENGTH))
  if (description === '') throw badRequest('description must be a string')
  return description
}

/** Returns the fields of a token that the audit log shows; never its secret. */
const factsOf = ({ description, roleIds, expiresAt }: ApiTokenRecord) => ({
  description,
  roleIds: idsOf(roleIds),
  expires: expiresAt === null ? null : iso(expiresAt),
})

interface TokenChange {
  before?: ApiTokenRecord
  after?: ApiTokenRecord
}

export const auditToken = async (
  { audit }: SignedRequest,
  inside: Collections,
  verb: 'created' | 'updated' | 'revoked',
  { before, after }: TokenChange,
): Promise<void> => {
  const token = after ?? before
  if (!token) return
  await audit({
    inside,
    action: `API token ${verb}`,
    resource: 'API tokens',
    severity: 'Medium',
    description: `${token.userId === null ? 'Token of the account' : 'Own token'} ${verb}: ${token.description}`,
    detail: {
      tokenId: token.id,
      kind: token.kind,
      ...beforeAndAfter(before ? factsOf(before) : null, after ? factsOf(after) : null),
    },
  })
}

export const createToken = async (
  call: SignedRequest & { body: NewToken },
  given: { owner: string | null; kind: Kind; roleIds: readonly string[] },
): Promise<{ token: ApiTokenRecord } & ShownSecret> => {
  const { body } = call
  await assertKind(call, given.kind)
  const expiresInMinutes = lifeOf(body.expiresInMinutes)
  await assertAllowedLife(call, expiresInMinutes)
  const token = {
    userId: given.owner,
    kind: given.kind,
    description: descriptionOf(body.description),
    roleIds: given.roleIds,
    expiresInMinutes,
  }
  return issueApiToken(call, token, (store, after) => auditToken(call, store, 'created', { after }))
}

/** Finds the caller's own token, or the account's; for all others the call returns 404. */
export const tokenOf = async (
  { ports, auth }: SignedRequest,
  owner: string | null,
  id: string,
): Promise<ApiTokenRecord> => {
  const token = await ports.store.apiTokens.find({ id, tenantId: auth.tenantId, userId: owner })
  if (!token) throw notFound("This API token doesn't exist")
  return token
}

/** Revokes a token at once, together with every bearer token that it was exchanged for. */
export const revokeToken = async (
  call: SignedRequest,
  owner: string | null,
  id: string,
): Promise<Record<string, never>> => {
  assertUser(call.auth)
  const token = await tokenOf(call, owner, id)
  await call.ports.store.transaction(async (store) => {
    await store.apiTokens.delete({ id: token.id })
    await recordToken(call, store, token, 'deleted')
    await auditToken(call, store, 'revoked', { before: token })
  })
  return {}
}
