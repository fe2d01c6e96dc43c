import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { tokensTenant } from '../../contract/api-tokens.ts'
import { authorization } from '../../contract/authorization.ts'
import { oauthServer } from '../../contract/oauth-server.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { challengeOf, createVerifier } from '../../rules/pkce.ts'
import { registerClient } from '../domain/oauth/oauth-clients.ts'
import { API, type CallResponse, type Kit } from './kit.test-kit.ts'
import { CALLBACK as CALLBACK_OF_APP, locationOf } from './oauth.test-kit.ts'

const CALLBACK = 'https://shop.test/callback'
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
})

export const describeOauthClients = (kit: () => Kit): void => {
  const register = async (isConfidential = true) => {
    const made = await registerClient(kit().ports, {
      name: 'Shop',
      isConfidential,
      redirectUris: [CALLBACK],
      postLogoutRedirectUris: ['https://shop.test/'],
    })
    return { id: made.clientId, secret: made.clientSecret ?? '' }
  }
  const ask = async (change: Record<string, string>, cookie: string): Promise<CallResponse> => {
    const all = { response_type: 'code', scope: 'openid email profile', redirect_uri: CALLBACK, state: 's', ...change }
    return kit().page('GET', `${session.authorizeRedirect.path}?${new URLSearchParams(all)}`, { cookie })
  }
  const codeFor = async (change: Record<string, string>, cookie: string): Promise<string> => {
    const target = locationOf(await ask(change, cookie))
    const code = target.searchParams.get('code')
    assert.ok(code, target.href)
    return code
  }
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    kit().call('POST', path, { body: String(new URLSearchParams(fields)), headers: { ...FORM, ...headers } })
  const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    post(session.exchangeAuthorizationCode.path, fields, headers)
  const byCode = (code: string, more: Record<string, string> = {}) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    ...more,
  })

  it('signs out to the exact URL of the client that the ID token was issued to, and of no other', async () => {
    const url = 'https://shop.test/bye?from=my%20shop'
    const change = { postLogoutRedirectUris: JSON.stringify([url]) }
    const [shop, other] = [await register(), await register()]
    for (const { id } of [shop, other]) await kit().store.oauthClients.update({ id }, change)
    const { cookie } = await kit().signIn('ada@acme.test')
    const code = await codeFor({ client_id: shop.id }, cookie)
    const { id_token } = (await token(byCode(code), basic(shop.id, shop.secret))).body
    const leave = (more: Record<string, string>) => {
      const query = new URLSearchParams({
        id_token_hint: id_token,
        post_logout_redirect_uri: url,
        state: 'a b',
        ...more,
      })
      const headers = { 'Sec-Fetch-Mode': 'navigate', Origin: '' }
      return kit().page('GET', `${session.oauthLogout.path}?${query}`, { headers })
    }
    for (const client_id of [other.id, kit().config.clientId, 'unknown']) {
      const { status, body } = await leave({ client_id })
      assert.equal(status, 400, client_id)
      assert.match(body, /Sign-out isn’t complete/)
    }
    assert.equal((await kit().refresh(cookie)).status, 200)
    const done = await leave({ client_id: shop.id })
    assert.deepEqual([done.status, done.headers.get('Location')], [302, `${url}&state=a+b`])
  })

  it('signs in the users of a confidential client without PKCE, with each way to send its secret', async () => {
    const { id, secret } = await register()
    const { cookie } = await kit().signIn('ada@acme.test')
    const inHeader = await token(byCode(await codeFor({ client_id: id }, cookie)), basic(id, secret))
    const inBody = await token(
      byCode(await codeFor({ client_id: id }, cookie), { client_id: id, client_secret: secret }),
    )
    for (const { status, body } of [inHeader, inBody]) {
      assert.equal(status, 200, JSON.stringify(body))
      // The audience of the ID token is the client; the access token is for this API.
      assert.deepEqual([decodeJwt(body.id_token).aud, decodeJwt(body.access_token).aud], [id, kit().config.clientId])
      const info = await kit().call('GET', oauthServer.getUserInfo.path, { token: body.access_token })
      assert.deepEqual(
        [info.status, info.body.email, info.body.sub],
        [200, 'ada@acme.test', decodeJwt(body.id_token).sub],
      )
      const posted = await post(oauthServer.postUserInfo.path, {}, { Authorization: `Bearer ${body.access_token}` })
      assert.deepEqual(posted.body, info.body)
      const inForm = await post(oauthServer.postUserInfo.path, { access_token: body.access_token })
      assert.deepEqual([inForm.status, inForm.body], [200, info.body], 'RFC 6750 §2.2')
      assert.equal((await kit().call('GET', oauthServer.getUserInfo.path, { token: body.id_token })).status, 401)
    }
    const renewed = await token(
      { grant_type: 'refresh_token', refresh_token: inHeader.body.refresh_token },
      basic(id, secret),
    )
    assert.equal(renewed.status, 200)
  })

  it('refuses a wrong or missing secret, another client, and a client that sends two secrets', async () => {
    const { id, secret } = await register()
    const other = await register()
    const { cookie } = await kit().signIn('ada@acme.test')
    const wrong = await token(byCode(await codeFor({ client_id: id }, cookie)), basic(id, 'wrong'))
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client'])
    assert.match(wrong.headers.get('WWW-Authenticate') ?? '', /^Basic/)
    const missing = await token(byCode(await codeFor({ client_id: id }, cookie), { client_id: id }))
    assert.deepEqual([missing.status, missing.body.error], [400, 'invalid_client'])
    for (const [header, fields] of [
      ['Basic YQ=', { client_id: id }],
      ['Basic %%%', {}],
      ['Basic', {}],
      ['Basic\tOg==', {}],
    ] as const) {
      const broken = await token(byCode('x', fields), { Authorization: header })
      assert.deepEqual([broken.status, broken.body.error], [401, 'invalid_client'], header)
      assert.match(broken.headers.get('WWW-Authenticate') ?? '', /^Basic/)
    }
    const twice = { client_id: id, client_secret: secret }
    assert.equal((await token(byCode('x', twice), basic(id, secret))).body.error, 'invalid_request')
    const stolen = await token(byCode(await codeFor({ client_id: id }, cookie)), basic(other.id, other.secret))
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'])
    const mine = await token(byCode(await codeFor({ client_id: id }, cookie)), basic(id, secret))
    const theirs = { grant_type: 'refresh_token', refresh_token: mine.body.refresh_token }
    assert.equal((await token(theirs, basic(other.id, other.secret))).body.error, 'invalid_grant')
    assert.equal((await token(theirs)).body.error, 'invalid_grant')
    assert.equal((await token(theirs, basic(id, secret))).status, 200)
    const elsewhere = await ask({ client_id: id, redirect_uri: 'https://shop.test/other' }, cookie)
    assert.equal(elsewhere.status, 400)
  })

  it('requires PKCE of public clients, and of confidential ones that started with it', async () => {
    const open = await register(false)
    const { id, secret } = await register()
    const { cookie } = await kit().signIn('ada@acme.test')
    assert.equal(locationOf(await ask({ client_id: open.id }, cookie)).searchParams.get('error'), 'invalid_request')
    const verifier = createVerifier()
    const pkce = { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' }
    const signedIn = byCode(await codeFor({ client_id: open.id, ...pkce }, cookie), {
      client_id: open.id,
      code_verifier: verifier,
    })
    assert.equal((await token(signedIn)).status, 200)
    const started = await codeFor({ client_id: id, ...pkce }, cookie)
    assert.equal((await token(byCode(started), basic(id, secret))).body.error, 'invalid_grant')
    const added = await codeFor({ client_id: id }, cookie)
    const surplus = await token(byCode(added, { code_verifier: verifier }), basic(id, secret))
    assert.equal(surplus.body.error, 'invalid_grant')
  })

  it('sends the response as a form if the client requests that, and reads a posted request', async () => {
    const { id } = await register()
    const { cookie } = await kit().signIn('ada@acme.test')
    const page = await ask({ client_id: id, response_mode: 'form_post' }, cookie)
    assert.equal(page.headers.get('Content-Type'), 'text/html; charset=utf-8')
    assert.match(String(page.body), /<form method="post" action="https:\/\/shop\.test\/callback">.*name="code"/s)
    const fields = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK }
    const posted = await kit().page('POST', oauthServer.authorizeByForm.path, {
      body: String(new URLSearchParams(fields)),
      headers: FORM,
    })
    assert.equal(posted.status, 303)
    const { pathname, search } = locationOf(posted)
    const followed = await kit().page('GET', pathname + search, { cookie })
    assert.ok(locationOf(followed).searchParams.get('code'))
  })

  it('introspects for confidential clients, and revokes what a client holds', async () => {
    const { id, secret } = await register()
    const other = await register()
    const { cookie } = await kit().signIn('ada@acme.test')
    const { body } = await token(byCode(await codeFor({ client_id: id }, cookie)), basic(id, secret))
    const question = (given: string, headers: Record<string, string> = basic(id, secret)) =>
      post(oauthServer.introspectToken.path, { token: given }, headers)
    const known = await question(body.access_token)
    assert.deepEqual([known.body.active, known.body.username, known.body.token_type], [true, 'ada@acme.test', 'Bearer'])
    assert.equal((await question(body.refresh_token)).body.active, true)
    assert.deepEqual((await question(body.refresh_token, basic(other.id, other.secret))).body, { active: false })
    assert.deepEqual((await question('nonsense')).body, { active: false })
    assert.equal((await question(body.access_token, {})).status, 400)
    assert.equal((await question(body.access_token, basic(id, 'wrong'))).status, 401)
    const revoke = (given: string, headers = basic(id, secret)) =>
      post(oauthServer.revokeToken.path, { token: given }, headers)
    assert.equal((await revoke(body.refresh_token, basic(other.id, other.secret))).status, 200)
    assert.equal((await question(body.refresh_token)).body.active, true)
    assert.equal((await revoke(body.refresh_token)).status, 200)
    assert.deepEqual((await question(body.refresh_token)).body, { active: false })
    const late = await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, basic(id, secret))
    assert.equal(late.body.error, 'invalid_grant')
    const claims = decodeJwt(body.access_token)
    await kit().store.sessions.update({ id: String(claims.sid) }, { revokedAt: kit().time.now })
    assert.deepEqual((await question(body.access_token)).body, { active: false })
  })

  it('reads a posted token of UserInfo only from a form, and refuses a second one with it', async () => {
    const { id, secret } = await register()
    const { cookie, token: own } = await kit().signIn('ada@acme.test')
    const { body } = await token(byCode(await codeFor({ client_id: id }, cookie)), basic(id, secret))
    const { path } = oauthServer.postUserInfo
    const bearer = { Authorization: `Bearer ${body.access_token}` }
    const twice = await post(path, { access_token: own }, bearer)
    assert.deepEqual([twice.status, twice.body.error], [400, 'invalid_request'])
    const refused = [
      await post(path, {}),
      await post(path, { access_token: 'nonsense' }),
      await post(path, { access_token: body.id_token }),
      await post(path, { access_token: body.refresh_token }),
      await post(`${path}?access_token=${body.access_token}`, {}),
      await kit().call('POST', path, { body: { access_token: body.access_token } }),
    ]
    for (const { status, headers } of refused) {
      assert.equal(status, 401)
      assert.match(headers.get('WWW-Authenticate') ?? '', /^Bearer/)
    }
    const created = await kit().call('POST', tokensTenant.createClientCredential.path, {
      token: own,
      body: { description: 'Script', roleIds: ['admin'], expiresInMinutes: null },
    })
    const grant = { grant_type: 'client_credentials', client_id: created.body.clientId }
    const machine = await kit().page('POST', session.exchangeAuthorizationCode.path, {
      body: String(new URLSearchParams({ ...grant, client_secret: created.body.secret })),
      headers: FORM,
    })
    assert.equal((await post(path, { access_token: JSON.parse(machine.body).access_token })).status, 403)
  })

  it('revokes an access token for a client, and lets it revoke the refresh token after that', async () => {
    const { id, secret } = await register()
    const open = await register(false)
    const other = await register()
    const { cookie, token: own } = await kit().signIn('ada@acme.test')
    const by = basic(id, secret)
    const { body } = await token(byCode(await codeFor({ client_id: id }, cookie)), by)
    const revoke = (given: string, headers: Record<string, string>, more = {}) =>
      post(oauthServer.revokeToken.path, { token: given, ...more }, headers)
    const isActive = async (given: string) => {
      const { body: read } = await post(oauthServer.introspectToken.path, { token: given }, by)
      return read.active
    }
    const strangers: [Record<string, string>, object][] = [
      [basic(other.id, other.secret), {}],
      [{}, { client_id: open.id }],
    ]
    for (const [headers, more] of strangers) {
      assert.equal((await revoke(body.access_token, headers, more)).status, 200)
      assert.equal(await isActive(body.access_token), true, 'the token of another client')
    }
    for (const hint of ['access_token', 'refresh_token', 'nonsense']) {
      const revoked = await revoke(body.access_token, by, { token_type_hint: hint })
      assert.deepEqual([revoked.status, revoked.body], [200, {}], hint)
    }
    assert.deepEqual([await isActive(body.access_token), await isActive(body.refresh_token)], [false, true])
    const info = { token: body.access_token }
    for (const method of ['GET', 'POST']) {
      const ended = await kit().call(method, oauthServer.getUserInfo.path, info)
      assert.deepEqual([ended.status, ended.headers.get('WWW-Authenticate')?.includes('invalid_token')], [401, true])
    }
    assert.equal(await kit().store.audits.count({ action: 'Access token revoked' }), 1)
    assert.equal((await kit().call('GET', session.getMe.path, { token: own })).status, 200, 'the sign-in goes on')
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    const renewed = await token(refresh, by)
    assert.deepEqual([renewed.status, await isActive(renewed.body.access_token)], [200, true])
    assert.equal((await revoke(body.refresh_token, by)).status, 200)
    assert.equal((await token(refresh, by)).body.error, 'invalid_grant')
  })

  it('returns to the application of a client after signing out', async () => {
    const { id, secret } = await register()
    const { cookie } = await kit().signIn('ada@acme.test')
    const { body } = await token(byCode(await codeFor({ client_id: id }, cookie)), basic(id, secret))
    const query = new URLSearchParams({ id_token_hint: body.id_token, post_logout_redirect_uri: 'https://shop.test/' })
    const out = await kit().page('GET', `${session.oauthLogout.path}?${query}`, {
      cookie,
      headers: { 'Sec-Fetch-Mode': 'navigate' },
    })
    assert.deepEqual([out.status, out.headers.get('Location')], [302, 'https://shop.test/'])
    assert.equal(await kit().store.sessions.count({ revokedAt: null }), 0)
    query.set('post_logout_redirect_uri', 'https://evil.test/')
    const evil = await kit().page('GET', `${session.oauthLogout.path}?${query}`, { cookie })
    assert.equal(evil.status, 400)
  })

  it('issues a bearer for API tokens by client_credentials', async () => {
    const { token: bearer } = await kit().signIn('ada@acme.test')
    const body = { description: 'Script', roleIds: ['admin'], expiresInMinutes: null }
    const made = await kit().call('POST', tokensTenant.createClientCredential.path, { token: bearer, body })
    assert.equal(made.status < 300, true, JSON.stringify(made.body))
    const { clientId, secret } = made.body
    const grant = { grant_type: 'client_credentials' }
    // The contract describes the response of the other grants at this path.
    const bearerFor = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const sent = { body: String(new URLSearchParams(fields)), headers: { ...FORM, ...headers } }
      const response = await kit().page('POST', session.exchangeAuthorizationCode.path, sent)
      return { ...response, body: JSON.parse(response.body) }
    }
    const byHeader = await bearerFor(grant, basic(clientId, secret))
    assert.deepEqual(
      [byHeader.status, byHeader.body.token_type, typeof byHeader.body.expires_in],
      [200, 'Bearer', 'number'],
    )
    assert.deepEqual(Object.keys(byHeader.body).sort(), ['access_token', 'expires_in', 'token_type'])
    const inBody = await bearerFor({ ...grant, client_id: clientId, client_secret: secret })
    const list = await kit().call('GET', tokensTenant.listClientCredentials.path, { token: inBody.body.access_token })
    assert.equal(list.status, 200)
    const wrong = await token(grant, basic(clientId, 'wrong'))
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client'])
  })

  it('describes itself to pages of every origin, without their cookies', async () => {
    const { body } = await kit().call('GET', authorization.getProviderMetadata.path)
    const { getUserInfo, revokeToken, introspectToken, getAuthorizationServer } = oauthServer
    const same = await kit().call('GET', getAuthorizationServer.path)
    assert.deepEqual(same.body, body)
    assert.deepEqual(
      [body.userinfo_endpoint, body.revocation_endpoint, body.introspection_endpoint],
      [getUserInfo, revokeToken, introspectToken].map(({ path }) => `${API}${path}`),
    )
    assert.deepEqual(body.token_endpoint_auth_methods_supported, ['client_secret_basic', 'client_secret_post', 'none'])
    const foreign = { headers: { Origin: 'https://spa.test' } }
    for (const path of [
      authorization.getProviderMetadata.path,
      oauthServer.getAuthorizationServer.path,
      portal.getJwks.path,
    ]) {
      const { headers } = await kit().call('GET', path, foreign)
      assert.deepEqual(
        [headers.get('Access-Control-Allow-Origin'), headers.get('Access-Control-Allow-Credentials')],
        ['*', null],
        path,
      )
    }
    const closed = await kit().call('POST', introspectToken.path, { body: {}, ...foreign })
    assert.equal(closed.headers.get('Access-Control-Allow-Origin'), null)
  })

  it('lets the page of a public client at another origin exchange, use and revoke tokens', async () => {
    const foreign = { Origin: 'https://shop.test' }
    const { exchangeAuthorizationCode } = session
    const { getUserInfo, revokeToken } = oauthServer
    for (const path of [exchangeAuthorizationCode.path, getUserInfo.path, revokeToken.path]) {
      const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' }
      const preflight = await kit().page('OPTIONS', path, { headers: { ...foreign, ...asked } })
      assert.deepEqual(
        [preflight.status, preflight.headers.get('Access-Control-Allow-Headers')],
        [204, 'authorization'],
        path,
      )
      for (const { headers } of [preflight, await kit().call('POST', path, { body: {}, headers: foreign })]) {
        assert.equal(headers.get('Access-Control-Allow-Origin'), '*', path)
        assert.equal(headers.get('Access-Control-Allow-Credentials'), null, path)
      }
    }
  })

  it('sends an ID token as a form to a client that requests only that', async () => {
    const { id } = await register(false)
    const { cookie } = await kit().signIn('max@multi.test')
    const wish = { client_id: id, response_type: 'id_token', response_mode: 'form_post', nonce: 'n-1' }
    const idTokenOf = ({ body }: CallResponse) => /name="id_token" value="([^"]+)"/.exec(body)?.[1] ?? ''
    // Any page may send the browser here, so the request must not move the session to another account.
    assert.equal(decodeJwt(idTokenOf(await ask({ ...wish, tenantId: 'globex' }, cookie))).tenantId, 'globex')
    const idToken = idTokenOf(await ask(wish, cookie))
    const { aud, nonce, email, iss, tenantId } = decodeJwt(idToken)
    assert.deepEqual([aud, nonce, email, iss, tenantId], [id, 'n-1', 'max@multi.test', API, 'acme'])
    assert.equal((await kit().call('GET', oauthServer.getUserInfo.path, { token: idToken })).status, 401)
    // Only its holder may have the token, so it is never in a URL, and its nonce lets the client verify that it
    // requested it.
    for (const change of [{ response_mode: 'query' }, { nonce: '' }]) {
      const refused = await ask({ ...wish, ...change }, cookie)
      assert.match(`${refused.headers.get('Location')} ${refused.body}`, /invalid_request/, JSON.stringify(change))
    }
    // The ID tokens of the application with the login box grant access to the API.
    const own = { ...wish, client_id: kit().config.clientId, redirect_uri: CALLBACK_OF_APP }
    assert.match((await ask(own, cookie)).body, /unsupported_response_type/)
  })

  it('keeps no secret of a client', async () => {
    const { id, secret } = await register()
    const row = await kit().store.oauthClients.get(id)
    assert.ok(row && !JSON.stringify(row).includes(secret) && row.secretHash.length > 20)
  })
}
