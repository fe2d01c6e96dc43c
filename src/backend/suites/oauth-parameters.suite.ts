import assert from 'node:assert/strict'
import { it } from 'node:test'
import { authorization } from '../../contract/authorization.ts'
import { oauthServer } from '../../contract/oauth-server.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { challengeOf, createVerifier } from '../../rules/pkce.ts'
import { registerClient } from '../domain/oauth/oauth-clients.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { locationOf } from './oauth.test-kit.ts'

const CALLBACK = 'https://shop.test/callback'
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const LOGIN_PAGE = fillPath(authorization.showLoginPage.path, { page: 'login' })
const TOKEN = session.exchangeAuthorizationCode.path

type Entries = readonly [string, string][]

export const describeOauthParameters = (kit: () => Kit): void => {
  const register = async (
    isConfidential: boolean,
    redirectUris: readonly string[] = [CALLBACK],
    postLogoutRedirectUris: readonly string[] = [],
  ) => {
    const facts = { name: 'Shop', isConfidential, redirectUris, postLogoutRedirectUris }
    const made = await registerClient(kit().ports, facts)
    return { client_id: made.clientId, client_secret: made.clientSecret ?? '' }
  }
  const request = { response_type: 'code', scope: 'openid email', redirect_uri: CALLBACK, state: 's' }
  const ask = async (fields: Record<string, string>, repeated: Entries = []) => {
    const { cookie } = await kit().signIn('ada@acme.test')
    const query = new URLSearchParams([...Object.entries(fields), ...repeated])
    return kit().page('GET', `${session.authorizeRedirect.path}?${query}`, { cookie })
  }
  /** Continues a request after the sign-in that it asked for, if any. */
  const signedInAnew = async (response: CallResponse): Promise<CallResponse> => {
    const { pathname, searchParams } = locationOf(response)
    if (pathname !== LOGIN_PAGE) return response
    const { cookie } = await kit().signIn('ada@acme.test')
    return kit().page('GET', searchParams.get('redirectUrl') ?? '', { cookie })
  }
  const exchange = (entries: Entries, path: string = TOKEN) =>
    kit().call('POST', path, { body: String(new URLSearchParams([...entries])), headers: FORM })

  it('treats a parameter without a value as omitted, when users are sent here and when tokens are requested', async () => {
    const { client_id, client_secret } = await register(true)
    const names = ['prompt', 'max_age', 'code_challenge', 'code_challenge_method', 'nonce', 'response_mode', 'request']
    const empty = Object.fromEntries([...names, 'request_uri', 'login_hint', 'id_token_hint'].map((name) => [name, '']))
    const code = locationOf(await ask({ ...request, client_id, ...empty })).searchParams.get('code')
    assert.ok(code)
    const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id, client_secret }
    const tokens = await exchange(Object.entries({ ...fields, code_verifier: '', scope: '' }))
    assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
  })

  it('ignores parameters that it has no use for, in any order of scopes', async () => {
    const { client_id } = await register(true)
    for (const more of [
      { scope: ' offline_access   openid', prompt: 'consent' },
      { ui_locales: 'fr-CA fr en', login_hint: 'ada@acme.test', claims_locales: 'fr', display: 'popup' },
      { claims: '{"id_token":{"email":null}}', resource: 'https://api.shop.test', audience: 'shop' },
      { max_age: '2147483647', access_type: 'offline' },
    ] as Record<string, string>[])
      assert.ok(locationOf(await ask({ ...request, client_id, ...more })).searchParams.get('code'))
  })

  it('refuses a parameter that is sent twice, except those that may be', async () => {
    const { client_id, client_secret } = await register(true)
    for (const name of ['state', 'scope', 'response_type', 'nonce', 'max_age']) {
      const target = locationOf(
        await ask({ ...request, client_id }, [
          [name, 'x'],
          [name, 'y'],
        ]),
      )
      assert.deepEqual(
        [target.origin, target.searchParams.get('error')],
        ['https://shop.test', 'invalid_request'],
        name,
      )
    }
    assert.equal((await ask({ ...request, client_id }, [['redirect_uri', 'https://evil.test/']])).status, 400)
    const resources: Entries = [
      ['resource', 'https://a.test'],
      ['resource', 'https://b.test'],
    ]
    assert.ok(locationOf(await ask({ ...request, client_id }, resources)).searchParams.get('code'))
    const by = Object.entries({ client_id, client_secret })
    for (const name of ['grant_type', 'client_id', 'refresh_token']) {
      const refused = await exchange([...by, ['grant_type', 'refresh_token'], ['refresh_token', 'x'], [name, 'x']])
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request'], name)
      assert.match(refused.body.error_description, /more than once/)
    }
    for (const { path } of [oauthServer.revokeToken, oauthServer.introspectToken])
      assert.equal((await exchange([...by, ['token', 'x'], ['token', 'y']], path)).body.error, 'invalid_request')
  })

  it('names the error as OAuth does when the body can’t be read', async () => {
    for (const { path } of [session.exchangeAuthorizationCode, oauthServer.revokeToken, oauthServer.introspectToken])
      for (const [type, body] of [
        ['text/plain', 'grant_type=refresh_token'],
        ['multipart/form-data; boundary=x', '--x--'],
        ['application/json', '{'],
        ['application/json', '[]'],
      ] as const) {
        const refused = await kit().call('POST', path, { body, headers: { 'Content-Type': type } })
        assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request'], `${path} ${type}`)
        assert.ok(refused.body.error_description)
      }
    for (const { path } of [session.exchangeAuthorizationCode, oauthServer.revokeToken, oauthServer.introspectToken]) {
      const many = await exchange(
        Array.from({ length: 20_000 }, (_, at) => [`${at}`, '']),
        path,
      )
      assert.deepEqual([many.status, many.body.error], [413, 'invalid_request'], path)
      const long = await kit().call('POST', path, { body: { refresh_token: 'x'.repeat(100_000) } })
      assert.deepEqual([long.status, long.body.error], [413, 'invalid_request'], path)
    }
  })

  it('lets a native app choose the port on which it listens, and nothing else of its URL', async () => {
    const uris = ['http://127.0.0.1/cb', 'http://[::1]:1/cb', 'http://localhost:8080/cb?a=1', 'com.shop.app:/cb']
    const open = await register(false, uris)
    const confidential = await register(true, uris)
    const verifier = createVerifier()
    const pkce = { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' }
    const ends = async (redirect_uri: string, { client_id } = open) =>
      ask({ ...request, ...pkce, client_id, redirect_uri })
    for (const url of ['http://127.0.0.1:51234/cb', 'http://[::1]:9/cb', 'http://localhost:7/cb?a=1', ...uris]) {
      const code = locationOf(await signedInAnew(await ends(url))).searchParams.get('code') ?? ''
      assert.ok(code, url)
      const fields = { grant_type: 'authorization_code', code, client_id: open.client_id, code_verifier: verifier }
      assert.equal((await exchange(Object.entries({ ...fields, redirect_uri: url }))).status, 200, url)
    }
    for (const url of [
      'http://127.0.0.1:51234/other',
      'http://127.0.0.1:51234/cb?a=1',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1.evil.test:1/cb',
      'http://127.0.0.1:80@evil.test/cb',
      'https://127.0.0.1:51234/cb',
      'http://localhost:7/cb',
      'com.shop.app:1/cb',
    ])
      assert.equal((await ends(url)).status, 400, url)
    assert.equal((await ends('http://127.0.0.1:51234/cb', confidential)).status, 400)
  })

  it('asks the user to sign in again where any program of the machine could receive the code', async () => {
    const page = 'http://localhost:5173/callback'
    const uris = ['http://127.0.0.1/cb', 'com.shop.app:/cb', page, CALLBACK]
    const pkce = { code_challenge: await challengeOf(createVerifier()), code_challenge_method: 'S256' }
    const responseTo = async (isConfidential: boolean, redirect_uri: string, more: Record<string, string> = {}) => {
      const { client_id } = await register(isConfidential, uris)
      return locationOf(await ask({ ...request, ...pkce, client_id, redirect_uri, ...more }))
    }
    for (const url of ['http://127.0.0.1:51234/cb', 'com.shop.app:/cb']) {
      assert.equal((await responseTo(false, url)).pathname, LOGIN_PAGE, url)
      const silent = await responseTo(false, url, { prompt: 'none' })
      assert.equal(silent.searchParams.get('error'), 'login_required', url)
    }
    for (const url of [page, CALLBACK]) {
      assert.ok((await responseTo(false, url, { prompt: 'none' })).searchParams.get('code'), url)
    }
    assert.ok((await responseTo(true, 'com.shop.app:/cb')).searchParams.get('code'))
  })

  it('after signing out, returns a native app to the port that it chose, and a page only to its own', async () => {
    const query = (client_id: string) =>
      new URLSearchParams({ client_id, post_logout_redirect_uri: 'http://127.0.0.1:51234/bye' })
    const out = async (isConfidential: boolean) => {
      const { client_id } = await register(isConfidential, [CALLBACK], ['http://127.0.0.1/bye'])
      const navigation = { headers: { 'Sec-Fetch-Mode': 'navigate' } }
      return kit().page('GET', `${session.oauthLogout.path}?${query(client_id)}`, navigation)
    }
    assert.equal(locationOf(await out(false)).href, 'http://127.0.0.1:51234/bye')
    assert.equal((await out(true)).status, 400)
  })

  it('keeps the query of a redirect URI as it is registered', async () => {
    const redirect_uri = `${CALLBACK}?a=b%20c&d`
    const { client_id } = await register(true, [redirect_uri])
    const { href } = locationOf(await ask({ ...request, client_id, redirect_uri }))
    assert.ok(href.startsWith(`${redirect_uri}&code=`), href)
  })

  it('lets pages of every origin read its description, even with a slash at the end of the path', async () => {
    const headers = { Origin: 'https://spa.test' }
    const { path } = authorization.getProviderMetadata
    const found = await kit().call('GET', `${path}/`, { headers })
    assert.deepEqual([found.status, found.headers.get('Access-Control-Allow-Origin')], [200, '*'])
  })
}
