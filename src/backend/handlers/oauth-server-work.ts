import type { Introspection, oauthServer, UserInfo } from '../../contract/oauth-server.ts'
import type { AuthRequest } from '../call/auth.ts'
import type { Caller } from '../call/caller.ts'
import { unauthorized, usersOnly } from '../call/refusal.ts'
import { authenticate } from '../domain/identity/access/authenticate.ts'
import { introspected } from '../domain/oauth/introspection.ts'
import { authenticateClient, invalidClient } from '../domain/oauth/oauth-clients.ts'
import { oauthRefusal } from '../domain/oauth/oauth-refusal.ts'
import { isEndedToken, revokeClientToken } from '../domain/oauth/revocation.ts'
import type { Call } from '../http/handler.ts'

const tokenOf = ({ body }: { body: object }): string => {
  const { token }: { token?: unknown } = body
  if (typeof token !== 'string' || token === '') throw oauthRefusal('invalid_request', 'token is missing')
  return token
}

const userInfo = async ({ ports, auth }: AuthRequest): Promise<UserInfo> => {
  const { user, tenantId } = auth
  if (await isEndedToken(ports, auth.claims)) throw unauthorized('The token was revoked', 'invalid_token')
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

const FORM = /^application\/x-www-form-urlencoded\b/i

/** RFC 6750 §2: a token in the header or in the form, never in both. */
const withPostedToken = (caller: Caller, body: { access_token?: unknown }): Caller => {
  const { access_token: token } = body
  if (token === undefined || !FORM.test(caller.header('content-type') ?? '')) return caller
  if (caller.header('authorization') !== undefined) throw oauthRefusal('invalid_request', 'Send one access token')
  return { ...caller, header: (name) => (name === 'authorization' ? `Bearer ${token}` : caller.header(name)) }
}

const postedUserInfo = async ({ ports, caller, body }: Call<(typeof oauthServer)['postUserInfo']>) => {
  const auth = await authenticate(ports, withPostedToken(caller, body))
  if (auth.machine) throw usersOnly()
  return userInfo({ ports, auth })
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

export const oauthServerWork = { userInfo, postedUserInfo, revoke, introspect }
