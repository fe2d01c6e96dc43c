import { apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import type { Client } from '../../contract/client.ts'
import { type TokenGuarantee, tokenGuarantors } from '../../contract/guarantees.ts'
import { itemsOf } from '../../contract/items-of.ts'
import type { AccessToken, ClientCredential, ShownSecret, TokenChange } from '../../entities/tokens.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { type ApiToken, minutesOf, type TokenDraft, type TokenKind } from './api-tokens.state.ts'

const personal = { apiTokens, tokensUser }
const tenant = { apiTokens, tokenGuarantors, tokensTenant }

/** The calls of a token page; each of the two pages has its own. */
export interface TokenCalls {
  list(signal: AbortSignal): Promise<ApiToken[]>
  create(kind: TokenKind, draft: TokenDraft): Promise<{ token: ApiToken; secret: string }>
  revoke(token: ApiToken): Promise<unknown>
  update(token: ApiToken, change: TokenChange): Promise<unknown>
  /** Makes a user the guarantor of an account token. */
  vouch?(token: ApiToken, userId: string): Promise<unknown>
}

type WithRoles<Token> = Token & { roleIds?: string[] }

const shared = (token: WithRoles<AccessToken | ClientCredential>) => ({
  name: token.description ?? '',
  createdAt: String(token.createdAt),
  expires: token.expires ? String(token.expires) : null,
  lastUsedAt: token.lastUsedAt == null ? token.lastUsedAt : String(token.lastUsedAt),
  roleIds: token.roleIds ?? [],
  createdByUserId: token.createdByUserId,
})

const fromAccess = (token: WithRoles<AccessToken>): ApiToken => ({
  id: token.id,
  kind: 'AccessToken',
  ...shared(token),
})

const fromCredential = (token: WithRoles<ClientCredential>): ApiToken => ({
  id: token.clientId,
  kind: 'ClientCredentials',
  ...shared(token),
})

const NO_GUARANTEES: { guarantees: TokenGuarantee[] } = { guarantees: [] }

/** Merges both kinds of tokens, newest first. */
const merged = (access: readonly WithRoles<AccessToken>[], credentials: readonly WithRoles<ClientCredential>[]) =>
  [...access.map(fromAccess), ...credentials.map(fromCredential)].sort((left, right) =>
    right.createdAt < left.createdAt ? -1 : 1,
  )

const createdAccess = (created: AccessToken & ShownSecret, roleIds: readonly string[]) => ({
  token: { ...fromAccess(created), roleIds },
  secret: created.secret,
})

const createdCredential = (created: ClientCredential & ShownSecret, roleIds: readonly string[]) => ({
  token: { ...fromCredential(created), roleIds },
  secret: created.secret,
})

const bodyOf = ({ description, days }: TokenDraft) => ({
  description: description.trim(),
  expiresInMinutes: minutesOf(days),
})

export const personalCalls = ({ client }: Pick<FeatureDeps, 'client'>): TokenCalls => {
  const api: Client<typeof personal> = client(personal)
  return {
    async list(signal) {
      const access = itemsOf((await api.tokensUser.listAccessTokens({}, { signal })).accessTokens)
      return merged(access, itemsOf(await api.tokensUser.listClientCredentials({}, { signal })))
    },
    async create(kind, draft) {
      const body = bodyOf(draft)
      if (kind === 'AccessToken') return createdAccess(await api.tokensUser.createAccessToken({ body }), [])
      return createdCredential(await api.tokensUser.createClientCredential({ body }), [])
    },
    revoke: ({ id, kind }) =>
      kind === 'AccessToken'
        ? api.tokensUser.deleteAccessToken({ path: { id } })
        : api.tokensUser.deleteClientCredential({ path: { tokenId: id } }),
    update: ({ id, name }, { description = name }) =>
      api.apiTokens.updateUserApiToken({ path: { tokenId: id }, body: { description } }),
  }
}

export const tenantCalls = ({ client }: Pick<FeatureDeps, 'client'>): TokenCalls => {
  const api: Client<typeof tenant> = client(tenant)
  return {
    async list(signal) {
      const access = itemsOf((await api.tokensTenant.listAccessTokens({}, { signal })).accessTokens)
      const tokens = merged(access, itemsOf(await api.tokensTenant.listClientCredentials({}, { signal })))
      // Older backends don't support guarantors.
      const { guarantees } = await api.tokenGuarantors.listTokenGuarantors({}, { signal }).catch(() => NO_GUARANTEES)
      const byId = new Map(guarantees.map((guarantee) => [guarantee.tokenId, guarantee]))
      return tokens.map((token) => ({ ...token, guarantee: byId.get(token.id) }))
    },
    async create(kind, draft) {
      const roleIds = [...draft.roleIds]
      const body = { ...bodyOf(draft), roleIds }
      if (kind === 'AccessToken') return createdAccess(await api.tokensTenant.createAccessToken({ body }), roleIds)
      return createdCredential(await api.tokensTenant.createClientCredential({ body }), roleIds)
    },
    revoke: ({ id, kind }) =>
      kind === 'AccessToken'
        ? api.tokensTenant.deleteAccessToken({ path: { id } })
        : api.tokensTenant.deleteClientCredential({ path: { tokenId: id } }),
    update: ({ id }, body) => api.apiTokens.updateTenantApiToken({ path: { tokenId: id }, body }),
    vouch: ({ id }, userId) => api.tokenGuarantors.setTokenGuarantor({ path: { tokenId: id }, body: { userId } }),
  }
}
