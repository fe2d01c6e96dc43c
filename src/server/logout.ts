import { authorization } from '../contract/authorization.ts'
import { session as calls } from '../contract/session.ts'
import { callApi, endpointUrl } from './api.ts'
import { isRefreshCookie, setCookie } from './cookies.ts'
import { finishedLoginCookie } from './login-state.ts'
import type { ServerConfig } from './options.ts'
import { type Core, cookiesOf, refreshTokenOf } from './resolve.ts'
import { redirectTo, refusal, withCookies } from './responses.ts'
import { isOwnChange } from './same-site.ts'

/** Deletes every cookie that signs this browser in here, or remembers a sign-in. */
export const clearAll = async (core: Core, request: Request): Promise<string[]> => {
  const { config, sessionCookies, refresher } = core
  const token = await refreshTokenOf(core, request)
  if (token !== undefined) refresher.forget(token)
  const cookies = cookiesOf(request)
  const finished = finishedLoginCookie(config)
  const others = cookies.filter(([name]) => isRefreshCookie(name, config) || name === finished)
  return [...sessionCookies.clear(cookies), ...others.map(([name]) => setCookie({ name }, config))]
}

/** Returns the URL that ends the provider's own session (OpenID Connect RP-Initiated Logout 1.0 §2). */
export const providerLogout = (config: ServerConfig): URL => {
  const target = endpointUrl(config, calls.oauthLogoutRedirect)
  target.searchParams.set('post_logout_redirect_uri', new URL(config.routes.loginUrl, config.appUrl).href)
  return target
}

/**
 * Ends the session of an ID token at the API without asking the user and without a token in a URL. If the provider does
 * not support this, the browser is redirected to it.
 */
const endAtProvider = async ({ config, sessionCookies }: Core, request: Request): Promise<URL> => {
  const target = providerLogout(config)
  const returnTo = target.searchParams.get('post_logout_redirect_uri') ?? ''
  const sealed = await sessionCookies.read(cookiesOf(request))
  if (!sealed?.value.idToken) return target
  const form = { id_token_hint: sealed.value.idToken, post_logout_redirect_uri: returnTo, client_id: config.clientId }
  try {
    const { leadsTo } = await callApi(config, authorization.confirmLogout, { from: request, form })
    return leadsTo === returnTo ? new URL(returnTo) : target
  } catch (error) {
    config.log.warn('The provider could not be notified of the sign-out', error)
    return target
  }
}

/** Ends the session at the API. Local state is removed even when the API does not respond. */
const endAtApi = async ({ config }: Core, request: Request): Promise<void> => {
  const cookies = cookiesOf(request).filter(([name]) => isRefreshCookie(name, config))
  if (cookies.length === 0) return
  try {
    await callApi(config, calls.logout, { from: request, cookies, json: {} })
  } catch (error) {
    config.log.warn('The API could not be notified of the sign-out', error)
  }
}

/** Signs out here and at the API, then redirects to the login page. Accepts only a POST from a page of this app. */
export const logOut = async (core: Core, request: Request): Promise<Response> => {
  const { config } = core
  if (request.method !== 'POST') return refusal(405, 'Use POST to sign out', { allow: 'POST' })
  if (!isOwnChange(request, config)) return refusal(403, 'The request must come from this app')
  if (!config.hosted) await endAtApi(core, request)
  const target = config.hosted ? await endAtProvider(core, request) : new URL(config.routes.loginUrl, config.appUrl)
  return withCookies(redirectTo(target.href, 303), await clearAll(core, request))
}
