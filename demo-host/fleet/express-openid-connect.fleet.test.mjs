import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import express from 'express'
import eoc from 'express-openid-connect'
import { createBrowser } from './browser.test-kit.mjs'
import { openApp, sharedProvider, USER } from './provider.test-kit.mjs'

describe('express-openid-connect 3', () => {
  let provider
  const apps = []
  before(async () => {
    provider = await sharedProvider()
  })
  after(() => Promise.all(apps.map((app) => app.close())))

  /** Opens an application as in the package's README. */
  const open = async (more) => {
    const site = express()
    const app = await openApp(site)
    apps.push(app)
    const redirectUri = `${app.url}/callback`
    const { clientId, clientSecret } = await provider.register({ redirectUris: [redirectUri], returns: [app.url] })
    site.use(
      eoc.auth({
        issuerBaseURL: provider.issuer,
        baseURL: app.url,
        clientID: clientId,
        secret: 'a-long-secret-of-the-cookie-of-this-application',
        idpLogout: true,
        ...more({ clientSecret }),
      }),
    )
    site.get('/', (request, response) => response.json(request.oidc.user))
    site.get('/user-info', async (request, response) => response.json(await request.oidc.fetchUserInfo()))
    site.get('/refresh', async (request, response) => {
      await request.oidc.accessToken.refresh()
      response.json(await request.oidc.fetchUserInfo())
    })
    return { app, clientId, redirectUri }
  }

  const signOut = async ({ app, clientId, redirectUri }, browser) => {
    const who = { clientId, redirectUri }
    assert.equal(await provider.hasSession(browser, who), true)
    const { visited } = await browser.open(`${app.url}/logout`)
    // The browser is back at the application, which starts the next sign-in.
    assert.ok(visited.some((url) => url.startsWith(`${provider.issuer}/oauth/logout`)))
    assert.ok(visited.includes(`${app.url}/`), visited.join('\n'))
    assert.equal(await provider.hasSession(browser, who), false)
  }

  it('signs in by code, asks for user info, renews its tokens and signs out', async () => {
    const opened = await open(({ clientSecret }) => ({
      clientSecret,
      authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access' },
    }))
    const browser = createBrowser()
    const page = await provider.signIn(opened.app.url, browser)
    assert.equal(JSON.parse(page.text).email, USER.email)
    for (const path of ['/user-info', '/refresh']) {
      const { text } = await browser.open(opened.app.url + path)
      assert.equal(JSON.parse(text).email, USER.email, text)
    }
    await signOut(opened, browser)
  })

  it('signs in with its defaults, which ask for an ID token as a form, and signs out', async () => {
    const opened = await open(() => ({}))
    const browser = createBrowser()
    const form = await provider.signIn(opened.app.url, browser)
    const page = await browser.submit(form)
    assert.equal(JSON.parse(page.text).email, USER.email)
    await signOut(opened, browser)
  })
})
