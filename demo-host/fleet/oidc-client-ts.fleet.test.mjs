import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { createBrowser } from './browser.test-kit.mjs'
import { fetchAs } from './page-fetch.test-kit.mjs'
import { openApp, sharedProvider, USER } from './provider.test-kit.mjs'

describe('oidc-client-ts, in a page of another origin', () => {
  let provider
  let app
  let client
  let clientId
  let goTo
  let gone
  const redirectUri = () => `${app.url}/callback`
  const nodeFetch = globalThis.fetch

  before(async () => {
    provider = await sharedProvider()
    app = await openApp((_, response) => response.end('The application'))
    const made = await provider.register({
      redirectUris: [redirectUri()],
      returns: [app.url],
      isConfidential: false,
    })
    clientId = made.clientId
    globalThis.fetch = fetchAs(app.url)
    const store = () => new WebStorageStateStore({ store: new InMemoryWebStorage() })
    client = new UserManager(
      {
        authority: provider.issuer,
        client_id: clientId,
        redirect_uri: redirectUri(),
        post_logout_redirect_uri: app.url,
        scope: 'openid email profile',
        loadUserInfo: true,
        stateStore: store(),
        userStore: store(),
      },
      // Replaces `window.location`, which Node doesn't have.
      { prepare: async () => ({ navigate: async ({ url }) => goTo(url), close: () => undefined }) },
    )
  })
  after(async () => {
    // Otherwise its timers keep the process running until the tokens expire.
    client.stopSilentRenew()
    await client.removeUser()
    globalThis.fetch = nodeFetch
    await app.close()
  })

  /** Returns the page's user after the browser has returned to it. */
  const signIn = async (browser) => {
    goTo = async (url) => {
      gone = await provider.signIn(url, browser)
    }
    await client.signinRedirect()
    return client.signinRedirectCallback(gone.url.href)
  }

  it('signs in, asks for user info, renews its tokens and signs out', async () => {
    const browser = createBrowser()
    const user = await signIn(browser)
    assert.equal(user.profile.email, USER.email)
    const renewed = await client.signinSilent()
    assert.notEqual(renewed.access_token, user.access_token)
    const who = { clientId, redirectUri: redirectUri() }
    assert.equal(await provider.hasSession(browser, who), true)
    goTo = async (url) => {
      gone = await browser.open(url)
    }
    await client.signoutRedirect()
    assert.equal(gone.text, 'The application')
    assert.equal(await provider.hasSession(browser, who), false)
  })

  it('revokes its access token and its refresh token', async () => {
    const { refresh_token } = await signIn(createBrowser())
    await client.revokeTokens()
    const { token_endpoint } = await client.metadataService.getMetadata()
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id: clientId })
    const response = await fetch(token_endpoint, { method: 'POST', body })
    assert.equal((await response.json()).error, 'invalid_grant')
  })
})
