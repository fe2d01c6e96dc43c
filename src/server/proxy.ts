import { federation } from '../contract/federation.ts'
import { session } from '../contract/session.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'
import { baseHeaders } from './api.ts'
import { adoptCookie, formatCookies, isRefreshCookie, setValueOf } from './cookies.ts'
import { clearAll, providerLogout } from './logout.ts'
import type { ServerConfig } from './options.ts'
import { embeddedSession, hostedSession } from './renew.ts'
import { type Core, cookiesOf, refreshCookiesOf } from './resolve.ts'
import { refusal, secured, withCookies } from './responses.ts'
import { isChange, isOwnChange } from './same-site.ts'
import { SessionTooLargeError } from './session-cookie.ts'

/** Uploads that a user waits for take longer than a sign-in. */
const PATIENCE_MS = 60_000
const UNREADABLE = "We're facing some difficulties, Please try again"
const FORWARDED_HEADERS = ['accept', 'authorization', 'content-type', 'frontegg-source', 'frontegg-scoped-tenant']
const RETURNED_HEADERS = [
  'content-type',
  'content-disposition',
  'location',
  'retry-after',
  'www-authenticate',
  'content-security-policy',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
]
/** The identity provider responds with a form post from its own page; the API verifies the signed response. */
const SAML_CALLBACK = /\/saml\/callback\/?$/
/** Encoded dots and slashes, and characters that browsers treat as a slash. */
const ODD_PATH = /%(?:2e|2f|5c|00)|\\|\/\/|;/i

/** Returns the URL at the API; `undefined` for anything but a plain path below the proxy's mount path. */
const proxyTarget = (config: ServerConfig, url: URL): URL | undefined => {
  const mount = `${config.apiPath}/frontegg/`
  const { pathname, search } = url
  if (!pathname.startsWith(mount) || ODD_PATH.test(pathname)) return undefined
  const path = `/${pathname.slice(mount.length)}`.replace(/^\/saml\/callback\/?$/, federation.consumeSaml.path)
  const target = new URL(
    config.apiUrl.origin + config.apiUrl.pathname.replace(/\/+$/, '') + config.prefix + path + search,
  )
  return target.origin === config.apiUrl.origin ? target : undefined
}

const headersTo = (core: Core, request: Request): Headers => {
  const headers = baseHeaders(core.config, request)
  headers.set('x-frontegg-middleware', 'true')
  for (const name of [...FORWARDED_HEADERS, 'x-frontegg-framework', 'x-frontegg-sdk']) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  // Only cookies that the API set are forwarded, neither the sealed session nor cookies of the app.
  const isForApi = (name: string) =>
    name.startsWith('fe_') && !name.startsWith('fe_login-') && !core.sessionCookies.isSession(name)
  const cookies = cookiesOf(request).filter(([name]) => isForApi(name))
  if (cookies.length > 0) headers.set('cookie', formatCookies(cookies))
  return headers
}

/** Forms from identity providers are forwarded as JSON. */
const bodyTo = async (request: Request, headers: Headers): Promise<BodyInit | undefined> => {
  if (!request.body || !isChange(request)) return undefined
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/')) return request.arrayBuffer()
  headers.set('content-type', 'application/json')
  const text = await request.text()
  return type.startsWith('application/x-www-form-urlencoded')
    ? JSON.stringify(Object.fromEntries(new URLSearchParams(text)))
    : text
}

const sessionFrom = (core: Core, body: Readonly<Record<string, unknown>>, refreshCookie: string | undefined) =>
  'access_token' in body ? hostedSession(core, body, {}) : embeddedSession(core, body, refreshCookie)

/** Starts the session here as well when a response contains tokens. */
const sealResponse = async (core: Core, request: Request, text: string, setCookies: readonly string[]) => {
  const body = parseJson(text)
  if (!isRecord(body) || !('accessToken' in body || 'access_token' in body)) return []
  const cookies = cookiesOf(request)
  const [sent, ...others] = refreshCookiesOf(core, cookies)
  const isRefresh = (name: string) => isRefreshCookie(name, core.config)
  const refreshCookie = setValueOf(setCookies, isRefresh) ?? (others.length === 0 ? sent?.[1] : undefined)
  const session = await sessionFrom(core, body, refreshCookie)
  return session ? core.sessionCookies.write(session, cookies) : []
}

const responseOf = async (core: Core, request: Request, response: Response): Promise<Response> => {
  const headers = new Headers()
  for (const name of RETURNED_HEADERS) {
    const value = response.headers.get(name)
    if (value) headers.set(name, value)
  }
  const adopted = response.headers.getSetCookie().map((header) => adoptCookie(header, core.config))
  const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '')
  if (!isJson || response.status >= 400) {
    return withCookies(new Response(response.body, { status: response.status, headers }), adopted)
  }
  const text = await response.text()
  try {
    const own = await sealResponse(core, request, text, adopted)
    return withCookies(new Response(text, { status: response.status, headers }), [...adopted, ...own])
  } catch (error) {
    if (!(error instanceof SessionTooLargeError)) throw error
    core.config.log.error('The session could not be started', error)
    // If the request had a refresh token, the API may have replaced it, and ends the session when the old one is used
    // again later. A sign-in that fails must leave no session.
    return withCookies(refusal(502, UNREADABLE), refreshCookiesOf(core, cookiesOf(request)).length > 0 ? adopted : [])
  }
}

/** The response is a 302 without a `Location`, and its text is the URL to redirect to. */
const logoutResponse = async (core: Core, request: Request, target: URL): Promise<Response> => {
  const cleared = await clearAll(core, request)
  const isProvider = core.config.hosted || target.pathname.endsWith(session.oauthLogout.path)
  const response = isProvider
    ? new Response(providerLogout(core.config).href, { status: 302, headers: { 'content-type': 'text/plain' } })
    : new Response('{}', { headers: { 'content-type': 'application/json' } })
  return withCookies(response, cleared)
}

const send = async (core: Core, request: Request, target: URL): Promise<Response> => {
  const headers = headersTo(core, request)
  const body = await bodyTo(request, headers)
  const { method } = request
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return core.config.fetch(target, { method, headers, body, redirect: 'manual', signal })
}

const forward = async (core: Core, request: Request): Promise<Response> => {
  const target = proxyTarget(core.config, new URL(request.url))
  if (!target) return refusal(404, 'Not found')
  const isLogout = target.pathname.endsWith('/logout')
  const isFromProvider = SAML_CALLBACK.test(target.pathname)
  if (!isFromProvider && (isChange(request) || isLogout) && !isOwnChange(request, core.config)) {
    return refusal(403, 'The request must come from this app')
  }
  try {
    const response = await send(core, request, target)
    core.config.log.debug(`${request.method} ${target.pathname} responded with ${response.status}`)
    return isLogout ? logoutResponse(core, request, target) : await responseOf(core, request, response)
  } catch (error) {
    core.config.log.error('The API could not be reached', error)
    return isLogout ? logoutResponse(core, request, target) : refusal(502, UNREADABLE)
  }
}

/** Forwards a page's request to the API through this app; cookies of the API become cookies of this host. */
export const proxy = async (core: Core, request: Request): Promise<Response> => secured(await forward(core, request))
