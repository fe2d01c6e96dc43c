import type {
  AccessToken,
  ApiTokenPolicy,
  ClientCredential,
  MachineBearer,
  NewToken,
  ShownSecret,
  TokenChange,
} from '../entities/tokens.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

const USER_ACCESS_TOKENS = '/identity/resources/users/access-tokens/v1'
const USER_CREDENTIALS = '/identity/resources/users/api-tokens/v1'

/** Personal API tokens of the signed-in user. */
export const tokensUser = {
  listAccessTokens: endpoint<void, void, { accessTokens: AccessToken[] }>()('GET', USER_ACCESS_TOKENS),
  createAccessToken: endpoint<void, NewToken, AccessToken & ShownSecret>()('POST', USER_ACCESS_TOKENS),
  deleteAccessToken: endpoint<void, void, Ignored>()('DELETE', `${USER_ACCESS_TOKENS}/{id}`),
  listClientCredentials: endpoint<void, void, ClientCredential[]>()('GET', USER_CREDENTIALS),
  createClientCredential: endpoint<void, NewToken, ClientCredential & ShownSecret>()('POST', USER_CREDENTIALS),
  /** Deletes a credential; `tokenId` is the `clientId`. */
  deleteClientCredential: endpoint<void, void, Ignored>()('DELETE', `${USER_CREDENTIALS}/{tokenId}`),
}

const TENANT_ACCESS_TOKENS = '/identity/resources/tenants/access-tokens/v1'
const TENANT_CREDENTIALS = '/identity/resources/tenants/api-tokens'

interface Roles {
  roleIds: string[]
}
type TenantCredential = ClientCredential & Partial<Roles> & { tenantId?: string; createdByUserId?: string }

/** API tokens of the tenant. */
export const tokensTenant = {
  listAccessTokens: endpoint<void, void, { accessTokens: (AccessToken & Roles)[] }>()('GET', TENANT_ACCESS_TOKENS),
  createAccessToken: endpoint<void, NewToken & Roles, AccessToken & ShownSecret>()('POST', TENANT_ACCESS_TOKENS),
  deleteAccessToken: endpoint<void, void, Ignored>()('DELETE', `${TENANT_ACCESS_TOKENS}/{id}`),
  listClientCredentials: endpoint<void, void, TenantCredential[]>()('GET', `${TENANT_CREDENTIALS}/v1`),
  /** Creates a credential. This path is v2, while those for listing and deleting are v1. */
  createClientCredential: endpoint<void, NewToken & Roles, ClientCredential & ShownSecret>()(
    'POST',
    `${TENANT_CREDENTIALS}/v2`,
  ),
  /** Deletes a credential; `tokenId` is the `clientId`. */
  deleteClientCredential: endpoint<void, void, Ignored>()('DELETE', `${TENANT_CREDENTIALS}/v1/{tokenId}`),
}

export const apiTokens = {
  /** Exchanges client credentials for a bearer token that is valid for a few minutes (after RFC 6749 §4.4). */
  exchangeApiToken: ours<void, { clientId: string; secret: string }, MachineBearer>()('POST', '/api-tokens/exchange', {
    noToken: true,
  }),
  /** Renames a token of the caller, of either kind. */
  updateUserApiToken: ours<void, { description: string }, Ignored>()('PATCH', '/users/api-tokens/{tokenId}'),
  /** Renames a token of the account or changes its roles. */
  updateTenantApiToken: ours<void, TokenChange, Ignored>()('PATCH', '/tenants/api-tokens/{tokenId}'),
}

const POLICY = '/api-token-policy'

/** Maximum lifetime of new API tokens of the account, and of its users in it. Existing tokens keep their expiry. */
export const apiTokenPolicy = {
  getApiTokenPolicy: ours<void, void, ApiTokenPolicy>()('GET', POLICY),
  saveApiTokenPolicy: ours<void, ApiTokenPolicy, ApiTokenPolicy>()('PUT', POLICY),
}
