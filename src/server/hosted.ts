import { session as calls } from '../contract/session.ts'
import { createPkce } from '../rules/pkce.ts'
import { safeRedirectUrl } from '../rules/redirect-url.ts'
import { callApi, endpointUrl } from './api.ts'
import type { LoginState, LoginStates } from './login-state.ts'
import type { ServerConfig } from './options.ts'
import { hostedSession, isInvalidGrant, revokeTokens } from './renew.ts'
import { type Core, cookiesOf, resolveSession } from './resolve.ts'
import { failurePage, redirectTo, withCookies } from './responses.ts'

export interface HostedCore extends Core {
  loginStates: LoginStates
}

const SCOPE = 'openid email profile'
/** Parameters of the login page's URL that are forwarded to the provider. */
const FORWARDED_PARAMETERS = [
  'prompt',
  'login_direct_action',
  'organization',
  'tenantId',
  'acr_values',
  'max_age',
  'login_hint',
]

const callbackUrl = ({ appUrl, routes }: ServerConfig): string => new URL(routes.hostedLoginRedirectUrl, appUrl).href

/** Returns a URL of this app or of an allowed origin. */
const returnTarget = (config: ServerConfig, wish: string | null): string => {
  const { appUrl, routes, allowedRedirectOrigins } = config
  const blockedPaths = [routes.loginUrl, routes.logoutUrl, routes.hostedLoginRedirectUrl]
  const rules = { pageUrl: appUrl, allowedOrigins: allowedRedirectOrigins, blockedPaths }
  return (safeRedirectUrl(wish, rules) ?? new URL(routes.authenticatedUrl, appUrl)).href
}

/**
 * Starts a sign-in: a redirect to the provider, and a sealed cookie with the request's state (RFC 6749 §4.1, RFC 7636).
 */
export const startLogin = async ({ config, loginStates }: HostedCore, request: Request): Promise<Response> => {
  const { searchParams } = new URL(request.url)
  const { verifier, challenge, state, nonce } = await createPkce()
  const returnTo = returnTarget(config, searchParams.get('redirectUrl'))
  const target = endpointUrl(config, calls.authorizeRedirect)
  const query = {
    response_type: 'code',
    client_id: config.clientId,
    scope: SCOPE,
    redirect_uri: callbackUrl(config),
    code_challenge: challenge,
    code_challenge_method: 'S256',
    nonce,
    state,
  }
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  for (const name of FORWARDED_PARAMETERS) {
    const value = searchParams.get(name)
    if (value) target.searchParams.set(name, value)
  }
  const setCookies = await loginStates.start({ state, nonce, verifier, returnTo }, cookiesOf(request))
  return withCookies(redirectTo(target.href), setCookies)
}

/** Returns the value of a parameter that occurs exactly once. */
const single = (query: URLSearchParams, name: string): string | undefined => {
  const values = query.getAll(name)
  return values.length === 1 && values[0] ? values[0] : undefined
}

/** RFC 9207 §2.4: `iss` in the response must be the issuer that the request was sent to. */
const isOurIssuer = (query: URLSearchParams, { issuers }: ServerConfig): boolean =>
  !query.has('iss') || issuers.includes(single(query, 'iss') ?? '')

/** Exchanges the code, at most once, whatever the response. Returns the status of the page if it fails. */
const exchange = async (core: HostedCore, request: Request, code: string, flow: LoginState) => {
  const { config } = core
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl(config),
    code_verifier: flow.verifier,
    client_id: config.clientId,
  }
  const response = await callApi(config, calls.exchangeAuthorizationCode, { from: request, form })
  if (response.status < 300) return (await hostedSession(core, response.body, { nonce: flow.nonce })) ?? 502
  config.log.error(`The code could not be exchanged: ${response.status}`)
  return isInvalidGrant(response) ? 400 : 502
}

/**
 * Redirects a signed-in user to the app if they load the callback of their last sign-in again. The callback of another
 * sign-in is not skipped, because the user may have wanted to sign in as another user.
 */
const continueSignedIn = async (core: HostedCore, request: Request, state: string): Promise<Response | undefined> => {
  if (!(await core.loginStates.isFinished(state, cookiesOf(request)))) return undefined
  const { session, setCookies } = await resolveSession(core, request)
  return session && withCookies(redirectTo(returnTarget(core.config, null), 303), setCookies)
}

/**
 * Ends a sign-in. The code is exchanged only if this browser started exactly this flow; a failure shows a page with a
 * link back.
 */
export const finishLogin = async (core: HostedCore, request: Request): Promise<Response> => {
  const { config, loginStates, sessionCookies } = core
  const cookies = cookiesOf(request)
  const query = new URL(request.url).searchParams
  const code = single(query, 'code')
  const state = single(query, 'state')
  const { flow, setCookies } = await loginStates.take(state ?? '', cookies)
  const failed = (status: number) =>
    withCookies(failurePage(status, new URL(config.routes.loginUrl, config.appUrl).pathname), setCookies)
  const signedIn = flow ? undefined : await continueSignedIn(core, request, state ?? '')
  if (signedIn) return signedIn
  if (!flow || !code || query.has('error') || !isOurIssuer(query, config)) {
    config.log.info('A callback was refused that belongs to no sign-in of this browser')
    return failed(400)
  }
  try {
    const session = await exchange(core, request, code, flow)
    if (typeof session === 'number') return failed(session)
    const written = await sessionCookies.write(session, cookies).catch(async (error: unknown) => {
      await revokeTokens(core, session, request)
      throw error
    })
    return withCookies(redirectTo(flow.returnTo, 303), [...setCookies, await loginStates.finish(flow), ...written])
  } catch (error) {
    config.log.error('The sign-in could not be finished', error)
    return failed(502)
  }
}
