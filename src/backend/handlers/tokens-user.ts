import type { tokensUser } from '../../contract/api-tokens.ts'
import { allowed, type Handlers } from '../http/handler.ts'
import { createToken, listTokens, revokeToken, toAccessToken, toCredential } from './api-tokens.ts'

const READ = 'fe.secure.read.userApiTokens'
const WRITE = 'fe.secure.write.userApiTokens'
const DELETE = 'fe.secure.delete.userApiTokens'

/** A user's own tokens have the user's permissions, read at each call, so they name no roles. */
export const tokensUserHandlers = {
  listAccessTokens: allowed(READ, async (call) => ({
    accessTokens: (await listTokens(call, call.auth.user.id, 'AccessToken')).map(toAccessToken),
  })),
  createAccessToken: allowed(WRITE, async (call) => {
    const made = await createToken(call, { owner: call.auth.user.id, kind: 'AccessToken', roleIds: [] })
    return { ...toAccessToken(made.token), secret: made.secret }
  }),
  deleteAccessToken: allowed(DELETE, (call) => revokeToken(call, call.auth.user.id, call.path.id)),
  listClientCredentials: allowed(READ, async (call) =>
    (await listTokens(call, call.auth.user.id, 'ClientCredentials')).map(toCredential),
  ),
  createClientCredential: allowed(WRITE, async (call) => {
    const made = await createToken(call, { owner: call.auth.user.id, kind: 'ClientCredentials', roleIds: [] })
    return { ...toCredential(made.token), secret: made.secret }
  }),
  deleteClientCredential: allowed(DELETE, (call) => revokeToken(call, call.auth.user.id, call.path.tokenId)),
} satisfies Handlers<typeof tokensUser>
