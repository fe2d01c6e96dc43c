import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import express from 'express'
import nextAuth from 'next-auth'
import { createBrowser } from './browser.test-kit.mjs'
import { openApp, sharedProvider, USER } from './provider.test-kit.mjs'

const NextAuth = nextAuth.default ?? nextAuth

describe('next-auth 4', () => {
  let provider
  let app
  let browser
  let client
  before(async () => {
    provider = await sharedProvider()
    const site = express()
    app = await openApp(site)
    process.env.NEXTAUTH_URL = app.url
    browser = createBrowser()
    const redirectUri = `${app.url}/api/auth/callback/front-entry`
    const { clientId, clientSecret } = await provider.register({ redirectUris: [redirectUri], returns: [app.url] })
    client = { clientId, redirectUri }
    /** The provider of its documentation, "Using a custom provider". */
    const handler = NextAuth({
      secret: 'a-long-secret-of-the-cookie-of-this-application',
      providers: [
        {
          id: 'front-entry',
          name: 'Front Entry',
          type: 'oauth',
          wellKnown: `${provider.issuer}/.well-known/openid-configuration`,
          authorization: { params: { scope: 'openid email profile' } },
          idToken: true,
          clientId,
          clientSecret,
          profile: ({ sub, name, email }) => ({ id: sub, name, email }),
        },
      ],
      callbacks: {
        jwt: ({ token, account }) => (account ? { ...token, idToken: account.id_token } : token),
        session: ({ session, token }) => ({ ...session, idToken: token.idToken }),
      },
    })
    site.use(express.urlencoded({ extended: false }), express.json())
    // What Next.js makes of a request to `pages/api/auth/[...nextauth].js`.
    site.use('/api/auth', (request, response) => {
      const cookies = Object.fromEntries((request.headers.cookie ?? '').split('; ').map((each) => each.split(/=(.*)/s)))
      const decoded = Object.fromEntries(
        Object.entries(cookies).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
      )
      const nextauth = request.path.split('/').filter(Boolean)
      Object.defineProperty(request, 'query', { value: { ...request.query, nextauth } })
      Object.defineProperty(request, 'cookies', { value: decoded })
      return handler(request, response)
    })
    site.get('/', (_, response) => response.end('The application'))
  })
  after(async () => {
    delete process.env.NEXTAUTH_URL
    await app.close()
  })

  const session = async () => JSON.parse((await browser.open(`${app.url}/api/auth/session`)).text)

  it('signs in by its sign-in page, and signs out here and at the provider', async () => {
    const page = await browser.open(`${app.url}/api/auth/signin`)
    const asked = await browser.submit(page)
    const done = await browser.signIn(asked, USER.email, USER.password)
    assert.equal(done.text, 'The application', done.visited.join('\n'))
    const { user, idToken } = await session()
    assert.deepEqual([user.name, user.email], ['Ada Whitfield', USER.email])
    assert.equal(await provider.hasSession(browser, client), true)
    const question = await browser.open(`${app.url}/api/auth/signout`)
    await browser.submit(question)
    assert.deepEqual(await session(), {})
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: app.url })
    assert.equal((await browser.open(`${provider.issuer}/oauth/logout?${query}`)).text, 'The application')
    assert.equal(await provider.hasSession(browser, client), false)
  })
})
