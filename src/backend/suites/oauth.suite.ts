import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { authorization } from '../../contract/authorization.ts'
import { stepUp } from '../../contract/login.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'
import { challengeOf, createVerifier } from '../../rules/pkce.ts'
import { anSsoConnectionRecord } from '../../testing/records.ts'
import { withFactor } from '../domain/identity/access/factor-proof.ts'
import { API, APP, type CallResponse, type Kit } from './kit.test-kit.ts'
import { appCode } from './mfa.test-kit.ts'
import { CALLBACK, type Flow, locationOf, ME, openFlows, type Query, TOKEN } from './oauth.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

export const describeOauth = (kit: () => Kit): void => {
  const { start, ask, codeOf, exchange, refresh, assertRefused } = openFlows(kit)

  it('returns a code for a signed-in user, and tokens for the code', async () => {
    const flow = await start()
    const target = locationOf(await ask(flow))
    assert.equal(target.origin + target.pathname, CALLBACK)
    assert.deepEqual(
      [target.searchParams.get('state'), target.searchParams.get('iss'), target.hash],
      ['state-of-the-flow', API, ''],
    )
    const { status, body, headers } = await exchange(target.searchParams.get('code') ?? '', flow.verifier)
    assert.deepEqual([status, body.token_type, body.expires_in], [200, 'Bearer', 300])
    assert.equal(headers.get('Cache-Control'), 'no-store')
    const [id, access] = [decodeJwt(body.id_token), decodeJwt(body.access_token)]
    assert.deepEqual(
      [id.nonce, id.iss, id.aud, id.type],
      ['nonce-of-the-flow', API, kit().config.clientId, 'userToken'],
    )
    assert.deepEqual([access.nonce, access.type, access.sub === id.sub], [undefined, 'userToken', true])
    for (const token of [body.access_token, body.id_token])
      assert.equal((await kit().call('GET', ME, { token })).status, 200)
  })

  it('shows the login page to a signed-out user, and continues the same request afterwards', async () => {
    const verifier = createVerifier()
    const asked = locationOf(await ask({ verifier, cookie: '' }))
    assert.equal(asked.pathname, fillPath(authorization.showLoginPage.path, { page: 'login' }))
    const page = await kit().page('GET', asked.pathname + asked.search)
    assert.deepEqual([page.status, page.headers.get('Content-Type')], [200, 'text/html; charset=utf-8'])
    assert.match(page.headers.get('Content-Security-Policy') ?? '', /script-src 'nonce-.*require-trusted-types-for/)
    assert.match(String(page.body), /fe\.init\(/)
    const { cookie } = await kit().signIn('ada@acme.test')
    const back = locationOf(await kit().page('GET', asked.searchParams.get('redirectUrl') ?? '', { cookie }))
    assert.equal((await exchange(back.searchParams.get('code') ?? '', verifier)).status, 200)
  })

  it('requires one new sign-in for prompt=login and for an old session', async () => {
    for (const change of [{ prompt: 'login' }, { max_age: '60' }, { max_age: '0' }]) {
      const flow = await start()
      kit().time.now += 120_000
      const asked = locationOf(await ask(flow, change))
      assert.equal(
        asked.pathname,
        fillPath(authorization.showLoginPage.path, { page: 'login' }),
        JSON.stringify(change),
      )
      const resume = asked.searchParams.get('redirectUrl') ?? ''
      const stale = locationOf(await kit().page('GET', resume, { cookie: flow.cookie }))
      assert.equal(stale.pathname, fillPath(authorization.showLoginPage.path, { page: 'login' }))
      kit().time.now += 5_000
      const { cookie } = await kit().signIn('ada@acme.test')
      assert.ok(locationOf(await kit().page('GET', resume, { cookie })).searchParams.get('code'))
      if (!('prompt' in change)) continue
      const forged = resume.replace(/fe_asked=\d+/, 'fe_asked=1')
      assert.equal(
        locationOf(await kit().page('GET', forged, { cookie })).pathname,
        fillPath(authorization.showLoginPage.path, { page: 'login' }),
      )
    }
  })

  it('shows sign-up to visitors for prompt=create, and continues for signed-in users', async () => {
    const visitor = locationOf(await ask({ verifier: createVerifier(), cookie: '' }, { prompt: 'create' }))
    assert.equal(visitor.pathname, fillPath(authorization.showLoginPage.path, { page: 'sign-up' }))
    const { cookie } = await kit().signIn('ada@acme.test')
    const resume = visitor.searchParams.get('redirectUrl') ?? ''
    assert.ok(locationOf(await kit().page('GET', resume, { cookie })).searchParams.get('code'))
  })

  it('requires a step-up when more than one factor is requested', async () => {
    const acr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'
    const target = locationOf(await ask(await start(), { acr_values: acr, max_age: '300' }))
    assert.deepEqual(
      [target.pathname, target.searchParams.get('maxAge')],
      [fillPath(authorization.showLoginPage.path, { page: 'step-up' }), '300'],
    )
    const longest = locationOf(await ask(await start(), { acr_values: acr, max_age: '2147483647' }))
    const maxAge = Number(longest.searchParams.get('maxAge'))
    const { token } = await kit().signIn('ada@acme.test')
    const { body } = await kit().call('POST', stepUp.generateStepUpSession.path, { token, body: { maxAge } })
    assert.deepEqual([maxAge, body.code], [31_536_000, 'mfa-not-enrolled'], 'the step-up page accepts the age')
  })

  it('requires a new sign-in for prompt=login although the session has the requested factors', async () => {
    const { mfaToken } = (await kit().login('mia@acme.test', PASSWORD)).body
    const body = { mfaToken, value: await appCode(kit()) }
    const [cookie = ''] = (await kit().call('POST', mfaLogin.verifyCode.path, { body })).cookies
    const flow = { verifier: createVerifier(), cookie: cookie.split(';')[0] ?? '', token: '' }
    const acr_values = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'
    assert.ok(await codeOf(flow, { acr_values }))
    // The step-up page returns at once, because such a session needs no step-up.
    const asked = locationOf(await ask(flow, { acr_values, prompt: 'login' }))
    assert.equal(asked.pathname, fillPath(authorization.showLoginPage.path, { page: 'login' }))
  })

  it('reports to a silent request that no user is signed in, without a page', async () => {
    const target = locationOf(await ask({ verifier: createVerifier(), cookie: '' }, { prompt: 'none' }))
    assert.deepEqual(
      [target.pathname, target.searchParams.get('error')],
      [DEFAULT_ROUTES.hostedLoginRedirectUrl, 'login_required'],
    )
  })

  const WRONG: readonly [string, Query, string][] = [
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
    ['no openid scope', { scope: 'email' }, 'invalid_scope'],
    ['an unknown prompt', { prompt: 'maybe' }, 'invalid_request'],
    ['prompt none beside another', { prompt: 'none login' }, 'invalid_request'],
    ['a fragment as response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'a.b.c' }, 'request_not_supported'],
    ['a request by address', { request_uri: 'https://evil.test/r' }, 'request_uri_not_supported'],
    ['a broken direct action', { login_direct_action: 'bm9uc2Vuc2U=' }, 'invalid_request'],
    ['a broken maximum age', { max_age: '-1' }, 'invalid_request'],
    ['a foreign account', { tenantId: 'globex' }, 'access_denied'],
    ['an unknown organization', { organization: 'unknown' }, 'access_denied'],
  ]
  for (const [title, change, error] of WRONG) {
    it(`refuses ${title} at the application, without a code`, async () => {
      const target = locationOf(await ask(await start(), change))
      assert.deepEqual([target.origin, target.pathname], [APP, DEFAULT_ROUTES.hostedLoginRedirectUrl])
      assert.deepEqual([target.searchParams.get('error'), target.searchParams.get('code')], [error, null])
      assert.deepEqual([target.searchParams.get('state'), target.searchParams.get('iss')], ['state-of-the-flow', API])
    })
  }

  it('never redirects to a URL that doesn’t match a registered one exactly', async () => {
    const flow = await start()
    const foreign = [
      `${CALLBACK}x`,
      `${CALLBACK}/`,
      `${CALLBACK}?a=1`,
      `${CALLBACK}#`,
      CALLBACK.toUpperCase(),
      'https://evil.test/',
      '//evil.test',
      '',
      'javascript:alert(1)',
    ]
    for (const redirect_uri of foreign) {
      const response = await ask(flow, { redirect_uri })
      assert.deepEqual([response.status, response.headers.get('Location')], [400, null], redirect_uri)
    }
    assert.equal((await ask(flow, { client_id: 'other' })).status, 400)
  })

  it('accepts a code once; a second use revokes the tokens of the first', async () => {
    const flow = await start()
    const code = await codeOf(flow)
    const { body } = await exchange(code, flow.verifier)
    assertRefused(await exchange(code, flow.verifier), 'invalid_grant')
    assert.equal((await kit().call('GET', ME, { token: body.access_token })).status, 401)
    assertRefused(await refresh(body.refresh_token), 'invalid_grant')
    assert.equal(await kit().store.audits.count({ action: 'Authorization code reused' }), 1)
  })

  it('refuses a code with a wrong, plain or missing verifier, another redirect URL, another client, and after 60 s', async () => {
    const attempts: [string, (flow: Flow, code: string) => Promise<CallResponse>, string][] = [
      ['wrong verifier', (_, code) => exchange(code, createVerifier()), 'invalid_grant'],
      [
        'the challenge as verifier',
        async ({ verifier }, code) => exchange(code, await challengeOf(verifier)),
        'invalid_grant',
      ],
      ['no verifier', (_, code) => exchange(code, undefined), 'invalid_request'],
      ['short verifier', (_, code) => exchange(code, 'abc'), 'invalid_grant'],
      [
        'one character more',
        ({ verifier }, code) => exchange(code, verifier, { redirect_uri: `${CALLBACK}x` }),
        'invalid_grant',
      ],
      ['no address', ({ verifier }, code) => exchange(code, verifier, { redirect_uri: undefined }), 'invalid_request'],
      ['another client', ({ verifier }, code) => exchange(code, verifier, { client_id: 'other' }), 'invalid_client'],
      ['an invented code', ({ verifier }) => exchange('invented', verifier), 'invalid_grant'],
      [
        'another grant type',
        ({ verifier }, code) => exchange(code, verifier, { grant_type: 'password' }),
        'unsupported_grant_type',
      ],
    ]
    for (const [title, attempt, error] of attempts) {
      const flow = await start()
      const response = await attempt(flow, await codeOf(flow))
      assert.deepEqual([response.status, response.body.error], [400, error], title)
    }
    const late = await start()
    const code = await codeOf(late)
    kit().time.now += 60_000
    assertRefused(await exchange(code, late.verifier), 'invalid_grant')
  })

  it('invalidates the code at the first attempt, right or wrong', async () => {
    const flow = await start()
    const code = await codeOf(flow)
    await exchange(code, createVerifier())
    assertRefused(await exchange(code, flow.verifier), 'invalid_grant')
  })

  it('returns tokens to only one of five simultaneous exchanges', async () => {
    const flow = await start()
    const code = await codeOf(flow)
    const responses = await Promise.all(Array.from({ length: 5 }, () => exchange(code, flow.verifier)))
    assert.equal(responses.filter(({ status }) => status === 200).length <= 1, true)
  })

  it('reads forms according to RFC 6749', async () => {
    const flow = await start()
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: kit().config.clientId,
      code: await codeOf(flow),
      redirect_uri: CALLBACK,
      code_verifier: flow.verifier,
    })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    assert.equal((await kit().call('POST', TOKEN, { body: String(form), headers })).status, 200)
  })

  it('rotates refresh tokens, gives concurrent users one successor, and ends the family on reuse', async () => {
    const flow = await start()
    const first = (await exchange(await codeOf(flow), flow.verifier)).body.refresh_token
    const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(first)))
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
    assert.equal(new Set(responses.map(({ body }) => body.refresh_token)).size, 1)
    const second = responses[0]?.body.refresh_token
    assert.notEqual(second, first)
    kit().time.now += kit().config.refreshGraceSeconds * 1_000 + 1_000
    assertRefused(await refresh(first), 'invalid_grant')
    assertRefused(await refresh(second), 'invalid_grant')
    assert.equal((await kit().call('GET', ME, { token: responses[0]?.body.access_token })).status, 401)
  })

  it('keeps a successor unchanged while its predecessor may still be used', async () => {
    const flow = await start()
    const first = (await exchange(await codeOf(flow), flow.verifier)).body.refresh_token
    const second = (await refresh(first)).body.refresh_token
    assert.equal((await refresh(second)).body.refresh_token, second)
    assert.equal((await refresh(first)).body.refresh_token, second)
    kit().time.now += kit().config.refreshGraceSeconds * 1_000 + 1_000
    assert.notEqual((await refresh(second)).body.refresh_token, second)
  })

  it('keeps the refresh tokens of cookies and of clients apart', async () => {
    const flow = await start()
    assertRefused(await refresh(flow.cookie.split('=')[1] ?? ''), 'invalid_grant')
    const { body } = await exchange(await codeOf(flow), flow.verifier)
    const name = flow.cookie.split('=')[0]
    assert.equal((await kit().refresh(`${name}=${body.refresh_token}`)).status, 401)
  })

  it('signs in silently with the cookie, from our origins only', async () => {
    const { cookie } = await start('max@multi.test')
    const path = API_PREFIX + session.silentAuthorize.path
    const { status, body } = await kit().call('POST', path, { cookie, body: { tenantId: null } })
    assert.deepEqual([status, decodeJwt(body.id_token).tenantId], [200, 'acme'])
    const moved = await kit().call('POST', path, { cookie, body: { tenantId: 'globex' } })
    assert.equal(decodeJwt(moved.body.access_token).tenantId, 'globex')
    assert.equal((await kit().call('POST', path, { cookie, body: { tenantId: 'northwind' } })).status, 403)
    assert.equal((await kit().call('POST', path, { body: { tenantId: null } })).status, 401)
    const foreign = { Origin: 'https://evil.test' }
    assert.equal((await kit().call('POST', path, { cookie, body: { tenantId: null }, headers: foreign })).status, 403)
    assert.equal((await refresh(body.refresh_token)).status, 200)
  })

  it('signs the user in to the requested organization', async () => {
    await kit().store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
    for (const change of [{ tenantId: 'globex' }, { organization: 'globex-alias' }]) {
      const flow = await start('max@multi.test')
      const { body } = await exchange(await codeOf(flow, change), flow.verifier)
      assert.equal(decodeJwt(body.access_token).tenantId, 'globex')
      assert.equal(decodeJwt((await refresh(body.refresh_token)).body.id_token).tenantId, 'globex')
    }
  })

  it('responds alike to every organization in which the user has no access, whether it exists or not', async () => {
    const { store, time } = kit()
    await store.ssoConnections.insert(anSsoConnectionRecord({ id: 'acme-okta', tenantId: 'acme' }))
    await store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
    const flow = await start()
    const factor = { method: 'mfa', at: time.now + 60_000, connectionId: 'acme-okta' }
    // Only the user's own account trusts this factor, which is newer than the sign-in.
    await store.sessions.update({ userId: 'ada' }, { amr: JSON.stringify(withFactor(['pwd'], factor)) })
    time.now += 120_000
    const acr_values = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'
    for (const demand of [{ acr_values }, { max_age: '90' }, { acr_values, max_age: '90' }, { prompt: 'none' }, {}])
      for (const change of [
        { organization: 'globex-alias' },
        { organization: 'no-alias' },
        { tenantId: 'globex' },
        { tenantId: 'no-id' },
      ]) {
        const { pathname, searchParams } = locationOf(await ask(flow, { ...demand, ...change }))
        const seen = [pathname, searchParams.get('error')]
        assert.deepEqual(seen, [new URL(CALLBACK).pathname, 'access_denied'], JSON.stringify({ demand, change }))
      }
    assert.ok(await codeOf(flow, { acr_values, max_age: '90', tenantId: 'acme' }))
  })

  it('publishes its metadata', async () => {
    for (const prefix of ['', API_PREFIX]) {
      const { body } = await kit().call('GET', prefix + authorization.getProviderMetadata.path)
      assert.deepEqual([body.issuer, body.code_challenge_methods_supported], [API, ['S256']])
      assert.equal(body.authorization_response_iss_parameter_supported, true)
      assert.equal(body.request_uri_parameter_supported, false)
      assert.deepEqual(body.id_token_signing_alg_values_supported, ['RS256', 'ES256'])
    }
  })

  it('signs both tokens so that a client that supports only RS256 accepts them', async () => {
    const flow = await start()
    const { body } = await exchange(await codeOf(flow), flow.verifier)
    const keys = createLocalJWKSet((await kit().call('GET', portal.getJwks.path)).body)
    const currentDate = new Date(kit().time.now)
    for (const token of [body.id_token, body.access_token])
      assert.ok(await jwtVerify(token, keys, { algorithms: ['RS256'], issuer: API, currentDate }))
  })
}
