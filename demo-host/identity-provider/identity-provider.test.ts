import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { challengeOf, createVerifier } from '../../src/rules/pkce.ts'
import { openHost } from '../e2e/support/host.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { createVisitor, type Visitor } from './browser.test-kit.ts'

const AUTH = '/frontegg/identity/resources/auth'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
type Body = any

describe('the foreign identity provider and our backend', () => {
  let demo: DemoHost
  let end: () => Promise<void>
  let visitor: Visitor
  before(async () => {
    ;({ demo, end } = await openHost({}))
  })
  after(() => end())
  beforeEach(async () => {
    visitor = createVisitor()
    await demo.backend.store.attempts.delete({})
  })

  const isHost = ({ origin }: URL) => origin === demo.origins.host
  const call = async (path: string, body: unknown, from: Visitor = visitor) => {
    const response = await from.post(demo.origins.api + path, body, demo.origins.host)
    const json: Body = await response.json()
    return { status: response.status, body: json, cookies: response.headers.getSetCookie() }
  }
  const preLogin = (email: string) => call(`${AUTH}/v2/user/sso/prelogin`, { email })

  /** Signs in at the provider and returns to the application. */
  const passProvider = async (address: string, choice: Record<string, string>) => {
    const shown = await visitor.follow(address, isHost)
    if (!shown.response) return shown.url
    const form = new URLSearchParams(choice)
    const done = await visitor.follow(shown.url, isHost, { method: 'POST', body: form })
    assert.equal(done.response, undefined, `stayed at ${done.url}: ${await done.response?.text()}`)
    return done.url
  }

  const startOidc = async (email = 'sue@sso.test') => {
    const { status, body } = await preLogin(email)
    assert.equal(status, 200, JSON.stringify(body))
    const address = new URL(body.address)
    const redirectUri = `${demo.origins.host}/account/oidc/callback`
    address.searchParams.set('redirect_uri', redirectUri)
    return { address: address.href, redirectUri, idpType: body.idpType }
  }

  const oidcResponse = async (choice: Record<string, string> = { sub: 'user-sue' }, email?: string) => {
    const { address, redirectUri } = await startOidc(email)
    const { searchParams } = await passProvider(address, choice)
    return { code: searchParams.get('code') ?? '', RelayState: searchParams.get('state') ?? '', redirectUri }
  }
  const oidcPostLogin = (body: unknown, from?: Visitor) => call(`${AUTH}/v2/user/oidc/postlogin`, body, from)

  it('signs a user in by OpenID Connect, once', async () => {
    const { idpType } = await startOidc()
    assert.equal(idpType, 'oidc')
    const response = await oidcResponse()
    const first = await oidcPostLogin(response)
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.equal(first.body.userEmail, 'sue@sso.test')
    assert.ok(first.cookies.some((cookie) => cookie.startsWith('fe_refresh_')))
    assert.equal((await oidcPostLogin(response)).status, 400)
  })

  it('creates the account of a colleague on the first sign-in', async () => {
    const response = await oidcResponse({ sub: 'user-tor' }, 'tor@sso.test')
    const { status, body } = await oidcPostLogin(response)
    assert.equal(status, 200, JSON.stringify(body))
    const user = await demo.backend.store.users.find({ email: 'tor@sso.test' })
    assert.deepEqual([user?.name, user?.verified, user?.provider], ['Tor Nilsen', true, 'saml'])
  })

  it('refuses an OpenID Connect response in another browser, with another state, or for another domain', async () => {
    const response = await oidcResponse()
    assert.equal((await oidcPostLogin(response, createVisitor())).status, 400)
    assert.equal((await oidcPostLogin({ ...response, RelayState: 'x'.repeat(32) })).status, 400)
    const evil = { ...response, redirectUri: 'https://evil.test/account/oidc/callback' }
    assert.equal((await oidcPostLogin(evil)).status, 400)
    visitor = createVisitor()
    const stranger = await oidcResponse({ email: 'eve@evil.test', name: 'Eve', verified: 'yes' })
    assert.equal((await oidcPostLogin(stranger)).status, 403)
  })

  it('redirects back with an error when the user cancels at the provider', async () => {
    const { address } = await startOidc()
    const url = await passProvider(address, { cancel: 'yes' })
    assert.equal(url.searchParams.get('error'), 'access_denied')
  })

  const samlForm = async (address: string, sub: string) => {
    const page = await (await visitor.visit(address)).text()
    const read = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
    const fields = {
      entityId: read(page, 'entityId'),
      requestId: read(page, 'requestId'),
      relayState: read(page, 'relayState'),
    }
    const body = new URLSearchParams({ ...fields, sub })
    const html = await (await visitor.visit(`${demo.origins.idp}/saml/response`, { method: 'POST', body })).text()
    return { SAMLResponse: read(html, 'SAMLResponse'), RelayState: read(html, 'RelayState') }
  }
  const consume = async (form: Record<string, string>) => {
    const url = `${demo.origins.api}/auth/saml/callback`
    const body = new URLSearchParams(form)
    const response = await visitor.visit(url, { method: 'POST', body, headers: { origin: demo.origins.idp } })
    assert.equal(response.status, 303, await response.clone().text())
    return new URL(response.headers.get('location') ?? '')
  }
  it('accepts forms of its own pages only, so that a webhook can’t write a TXT record', async () => {
    const body = new URLSearchParams({ domain: 'planted.test', value: 'planted' })
    const posts: RequestInit[] = [
      { headers: { 'content-type': 'application/json' }, body: String(body) },
      { headers: { 'content-type': 'application/json', origin: demo.origins.idp }, body: String(body) },
      { body },
      { headers: { origin: 'https://elsewhere.example' }, body },
    ]
    for (const path of ['/dns', '/console/encryption', '/directory', '/saml/response', '/interaction/any'])
      for (const post of posts)
        assert.equal((await fetch(demo.origins.idp + path, { ...post, method: 'POST' })).status, 403, path)
    const own = { method: 'POST', headers: { origin: demo.origins.idp }, body }
    assert.match(await (await fetch(`${demo.origins.idp}/dns`, own)).text(), /Added a TXT record to planted\.test/)
    for (const post of posts) {
      const confirmed = await fetch(`${demo.origins.idp}/stripe/confirm`, { ...post, method: 'POST' })
      assert.equal(confirmed.status === 403 || post === posts[1], true)
      const message = await fetch(`${demo.origins.idp}/slack/oauth/v2/authorize`, {
        ...post,
        method: 'POST',
        redirect: 'manual',
      })
      assert.equal(message.status, 403)
    }
  })

  const samlPostLogin = (body: unknown, from?: Visitor) => call(`${AUTH}/v1/user/saml/postlogin`, body, from)

  it('signs a user in by SAML through a handle that works once', async () => {
    const { body } = await preLogin('sal@saml.test')
    assert.equal(body.idpType, 'saml')
    const form = await samlForm(body.address, 'user-sal')
    const url = await consume(form)
    assert.equal(url.pathname, '/account/saml/callback')
    const handle = {
      SAMLResponse: url.searchParams.get('SAMLResponse'),
      RelayState: url.searchParams.get('RelayState'),
    }
    assert.ok(handle.SAMLResponse && handle.SAMLResponse.length < 100, url.href)
    assert.equal((await samlPostLogin(handle, createVisitor())).status, 400)
    const response = await samlPostLogin(handle)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    assert.equal(response.body.userEmail, 'sal@saml.test')
    assert.equal((await samlPostLogin(handle)).status, 400)
    assert.equal((await consume(form)).searchParams.get('error'), 'access_denied')
  })

  it('accepts a raw SAML response too', async () => {
    const { body } = await preLogin('kim@saml.test')
    const form = await samlForm(body.address, 'user-kim')
    const response = await samlPostLogin(form)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    assert.equal((await samlPostLogin(form)).status, 400)
  })

  it('lets the provider start a sign-in only if the connection allows it', async () => {
    const sp = encodeURIComponent(`${demo.origins.api}/auth/saml/metadata`)
    const start = `${demo.origins.idp}/saml/start?sp=${sp}`
    const url = await consume(await samlForm(start, 'user-sal'))
    assert.ok(url.searchParams.get('SAMLResponse'), url.href)
    const handle = { SAMLResponse: url.searchParams.get('SAMLResponse'), RelayState: '' }
    assert.equal((await samlPostLogin(handle, createVisitor())).status, 400)
    assert.equal((await samlPostLogin(handle)).status, 200)
    await demo.backend.store.ssoConnections.update({ type: 'saml' }, { allowIdpInitiated: false })
    const refused = await consume(await samlForm(start, 'user-sal'))
    assert.equal(refused.searchParams.get('error'), 'access_denied')
    await demo.backend.store.ssoConnections.update({ type: 'saml' }, { allowIdpInitiated: true })
  })

  const social = async (provider: string, choice: Record<string, string>, extra: Record<string, unknown> = {}) => {
    // Each time it is another user, because the provider remembers who signed in.
    visitor = createVisitor()
    const codeVerifier = createVerifier()
    const state = createVerifier()
    const redirectUri = `${demo.origins.host}/account/social/success`
    const start = new URL(
      `${demo.origins.api}/frontegg/identity/resources/auth/v1/user/sso/default/${provider}/prelogin`,
    )
    start.search = String(
      new URLSearchParams({
        redirectUri,
        state,
        code_challenge: await challengeOf(codeVerifier),
        code_challenge_method: 'S256',
      }),
    )
    const back = await passProvider(start.href, choice)
    const query = new URLSearchParams({
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
      redirectUri,
      code_verifier: codeVerifier,
    })
    return call(`${AUTH}/v1/user/sso/${provider}/postlogin?${query}`, extra)
  }

  it('signs up with a social provider and signs in with it again', async () => {
    const first = await social('google', { sub: 'user-nia' })
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.deepEqual(
      [first.body.isNewUser, first.body.email, first.body.name],
      [true, 'nia@fresh.test', 'Nia Fontaine'],
    )
    const again = await social('google', { sub: 'user-nia' })
    assert.deepEqual([again.status, again.body.isNewUser], [200, false])
  })

  it('links an account only when both sides have verified the email', async () => {
    const ada = await social('github', { sub: 'user-ada' })
    assert.deepEqual([ada.status, ada.body.isNewUser], [200, false])
    assert.equal((await social('slack', { sub: 'user-una' })).status, 403)
    const claimed = { email: 'mel@acme.test', name: 'Not Mel' }
    assert.equal((await social('google', claimed)).status, 403)
    const ivo = await social('google', { email: 'ivo@acme.test', name: 'Ivo', verified: 'yes' })
    assert.equal(ivo.status, 403)
  })

  it('shows the seven providers and the custom one, without their secrets', async () => {
    const lists = await Promise.all(
      ['v1', 'v2', 'custom/v1'].map(async (list) =>
        (await fetch(`${demo.origins.api}/identity/resources/sso/${list}`)).text(),
      ),
    )
    assert.equal(JSON.parse(lists[0] ?? '').length, 7)
    assert.equal(JSON.parse(lists[1] ?? '').length, 7)
    assert.equal(JSON.parse(lists[2] ?? '').providers.length, 1)
    for (const list of lists) assert.doesNotMatch(list, /ecret/)
  })
})
