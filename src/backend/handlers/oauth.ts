import type { authorization } from '../../contract/authorization.ts'
import type { session } from '../../contract/session.ts'
import type { OAuthToken } from '../../entities/auth.ts'
import { optionalText } from '../call/read.ts'
import { notFound, unauthorized } from '../call/refusal.ts'
import { browserSession } from '../domain/access/browser-session.ts'
import { startGrant } from '../domain/access/oauth-grants.ts'
import { renewedTokens, signInApplication, tokensOf } from '../domain/access/oauth-tokens.ts'
import { enterTenant } from '../domain/access/tenant-entry.ts'
import { redeemCode } from '../domain/oauth/authorization-code.ts'
import { providerMetadata } from '../domain/oauth/authorization-config.ts'
import { loginPage } from '../domain/oauth/oauth-pages.ts'
import { oauthRefusal } from '../domain/oauth/oauth-refusal.ts'
import { byCookie, byOauth, type Call, type Handlers, open } from '../http/handler.ts'
import { authorize } from './oauth-authorize.ts'
import { show } from './oauth-responses.ts'

type TokenCall = Pick<Call<unknown>, 'ports' | 'caller'> & { body: object }
type Fields = Readonly<Record<string, unknown>>

const field = (body: Fields, name: string): string => {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw oauthRefusal('invalid_request', `${name} is missing`)
  if (value.length > 2_048) throw oauthRefusal('invalid_request', `${name} is too long`)
  return value
}

const optional = (body: Fields, name: string): string => (body[name] === undefined ? '' : field(body, name))

const assertClient = ({ ports }: TokenCall, body: Fields): string | undefined => {
  const clientId = optional(body, 'client_id') || undefined
  if (clientId !== undefined && clientId !== ports.config.clientId) {
    throw oauthRefusal('invalid_client', 'The client is not known')
  }
  return clientId
}

const exchangeCode = async (call: TokenCall, body: Fields): Promise<OAuthToken> => {
  const { ports, caller } = call
  const granted = await redeemCode(ports, caller, {
    code: field(body, 'code'),
    redirectUri: field(body, 'redirect_uri'),
    verifier: optional(body, 'code_verifier'),
    clientId: assertClient(call, body),
  })
  return signInApplication(call, granted)
}

const refreshGrant = async (call: TokenCall, body: Fields): Promise<OAuthToken> => {
  assertClient(call, body)
  return renewedTokens(call, field(body, 'refresh_token'))
}

/** RFC 6749 §4.1.3 and §6: both grants share one path. */
const respondWithToken = async (call: TokenCall): Promise<OAuthToken> => {
  const body: Fields = { ...call.body }
  const type = field(body, 'grant_type')
  if (type === 'authorization_code') return exchangeCode(call, body)
  if (type === 'refresh_token') return refreshGrant(call, body)
  throw oauthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
}

/** Tokens for the user who is already signed in at this origin, without leaving the page. */
const silent = byCookie<(typeof session)['silentAuthorize']>(async (call) => {
  const { ports, caller, body } = call
  const tenantId = optionalText(body.tenantId, 'tenantId')
  const signedIn = await browserSession(ports, caller)
  const user = signedIn && (await ports.store.users.get(signedIn.userId))
  if (!signedIn || !user) throw unauthorized('Sign in to continue')
  // Judged before a grant exists, with the refusal a client of cookies expects.
  if (tenantId !== undefined) await enterTenant(call, { user, session: signedIn, tenantId })
  return tokensOf(call, await startGrant(ports, signedIn), { tenantId })
})

export const oauthHandlers = {
  authorizeRedirect: byOauth((call) => authorize(call)),
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
    const page = loginPage(ports, path.page)
    if (!page) throw notFound()
    return show(reply, page)
  }),
  leaveLoginPage: byOauth(async ({ ports, reply }) => {
    reply.status = 302
    reply.headers.set('Location', ports.config.appUrl)
  }),
} satisfies Pick<Handlers<typeof authorization>, 'getProviderMetadata' | 'showLoginPage' | 'leaveLoginPage'>
