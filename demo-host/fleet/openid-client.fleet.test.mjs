import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as client from 'openid-client'
import { createBrowser } from './browser.test-kit.mjs'
import { openApp, sharedProvider, USER } from './provider.test-kit.mjs'

describe('openid-client, newest', () => {
  let provider
  let app
  before(async () => {
    provider = await sharedProvider()
    app = await openApp((_, response) => response.end('The application'))
  })
  after(() => app.close())

  const callback = () => `${app.url}/callback`

  const discover = (clientId, secret) =>
    client.discovery(new URL(provider.issuer), clientId, secret, undefined, {
      // Its only option here: otherwise it requires `https:`, and localhost has no certificate.
      execute: [client.allowInsecureRequests],
    })

  /** Signs in as in its documentation, from the URL of the sign-in to the tokens. */
  const signIn = async (config, browser, more = {}) => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const expectedState = client.randomState()
    const expectedNonce = client.randomNonce()
    const start = client.buildAuthorizationUrl(config, {
      redirect_uri: callback(),
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      ...more,
    })
    const { url } = await provider.signIn(start, browser)
    assert.equal(url.origin + url.pathname, callback())
    return client.authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState, expectedNonce })
  }

  const assertWholeFlow = async (config, clientId) => {
    const browser = createBrowser()
    const tokens = await signIn(config, browser)
    const { sub } = tokens.claims()
    const user = await client.fetchUserInfo(config, tokens.access_token, sub)
    assert.equal(user.email, USER.email)
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token)
    assert.equal(renewed.claims().sub, sub)
    const who = { clientId, redirectUri: callback() }
    assert.equal(await provider.hasSession(browser, who), true)
    const signOut = client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${app.url}/bye`,
      id_token_hint: renewed.id_token,
    })
    assert.equal((await browser.open(signOut)).url.href, `${app.url}/bye`)
    assert.equal(await provider.hasSession(browser, who), false)
    await assert.rejects(client.refreshTokenGrant(config, renewed.refresh_token), { error: 'invalid_grant' })
  }

  const register = (isConfidential = true) =>
    provider.register({ redirectUris: [callback()], returns: [`${app.url}/bye`], isConfidential })

  it('A confidential client signs in, renews its tokens and signs out', async () => {
    const { clientId, clientSecret } = await register()
    await assertWholeFlow(await discover(clientId, clientSecret), clientId)
  })

  it('A public client signs in, renews its tokens and signs out', async () => {
    const { clientId } = await register(false)
    await assertWholeFlow(await discover(clientId), clientId)
  })

  it('A client inspects and revokes its tokens', async () => {
    const { clientId, clientSecret } = await register()
    const config = await discover(clientId, clientSecret)
    const tokens = await signIn(config, createBrowser())
    assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, true)
    await client.tokenRevocation(config, tokens.refresh_token)
    assert.equal((await client.tokenIntrospection(config, tokens.refresh_token)).active, false)
    await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token), { error: 'invalid_grant' })
  })

  it('A recent sign-in is requested again with max_age, and its time is in the ID token', async () => {
    const { clientId, clientSecret } = await register()
    const config = await discover(clientId, clientSecret)
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const start = client.buildAuthorizationUrl(config, {
      redirect_uri: callback(),
      scope: 'openid',
      max_age: '60',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const { url } = await provider.signIn(start)
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier,
      maxAge: 60,
      idTokenExpected: true,
    })
    assert.equal(typeof tokens.claims().auth_time, 'number')
  })
})
