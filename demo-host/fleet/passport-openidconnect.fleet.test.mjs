import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'
import { createBrowser } from './browser.test-kit.mjs'
import { openApp, sharedProvider, USER } from './provider.test-kit.mjs'

describe('passport-openidconnect', () => {
  let provider
  let app
  before(async () => {
    provider = await sharedProvider()
  })
  after(() => app.close())

  it('signs in with its profile and signs out', async () => {
    const site = express()
    app = await openApp(site)
    const redirectUri = `${app.url}/callback`
    const { clientId, clientSecret } = await provider.register({ redirectUris: [redirectUri], returns: [app.url] })
    const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()
    const own = new passport.Passport()
    own.use(
      new OpenIDConnectStrategy(
        {
          issuer: metadata.issuer,
          authorizationURL: metadata.authorization_endpoint,
          tokenURL: metadata.token_endpoint,
          userInfoURL: metadata.userinfo_endpoint,
          clientID: clientId,
          clientSecret,
          callbackURL: redirectUri,
          scope: ['profile', 'email'],
        },
        (_issuer, profile, _context, idToken, done) => done(null, { profile, idToken }),
      ),
    )
    own.serializeUser((user, done) => done(null, user))
    own.deserializeUser((user, done) => done(null, user))
    site.use(session({ secret: 'a secret', resave: false, saveUninitialized: false }))
    site.use(own.session())
    site.get('/login', own.authenticate('openidconnect'))
    site.get('/callback', own.authenticate('openidconnect', { successRedirect: '/', failureMessage: true }))
    site.get('/', (request, response) => response.json(request.user?.profile ?? null))
    site.get('/logout', (request, response, next) => {
      const query = new URLSearchParams({ id_token_hint: request.user.idToken, post_logout_redirect_uri: app.url })
      request.logout((error) => (error ? next(error) : response.redirect(`${metadata.end_session_endpoint}?${query}`)))
    })

    const browser = createBrowser()
    const page = await provider.signIn(`${app.url}/login`, browser)
    const { displayName, emails } = JSON.parse(page.text)
    assert.equal(displayName, 'Ada Whitfield')
    assert.equal(emails[0].value, USER.email)
    assert.equal(await provider.hasSession(browser, { clientId, redirectUri }), true)
    assert.equal((await browser.open(`${app.url}/logout`)).text, 'null')
    assert.equal(await provider.hasSession(browser, { clientId, redirectUri }), false)
  })
})
