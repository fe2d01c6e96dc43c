import type { tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import type { NewToken } from '../../entities/tokens.ts'
import type { SignedRequest } from '../call/auth.ts'
import { textList } from '../call/read.ts'
import { cleanRoleIds } from '../domain/identity/members/members.ts'
import { assignableRoles } from '../domain/identity/roles/granting.ts'
import { type Handlers, signedIn } from '../http/handler.ts'
import { createToken, type Kind, listTokens, revokeToken, toAccessToken, toCredential } from './api-tokens.ts'

interface Creation extends SignedRequest {
  body: NewToken & { roleIds: string[] }
}

/** A token never gets more permissions than its creator has. */
const createWithRoles = async (call: Creation, kind: Kind) => {
  const roleIds = cleanRoleIds(textList(call.body.roleIds, 'roleIds'))
  await assignableRoles(call.ports, call.auth, roleIds)
  return createToken(call, { owner: null, kind, roleIds })
}

export const tokensTenantHandlers = {
  listAccessTokens: signedIn(async (call) => ({
    accessTokens: (await listTokens(call, null, 'AccessToken')).map(toAccessToken),
  })),
  createAccessToken: signedIn(async (call) => {
    const made = await createWithRoles(call, 'AccessToken')
    return { ...toAccessToken(made.token), secret: made.secret }
  }),
  deleteAccessToken: signedIn((call) => revokeToken(call, null, call.path.id)),
  listClientCredentials: signedIn(async (call) =>
    (await listTokens(call, null, 'ClientCredentials')).map(toCredential),
  ),
  createClientCredential: signedIn(async (call) => {
    const made = await createWithRoles(call, 'ClientCredentials')
    return { ...toCredential(made.token), secret: made.secret }
  }),
  deleteClientCredential: signedIn((call) => revokeToken(call, null, call.path.tokenId)),
} satisfies Handlers<typeof tokensTenant>

/** A user's own tokens have the user's permissions, read at each call, so they name no roles. */
export const tokensUserHandlers = {
  listAccessTokens: signedIn(async (call) => ({
    accessTokens: (await listTokens(call, call.auth.user.id, 'AccessToken')).map(toAccessToken),
  })),
  createAccessToken: signedIn(async (call) => {
    const made = await createToken(call, { owner: call.auth.user.id, kind: 'AccessToken', roleIds: [] })
    return { ...toAccessToken(made.token), secret: made.secret }
  }),
  deleteAccessToken: signedIn((call) => revokeToken(call, call.auth.user.id, call.path.id)),
  listClientCredentials: signedIn(async (call) =>
    (await listTokens(call, call.auth.user.id, 'ClientCredentials')).map(toCredential),
  ),
  createClientCredential: signedIn(async (call) => {
    const made = await createToken(call, { owner: call.auth.user.id, kind: 'ClientCredentials', roleIds: [] })
    return { ...toCredential(made.token), secret: made.secret }
  }),
  deleteClientCredential: signedIn((call) => revokeToken(call, call.auth.user.id, call.path.tokenId)),
} satisfies Handlers<typeof tokensUser>
