import type { Introspection, oauthServer, UserInfo } from '../../contract/oauth-server.ts'
import type { SignedRequest } from '../call/auth.ts'
import { introspected } from '../domain/oauth/introspection.ts'
import { authenticateClient, invalidClient } from '../domain/oauth/oauth-clients.ts'
import { oauthRefusal } from '../domain/oauth/oauth-refusal.ts'
import { revokeClientToken } from '../domain/oauth/revocation.ts'
import type { Call } from '../http/handler.ts'

const tokenOf = ({ body }: { body: object }): string => {
  const { token }: { token?: unknown } = body
  if (typeof token !== 'string' || token === '') throw oauthRefusal('invalid_request', 'token is missing')
  return token
}

const userInfo = async ({ auth }: SignedRequest): Promise<UserInfo> => {
  const { user, tenantId } = auth
  const { roles, keys } = await auth.grants()
  return {
    sub: user.id,
    email: user.email,
    email_verified: user.verified,
    name: user.name,
    ...(user.profilePictureUrl && { picture: user.profilePictureUrl }),
    tenantId,
    roles: roles.map(({ key }) => key),
    permissions: [...keys],
  }
}

type TokenCall = Call<(typeof oauthServer)['revokeToken']>

const revoke = async (call: TokenCall): Promise<Record<string, never>> => {
  const client = await authenticateClient(call.ports, call.caller, { ...call.body })
  await revokeClientToken(call, client.id, tokenOf(call))
  return {}
}

/** Requires client authentication: the holder of a stolen token must not learn whether it still works. */
const introspect = async (call: TokenCall): Promise<Introspection> => {
  const client = await authenticateClient(call.ports, call.caller, { ...call.body })
  if (!client.isConfidential) throw invalidClient(call.caller.header('authorization') !== undefined)
  return introspected(call.ports, client.id, tokenOf(call))
}

export const oauthServerWork = { userInfo, revoke, introspect }
