import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { generators, Issuer } from 'openid-client-5'
import { createBrowser } from './browser.test-kit.mjs'
import { openApp, sharedProvider, USER } from './provider.test-kit.mjs'

describe('openid-client 5', () => {
  let provider
  let app
  before(async () => {
    provider = await sharedProvider()
    app = await openApp((_, response) => response.end('The application'))
  })
  after(() => app.close())

  const open = async () => {
    const redirectUri = `${app.url}/callback`
    const { clientId, clientSecret } = await provider.register({ redirectUris: [redirectUri], returns: [app.url] })
    const { Client } = await Issuer.discover(provider.issuer)
    const client = new Client({ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] })
    return { client, clientId, redirectUri }
  }

  /** Signs in as in its documentation, which omits PKCE. */
  const signIn = async ({ client, redirectUri }, browser) => {
    const [state, nonce] = [generators.state(), generators.nonce()]
    const start = client.authorizationUrl({ scope: 'openid email profile', state, nonce })
    const { url } = await provider.signIn(start, browser)
    return client.callback(redirectUri, client.callbackParams(url.href), { state, nonce })
  }

  it('signs in, renews its tokens and signs out', async () => {
    const opened = await open()
    const { client } = opened
    const browser = createBrowser()
    const tokens = await signIn(opened, browser)
    assert.equal((await client.userinfo(tokens)).email, USER.email)
    const renewed = await client.refresh(tokens)
    assert.equal(renewed.claims().sub, tokens.claims().sub)
    assert.equal(await provider.hasSession(browser, opened), true)
    const signOut = client.endSessionUrl({ id_token_hint: renewed, post_logout_redirect_uri: app.url })
    assert.equal((await browser.open(signOut)).text, 'The application')
    assert.equal(await provider.hasSession(browser, opened), false)
    await assert.rejects(client.refresh(renewed), { error: 'invalid_grant' })
  })

  it('gets the response as a form, and posts its request for user info', async () => {
    const opened = await open()
    const { client, redirectUri } = opened
    const [state, nonce] = [generators.state(), generators.nonce()]
    const start = client.authorizationUrl({ scope: 'openid', state, nonce, response_mode: 'form_post' })
    const page = await provider.signIn(start)
    const fields = Object.fromEntries(
      [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const body = String(new URLSearchParams(fields))
    const parameters = client.callbackParams({ method: 'POST', url: redirectUri, body })
    const tokens = await client.callback(redirectUri, parameters, { state, nonce })
    assert.equal((await client.userinfo(tokens, { method: 'POST' })).email, USER.email)
  })

  it('inspects and revokes its tokens', async () => {
    const opened = await open()
    const { client } = opened
    const tokens = await signIn(opened, createBrowser())
    assert.equal((await client.introspect(tokens.refresh_token)).active, true)
    await client.revoke(tokens.refresh_token, 'refresh_token')
    assert.equal((await client.introspect(tokens.refresh_token)).active, false)
    await assert.rejects(client.refresh(tokens), { error: 'invalid_grant' })
  })
})
