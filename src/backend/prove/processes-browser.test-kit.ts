import { login } from '../../contract/login.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { challengeOf, createVerifier } from '../../rules/pkce.ts'
import { DEMO_CLIENT_ID } from '../adapters/config.ts'
import { SAMPLE_PASSWORD } from '../sample/index.ts'
import { APP } from '../suites/kit.test-kit.ts'

const LOGIN = API_PREFIX + login.login.path
const REFRESH = API_PREFIX + session.refreshSession.path
const LOGOUT = API_PREFIX + session.logout.path
const ME = API_PREFIX + session.getMe.path
const CALLBACK = `${APP}/oauth/callback`

/** Cookie and token of one browser. */
export interface Held {
  cookie: string
  token: string
}

export interface Reply {
  status: number
  cookie: string
  headers: Headers
  /** Parsed body; empty if the response is not a JSON object. */
  body: Record<string, unknown>
}

interface Ask {
  cookie?: string
  token?: string
  body?: unknown
  /** Origin header; navigations have none. */
  origin?: string
}

/** Sends one request on its own connection, so that each may reach another process. */
export const ask = async (at: string, method: string, path: string, given: Ask = {}): Promise<Reply> => {
  const { cookie, token, body, origin = APP } = given
  const headers = new Headers({ 'content-type': 'application/json', connection: 'close', ...(origin && { origin }) })
  if (cookie) headers.set('cookie', cookie)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(at + path, { method, headers, body: text, redirect: 'manual' })
  const read = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    body: read.startsWith('{') ? JSON.parse(read) : {},
  }
}

export const tryLogin = (at: string, email: string, password = SAMPLE_PASSWORD) =>
  ask(at, 'POST', LOGIN, { body: { email, password } })

export const signIn = async (at: string, email: string): Promise<Held> => {
  const { status, body, cookie } = await tryLogin(at, email)
  if (status !== 200) throw new Error(`Sign-in of ${email}: ${status} ${JSON.stringify(body)}`)
  return { cookie, token: String(body.accessToken) }
}

export const refresh = (at: string, cookie: string) => ask(at, 'POST', REFRESH, { cookie, body: { tenantId: null } })
export const logout = (at: string, cookie: string) => ask(at, 'POST', LOGOUT, { cookie })
export const me = (at: string, token: string) => ask(at, 'GET', ME, { token })
export const keySet = (at: string) => ask(at, 'GET', portal.getJwks.path)

/** Returns an authorization code and the verifier it was requested with. */
export const codeFor = async (at: string, cookie: string): Promise<{ code: string; verifier: string }> => {
  const verifier = createVerifier()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: DEMO_CLIENT_ID,
    scope: 'openid',
    redirect_uri: CALLBACK,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'state',
    nonce: 'nonce',
  })
  const response = await ask(at, 'GET', `${API_PREFIX}${session.authorizeRedirect.path}?${query}`, {
    cookie,
    origin: '',
  })
  const code = new URL(response.headers.get('location') ?? 'none:').searchParams.get('code')
  if (!code) throw new Error(`No code: ${response.status}`)
  return { code, verifier }
}

export const redeem = (at: string, { code, verifier }: { code: string; verifier: string }) =>
  ask(at, 'POST', API_PREFIX + session.exchangeAuthorizationCode.path, {
    body: { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier },
  })
