import { session as calls } from '../contract/session.ts'
import type { Me, Tenant } from '../entities/auth.ts'
import { callApi } from './api.ts'
import { type GateOptions, gate, loginPageUrl, type SessionHandler } from './gate.ts'
import { finishLogin, type HostedCore, startLogin } from './hosted.ts'
import { createKeySet } from './key-set.ts'
import { createLoginStates, type FinishedLogin, type LoginState } from './login-state.ts'
import { logOut } from './logout.ts'
import { type ServerConfig, type ServerOptions, type ServerRoutes, toConfig } from './options.ts'
import { proxy } from './proxy.ts'
import { createRefresher } from './refresher.ts'
import { type CookieSource, type Resolved, readSession, resolveSession, type ServerSession } from './resolve.ts'
import { createSeal } from './seal.ts'
import { createSessionCookies, type SealedSession } from './session-cookies.ts'
import { createVerifier } from './tokens.ts'

/** A user's profile and tenants, as the API returns them. */
export interface UserData {
  user: Me
  tenants: readonly Tenant[]
  activeTenant: Tenant
}

/** Loads profile, permissions and tenants in parallel; `undefined` without a profile or tenants. */
const loadUser = async (config: ServerConfig, session: ServerSession): Promise<UserData | undefined> => {
  const token = session.accessToken
  try {
    const [me, tenants, authorization] = await Promise.all([
      callApi(config, calls.getMe, { token }),
      callApi(config, calls.getMyTenantsV3, { token }),
      callApi(config, calls.getMyAuthorization, { token }),
    ])
    if (me.status >= 300 || tenants.status >= 300) return undefined
    const rights = authorization.status < 300 ? authorization.body : {}
    // The wire seam: responses of these operations have these shapes.
    return { ...tenants.body, user: { ...me.body, ...rights } } as unknown as UserData
  } catch (error) {
    config.log.error('The profile could not be loaded', error)
    return undefined
  }
}

/** Server side of one app, on web-standard requests and responses. Adapters connect it to frameworks. */
export interface FrontEntryServer {
  /**
   * Returns the session in the cookies without renewing it or setting cookies, for places that cannot set them, such as
   * server components. Never throws; `undefined` means signed out, whatever the reason.
   *
   * @example const session = await server.getSession(request); console.log(session?.user.email)
   */
  getSession(source: CookieSource): Promise<ServerSession | undefined>
  /**
   * Returns the session and renews an ended access token, once for all concurrent requests. Add `setCookies` to the
   * response. Never throws.
   *
   * @example const { session, setCookies } = await server.resolve(request); console.log(session?.user.sub, setCookies)
   */
  resolve(source: CookieSource): Promise<Resolved>
  /**
   * Returns a handler for signed-in users. It is not called for signed-out users, nor for changes (POST, PUT, …) sent
   * by a page of another origin. Responses are never cached.
   *
   * @throws whatever the handler throws
   * @example const hello = server.withSession((request, { user }) => Response.json({ hello: user.email, at: request.url }))
   */
  withSession(handler: SessionHandler, options?: GateOptions): (request: Request) => Promise<Response>
  /**
   * Handles Front Entry's own paths: the API proxy below `/api/frontegg/`, `POST /account/logout`, and with hosted
   * login `GET /account/login` and `GET /oauth/callback`. Resolves to `undefined` for every other path.
   *
   * @example const response = (await server.handle(request)) ?? new Response('Not found', { status: 404 })
   */
  handle(request: Request): Promise<Response | undefined>
  /**
   * Loads the user's profile and tenants from the API; `undefined` when either is missing.
   *
   * @example const session = await server.getSession(request); if (session) await server.loadUser(session)
   */
  loadUser(session: ServerSession): Promise<UserData | undefined>
  /**
   * Returns the URL of the login page, which redirects back to `path` after sign-in.
   *
   * @example const { pathname, search } = new URL(request.url); console.log(server.loginUrl(pathname + search))
   */
  loginUrl(path: string): string
  /** Origin of this app, such as `https://app.example.com`. */
  readonly origin: string
  /** Paths in use, with defaults filled in. */
  readonly routes: ServerRoutes
}

const createCore = (options: ServerOptions): HostedCore => {
  const config = toConfig(options)
  const shared = { passwords: options.encryptionPassword, clientId: config.clientId, now: config.now }
  return {
    config,
    verifier: createVerifier(config, createKeySet(config)),
    sessionCookies: createSessionCookies(config, createSeal<SealedSession>({ ...shared, purpose: 'session' })),
    loginStates: createLoginStates(config, {
      pending: createSeal<LoginState>({ ...shared, purpose: 'login-state' }),
      finished: createSeal<FinishedLogin>({ ...shared, purpose: 'login-finished' }),
    }),
    refresher: createRefresher(config.now),
  }
}

const route = async (core: HostedCore, request: Request): Promise<Response | undefined> => {
  const { routes, hosted, apiPath } = core.config
  const { pathname } = new URL(request.url)
  if (pathname.startsWith(`${apiPath}/frontegg/`)) return proxy(core, request)
  if (pathname === routes.logoutUrl && request.method === 'POST') return logOut(core, request)
  if (!hosted || request.method !== 'GET') return undefined
  if (pathname === routes.loginUrl) return startLogin(core, request)
  if (pathname === routes.hostedLoginRedirectUrl) return finishLogin(core, request)
  return undefined
}

/**
 * Creates sessions for a server-rendered app: the access token and refresh token are in a sealed, HttpOnly cookie of
 * the app's own host.
 *
 * A session ends here at once when the browser's cookies are deleted. The token in a stolen copy of the cookie stays
 * valid until it expires, five minutes by default, like every bearer token.
 *
 * @throws ServerOptionsError for an invalid URL, client ID or cookie name
 * @throws EncryptionPasswordError for a password that is not 64 hexadecimal characters
 * @example
 * const app = createFrontEntryServer({
 *   appUrl: 'https://app.example.com',
 *   baseUrl: 'https://auth.example.com',
 *   clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58',
 *   encryptionPassword: '0123456789abcdef'.repeat(4),
 * })
 * const response = await app.handle(new Request('https://app.example.com/reports')) // undefined: the app's own page
 */
export const createFrontEntryServer = (options: ServerOptions): FrontEntryServer => {
  const core = createCore(options)
  return {
    getSession: (source) => readSession(core, source),
    resolve: (source) => resolveSession(core, source),
    withSession: (handler, gateOptions) => gate(core, handler, gateOptions),
    handle: (request) => route(core, request),
    loadUser: (session) => loadUser(core.config, session),
    loginUrl: (path) => loginPageUrl(core, path),
    origin: core.config.appUrl.origin,
    routes: core.config.routes,
  }
}
