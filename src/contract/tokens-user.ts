import type { AccessToken, ClientCredential, NewToken, ShownSecret } from '../entities/tokens.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const ACCESS_TOKENS = '/identity/resources/users/access-tokens/v1'
const CREDENTIALS = '/identity/resources/users/api-tokens/v1'

/** Personal API tokens of the signed-in user. */
export const tokensUser = {
  listAccessTokens: endpoint<void, void, { accessTokens: AccessToken[] }>()('GET', ACCESS_TOKENS),
  createAccessToken: endpoint<void, NewToken, AccessToken & ShownSecret>()('POST', ACCESS_TOKENS),
  deleteAccessToken: endpoint<void, void, Ignored>()('DELETE', `${ACCESS_TOKENS}/{id}`),
  listClientCredentials: endpoint<void, void, ClientCredential[]>()('GET', CREDENTIALS),
  createClientCredential: endpoint<void, NewToken, ClientCredential & ShownSecret>()('POST', CREDENTIALS),
  /** Deletes a credential; `tokenId` is the `clientId`. */
  deleteClientCredential: endpoint<void, void, Ignored>()('DELETE', `${CREDENTIALS}/{tokenId}`),
}
