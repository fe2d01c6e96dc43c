import type { authorization } from '../../contract/authorization.ts'
import type { session } from '../../contract/session.ts'
import type { OAuthToken } from '../../entities/auth.ts'
import { lazy } from '../../kernel/lazy.ts'
import { optionalText } from '../call/read.ts'
import { notFound, Refusal, unauthorized } from '../call/refusal.ts'
import { admit } from '../domain/identity/access/tenant-entry.ts'
import { browserSession } from '../domain/identity/sessions/browser-session.ts'
import { redeemCode } from '../domain/oauth/authorization-code.ts'
import { providerMetadata } from '../domain/oauth/authorization-config.ts'
import { authenticateClient, credentialsOf, invalidClient } from '../domain/oauth/oauth-clients.ts'
import { startGrant } from '../domain/oauth/oauth-grants.ts'
import { oauthRefusal } from '../domain/oauth/oauth-refusal.ts'
import { renewedTokens, signInApplication, tokensOf } from '../domain/oauth/oauth-tokens.ts'
import { byCookie, byOauth, type Call, type Handlers, open } from '../http/handler.ts'
import { show } from './oauth-responses.ts'

// These load on demand, because preview's login box uses neither.
const authorizing = lazy(async () => (await import('./oauth-authorize.ts')).authorize)
const machines = lazy(async () => (await import('./api-token-changes.ts')).exchangeCredential)
const loginPages = lazy(async () => (await import('../domain/oauth/oauth-pages.ts')).loginPage)

type TokenCall = Pick<Call<unknown>, 'ports' | 'caller' | 'audit'> & { body: object }
type Fields = Readonly<Record<string, unknown>>

const field = (body: Fields, name: string): string => {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw oauthRefusal('invalid_request', `${name} is missing`)
  if (value.length > 2_048) throw oauthRefusal('invalid_request', `${name} is too long`)
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
 * Handles client credentials (RFC 6749 §4.4) for API tokens, which are machines and no applications: there is neither a
 * session nor a refresh token.
 */
const clientCredentials = async (call: TokenCall, body: Fields): Promise<OAuthToken> => {
  const { id, secret, isBasic } = credentialsOf(call.caller, body)
  const { accessToken, expiresIn } = await (await machines())(call, { clientId: id, secret }).catch(
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
const respondWithToken = async (call: TokenCall): Promise<OAuthToken> => {
  const body: Fields = { ...call.body }
  const type = field(body, 'grant_type')
  const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined
  if (grant) return grant(call, body)
  throw oauthRefusal('unsupported_grant_type', `grant_type must be one of ${Object.keys(GRANTS).join(', ')}`)
}

/** Issues tokens for a user who is already signed in at this origin, without leaving the page. */
const silent = byCookie<(typeof session)['silentAuthorize']>(async (call) => {
  const { ports, caller, body } = call
  const tenantId = optionalText(body.tenantId, 'tenantId')
  const signedIn = await browserSession(ports, caller)
  const user = signedIn && (await ports.store.users.get(signedIn.userId))
  if (!signedIn || !user) throw unauthorized('Sign in to continue')
  // Access is checked before a grant exists, with the refusal that a client with cookies expects.
  if (tenantId !== undefined) await admit(call, { user, session: signedIn, tenantId })
  return tokensOf(call, await startGrant(ports, signedIn), { tenantId })
})

export const oauthHandlers = {
  authorizeRedirect: byOauth(async (call) => (await authorizing())(call) as Promise<string>),
  exchangeAuthorizationCode: byOauth((call) => respondWithToken(call)),
  exchangeRefreshToken: byOauth((call) => respondWithToken(call)),
  silentAuthorize: silent,
} satisfies Pick<
  Handlers<typeof session>,
  'authorizeRedirect' | 'exchangeAuthorizationCode' | 'exchangeRefreshToken' | 'silentAuthorize'
>

export const providerHandlers = {
  getProviderMetadata: open(async ({ ports, reply }) => {
    reply.headers.set('Cache-Control', 'public, max-age=300')
    return providerMetadata(ports.config)
  }),
  showLoginPage: byOauth(async ({ ports, path, reply }) => {
    const page = (await loginPages())(ports, path.page)
    if (!page) throw notFound()
    return show(reply, page)
  }),
  leaveLoginPage: byOauth(async ({ ports, reply }) => {
    reply.status = 302
    reply.headers.set('Location', ports.config.appUrl)
  }),
} satisfies Pick<Handlers<typeof authorization>, 'getProviderMetadata' | 'showLoginPage' | 'leaveLoginPage'>
