import type { AccessToken, ClientCredential, NewToken, ShownSecret } from '../entities/tokens.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const ACCESS_TOKENS = '/identity/resources/tenants/access-tokens/v1'
const CREDENTIALS = '/identity/resources/tenants/api-tokens'

interface Roles {
  roleIds: string[]
}
type TenantCredential = ClientCredential & Partial<Roles> & { tenantId?: string; createdByUserId?: string }

/** API tokens of the tenant. */
export const tokensTenant = {
  listAccessTokens: endpoint<void, void, { accessTokens: (AccessToken & Roles)[] }>()('GET', ACCESS_TOKENS),
  createAccessToken: endpoint<void, NewToken & Roles, AccessToken & ShownSecret>()('POST', ACCESS_TOKENS),
  deleteAccessToken: endpoint<void, void, Ignored>()('DELETE', `${ACCESS_TOKENS}/{id}`),
  listClientCredentials: endpoint<void, void, TenantCredential[]>()('GET', `${CREDENTIALS}/v1`),
  /** Creates a credential. This path is v2, while those for listing and deleting are v1. */
  createClientCredential: endpoint<void, NewToken & Roles, ClientCredential & ShownSecret>()(
    'POST',
    `${CREDENTIALS}/v2`,
  ),
  /** Deletes a credential; `tokenId` is the `clientId`. */
  deleteClientCredential: endpoint<void, void, Ignored>()('DELETE', `${CREDENTIALS}/v1/{tokenId}`),
}
