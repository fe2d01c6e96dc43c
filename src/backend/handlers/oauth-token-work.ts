import type { OAuthToken } from '../../entities/auth.ts'
import { Refusal } from '../call/refusal.ts'
import { redeemCode } from '../domain/oauth/authorization-code.ts'
import { authenticateClient, credentialsOf, invalidClient } from '../domain/oauth/oauth-clients.ts'
import { startGrant } from '../domain/oauth/oauth-grants.ts'
import { oauthRefusal } from '../domain/oauth/oauth-refusal.ts'
import { renewedTokens, signInApplication, tokensOf } from '../domain/oauth/oauth-tokens.ts'
import type { Call } from '../http/handler.ts'
import type { SessionRecord } from '../store/records.ts'
import { exchangeCredential } from './api-token-changes.ts'

const MAX_PARAMETER_LENGTH = 2_048

type TokenCall = Pick<Call<unknown>, 'ports' | 'caller' | 'audit'> & { body: object }
type Fields = Readonly<Record<string, unknown>>

const field = (body: Fields, name: string): string => {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw oauthRefusal('invalid_request', `${name} is missing`)
  if (value.length > MAX_PARAMETER_LENGTH) throw oauthRefusal('invalid_request', `${name} is too long`)
  return value
}

const optional = (body: Fields, name: string): string => (body[name] === undefined ? '' : field(body, name))

const exchangeCode = async (call: TokenCall, body: Fields): Promise<OAuthToken> => {
  const { ports, caller } = call
  const granted = await redeemCode(ports, caller, {
    code: field(body, 'code'),
    redirectUri: field(body, 'redirect_uri'),
    verifier: optional(body, 'code_verifier'),
    client: await authenticateClient(ports, caller, body),
  })
  return signInApplication(call, granted)
}

const refreshGrant = async (call: TokenCall, body: Fields): Promise<OAuthToken> => {
  const client = await authenticateClient(call.ports, call.caller, body)
  return renewedTokens(call, field(body, 'refresh_token'), client.id)
}

/**
 * Handles client credentials (RFC 6749 §4.4) for API tokens, which represent machines, not applications: there is
 * neither a session nor a refresh token.
 */
const clientCredentials = async (call: TokenCall, body: Fields): Promise<OAuthToken> => {
  const { id, secret, isBasic } = credentialsOf(call.caller, body)
  const { accessToken, expiresIn } = await exchangeCredential(call, { clientId: id, secret }).catch(
    (error: unknown) => {
      throw error instanceof Refusal && error.status === 401 ? invalidClient(isBasic) : error
    },
  )
  // The response of this grant contains no other tokens.
  return { access_token: accessToken, expires_in: expiresIn, token_type: 'Bearer' } as OAuthToken
}

const GRANTS: Readonly<Record<string, (call: TokenCall, body: Fields) => Promise<OAuthToken>>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshGrant,
  client_credentials: clientCredentials,
}

/** Handles all grants, which share one path (RFC 6749 §4.1.3, §4.4.2 and §6). */
export const respondWithToken = async (call: TokenCall): Promise<OAuthToken> => {
  const body: Fields = { ...call.body }
  const type = field(body, 'grant_type')
  const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined
  if (grant) return grant(call, body)
  throw oauthRefusal('unsupported_grant_type', `grant_type must be one of ${Object.keys(GRANTS).join(', ')}`)
}

/** Issues the tokens of a new grant for a session that exists. */
export const startSilently = async (
  call: TokenCall,
  session: SessionRecord,
  tenantId: string | undefined,
): Promise<OAuthToken> => tokensOf(call, await startGrant(call.ports, session), { tenantId })
