import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { authorization } from '../contract/authorization.ts'
import { login } from '../contract/login.ts'
import { oauthServer } from '../contract/oauth-server.ts'
import { API_PREFIX } from '../contract/path.ts'
import { portal } from '../contract/portal.ts'
import { session } from '../contract/session.ts'
import { challengeOf } from '../rules/pkce.ts'

export const API = 'https://auth.example.test'
export const CLIENT = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'
export const REFRESH_COOKIE = `fe_refresh_${CLIENT.replaceAll('-', '')}`

const json = (body: unknown, status = 200, headers: HeadersInit = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const READS: ReadonlySet<string> = new Set([
  portal.getJwks.path,
  ...[session.getMe, session.getMyTenantsV3, session.getMyAuthorization].map(({ path }) => API_PREFIX + path),
])

interface StubSession {
  email: string
  generation: number
  ended: boolean
}

interface PendingCode {
  email: string
  challenge: string
  nonce: string
  redirectUri: string
}

const makeKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

export interface StubSettings {
  now: () => number
  lifetimeSeconds?: number
  opaqueAccessTokens?: boolean
}

/** Creates a small in-memory API with sign-in, refresh, code flow and key set; it counts requests. */
export const createStubApi = async ({ now, lifetimeSeconds = 300, opaqueAccessTokens = false }: StubSettings) => {
  let keys = [await makeKey('key-1')]
  const sessions = new Map<string, StubSession>()
  const codes = new Map<string, PendingCode>()
  let issuedCodes = 0
  const counts: Record<string, number> = {}
  const refreshesOf: Record<string, number> = {}
  const faults: { keySet?: boolean; down?: boolean; noHint?: boolean } = {}
  const seen: Request[] = []

  const sign = (claims: Record<string, unknown>, header: object = {}) => {
    const [key] = keys
    if (!key) throw new Error('There is no key')
    const issued = Math.floor(now() / 1_000)
    return new SignJWT({
      iss: API,
      aud: CLIENT,
      iat: issued,
      exp: issued + lifetimeSeconds,
      type: 'userToken',
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
      .sign(key.privateKey)
  }
  /** Extra claims in every token. */
  const extra: Record<string, unknown> = {}
  const claimsOf = (id: string, email: string) => ({
    sub: `id of ${email}`,
    email,
    sid: id,
    tenantId: 'acme',
    ...extra,
  })
  const tokenOf = (id: string) => `${id}.${sessions.get(id)?.generation}.mac`
  const start = (email: string) => {
    const id = `s${sessions.size + 1}`
    sessions.set(id, { email, generation: 0, ended: false })
    return id
  }
  const responseOf = async (id: string) => {
    const { email = '' } = sessions.get(id) ?? {}
    const body = { accessToken: await sign(claimsOf(id, email)), expiresIn: lifetimeSeconds, mfaRequired: false }
    const cookie = `${REFRESH_COOKIE}=${tokenOf(id)}; Path=/; HttpOnly; SameSite=None; Secure; Domain=auth.example.test`
    return json(body, 200, { 'set-cookie': cookie })
  }
  /** Returns the successor of a refresh token; the same token always gets the same successor. */
  const rotate = (token: string): string | undefined => {
    const [id = '', generation] = token.split('.')
    const found = sessions.get(id)
    if (!found || found.ended) return undefined
    refreshesOf[found.email] = (refreshesOf[found.email] ?? 0) + 1
    if (Number(generation) === found.generation) found.generation += 1
    return Number(generation) === found.generation - 1 ? id : undefined
  }
  const cookieToken = (request: Request) =>
    new RegExp(`${REFRESH_COOKIE}=([^;]+)`).exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
  const oauthResponse = async (id: string, nonce?: string) => {
    const { email = '' } = sessions.get(id) ?? {}
    const idToken = await sign({ ...claimsOf(id, email), nonce, type: undefined })
    const accessToken = opaqueAccessTokens ? `opaque-${id}` : await sign(claimsOf(id, email))
    return json({
      access_token: accessToken,
      id_token: idToken,
      refresh_token: tokenOf(id),
      expires_in: lifetimeSeconds,
    })
  }
  const authorize = (url: URL, email: string): string => {
    // Codes are removed when they are used, so their number would give two users the same code.
    issuedCodes += 1
    const code = `code-${issuedCodes}`
    const query = (name: string) => url.searchParams.get(name) ?? ''
    const redirectUri = query('redirect_uri')
    codes.set(code, { email, challenge: query('code_challenge'), nonce: query('nonce'), redirectUri })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query('state'))
    return back.href
  }
  const exchange = async (form: URLSearchParams) => {
    const refused = () => json({ error: 'invalid_grant' }, 400)
    if (form.get('grant_type') === 'refresh_token') {
      const id = rotate(form.get('refresh_token') ?? '')
      return id ? oauthResponse(id) : refused()
    }
    const pending = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isMatch = pending?.challenge === (await challengeOf(form.get('code_verifier') ?? ''))
    if (!pending || !isMatch || pending.redirectUri !== form.get('redirect_uri')) return refused()
    return oauthResponse(start(pending.email), pending.nonce)
  }
  const routes: Record<string, (request: Request) => Promise<Response> | Response> = {
    [portal.getJwks.path]: () => (faults.keySet ? json({}, 503) : json({ keys: keys.map(({ jwk }) => jwk) })),
    [API_PREFIX + login.login.path]: async (request) => responseOf(start((await request.json()).email)),
    [API_PREFIX + session.refreshSession.path]: (request) => {
      const id = rotate(cookieToken(request))
      return id ? responseOf(id) : json({ errors: ['The session has ended'] }, 401)
    },
    [API_PREFIX + session.logout.path]: (request) => {
      const found = sessions.get(cookieToken(request).split('.')[0] ?? '')
      if (found) found.ended = true
      return json({})
    },
    [API_PREFIX + session.exchangeRefreshToken.path]: async (request) =>
      exchange(new URLSearchParams(await request.text())),
    [API_PREFIX + authorization.confirmLogout.path]: async (request) => {
      const form = new URLSearchParams(await request.text())
      if (faults.noHint) return json({ errors: ['Not found'] }, 404)
      const { sid } = decodeJwt(form.get('id_token_hint') ?? '')
      const found = sessions.get(String(sid))
      if (found) found.ended = true
      return new Response(form.get('post_logout_redirect_uri'), { status: found ? 302 : 400 })
    },
    [API_PREFIX + oauthServer.revokeToken.path]: async (request) => {
      const form = new URLSearchParams(await request.text())
      const found = sessions.get((form.get('token') ?? '').split('.')[0] ?? '')
      if (found && form.get('client_id') === CLIENT) found.ended = true
      return json({})
    },
    [API_PREFIX + session.getMe.path]: () => json({ id: 'me', email: 'ada@acme.test' }),
    [API_PREFIX + session.getMyTenantsV3.path]: () =>
      json({ tenants: [{ tenantId: 'acme' }], activeTenant: { tenantId: 'acme' } }),
    [API_PREFIX + session.getMyAuthorization.path]: () => json({ roles: [{ key: 'admin' }], permissions: [] }),
  }
  const response: typeof fetch = async (input, init) => {
    const request = new Request(input, { ...init, duplex: 'half' } as RequestInit)
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET'
    seen.push(request.clone())
    counts[pathname] = (counts[pathname] ?? 0) + 1
    if (faults.down) throw new TypeError('fetch failed')
    if (isRead !== READS.has(pathname)) return json({ errors: ['Not found'] }, 404)
    return (await routes[pathname]?.(request)) ?? json({ errors: ['Not found'] }, 404)
  }
  return {
    fetch: response,
    counts,
    refreshesOf,
    faults,
    claims: extra,
    seen,
    sign,
    start,
    tokenOf,
    authorize,
    sessions,
    keys: () => keys,
    async rotateKeys(keep: 'old ones too' | 'only the new one') {
      const next = await makeKey(`key-${keys.length + 1}-${Math.floor(now())}`)
      keys = keep === 'old ones too' ? [next, ...keys] : [next]
    },
    jwksPath: portal.getJwks.path,
  }
}

export type StubApi = Awaited<ReturnType<typeof createStubApi>>
