import assert from 'node:assert/strict'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'
import { challengeOf, createVerifier } from '../../rules/pkce.ts'
import { API, APP, type CallResponse, type Kit } from './kit.test-kit.ts'

export const TOKEN = API_PREFIX + session.exchangeAuthorizationCode.path
export const ME = session.getMe.path
export const CALLBACK = APP + DEFAULT_ROUTES.hostedLoginRedirectUrl

export interface Flow {
  verifier: string
  cookie: string
  token: string
}

export type Query = Record<string, string | undefined>

const queryFor = async (kit: Kit, verifier: string, change: Query = {}): Promise<string> => {
  const all: Query = {
    response_type: 'code',
    client_id: kit.config.clientId,
    scope: 'openid email profile',
    redirect_uri: CALLBACK,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'state-of-the-flow',
    nonce: 'nonce-of-the-flow',
    ...change,
  }
  return String(
    new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  )
}

export const locationOf = (response: CallResponse): URL => new URL(response.headers.get('Location') ?? 'none:', API)

/** Opens the steps of a browser through the authorization server. */
export const openFlows = (kit: () => Kit) => {
  const start = async (email = 'ada@acme.test'): Promise<Flow> => ({
    verifier: createVerifier(),
    ...(await kit().signIn(email)),
  })

  const ask = async ({ verifier, cookie }: Pick<Flow, 'verifier' | 'cookie'>, change?: Query) =>
    kit().page('GET', `${API_PREFIX}${session.authorizeRedirect.path}?${await queryFor(kit(), verifier, change)}`, {
      cookie,
    })

  const codeOf = async (flow: Flow, change?: Query): Promise<string> => {
    const code = locationOf(await ask(flow, change)).searchParams.get('code')
    assert.ok(code)
    return code
  }

  const exchange = (code: string, verifier: string | undefined, change: object = {}) =>
    kit().call('POST', TOKEN, {
      body: { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier, ...change },
    })

  const refresh = (refreshToken: string) =>
    kit().call('POST', TOKEN, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } })

  const assertRefused = (response: CallResponse, error: string) => {
    assert.deepEqual([response.status, response.body.error], [400, error])
    assert.ok(Array.isArray(response.body.errors))
  }

  return { start, ask, codeOf, exchange, refresh, assertRefused }
}
