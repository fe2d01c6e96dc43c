import assert from 'node:assert/strict'
import { afterEach, before, describe, it } from 'node:test'
import express from 'express'
import nextAuth from 'next-auth'
import { createBrowser } from './browser.test-kit.mjs'
import { openApp, sharedProvider, USER } from './provider.test-kit.mjs'

const NextAuth = nextAuth.default ?? nextAuth

/** Converts a request like Next.js does for `pages/api/auth/[...nextauth].js`. */
const asNextRequest = (request) => {
  const pairs = (request.headers.cookie ?? '').split('; ').map((each) => each.split(/=(.*)/s))
  const cookies = Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value ?? '')]))
  const nextauth = request.path.split('/').filter(Boolean)
  Object.defineProperty(request, 'query', { value: { ...request.query, nextauth } })
  Object.defineProperty(request, 'cookies', { value: cookies })
  return request
}

/** The provider from its documentation ("Using a custom provider") with additional options. */
const PROVIDERS = {
  'with the options of its documentation': {
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state'],
  },
  'with its defaults': {},
  'with every check': { idToken: true, checks: ['pkce', 'state', 'nonce'] },
}

describe('next-auth 4', () => {
  let provider
  let app
  before(async () => {
    provider = await sharedProvider()
  })
  afterEach(async () => {
    delete process.env.NEXTAUTH_URL
    await app.close()
  })

  const open = async (options) => {
    const site = express()
    app = await openApp(site)
    process.env.NEXTAUTH_URL = app.url
    const redirectUri = `${app.url}/api/auth/callback/front-entry`
    const { clientId, clientSecret } = await provider.register({ redirectUris: [redirectUri], returns: [app.url] })
    const handler = NextAuth({
      secret: 'a-long-secret-of-the-cookie-of-this-application',
      providers: [
        {
          id: 'front-entry',
          name: 'Front Entry',
          type: 'oauth',
          wellKnown: `${provider.issuer}/.well-known/openid-configuration`,
          clientId,
          clientSecret,
          profile: ({ sub, name, email }) => ({ id: sub, name, email }),
          ...options,
        },
      ],
      callbacks: {
        jwt: ({ token, account }) => (account ? { ...token, idToken: account.id_token } : token),
        session: ({ session, token }) => ({ ...session, idToken: token.idToken }),
      },
    })
    site.use(express.urlencoded({ extended: false }), express.json())
    site.use('/api/auth', (request, response) => handler(asNextRequest(request), response))
    site.get('/', (_, response) => response.end('The application'))
    return { clientId, redirectUri }
  }

  for (const [title, options] of Object.entries(PROVIDERS)) {
    it(`signs in by its sign-in page ${title}, and signs out here and at the provider`, async () => {
      const client = await open(options)
      const browser = createBrowser()
      const session = async () => JSON.parse((await browser.open(`${app.url}/api/auth/session`)).text)
      const asked = await browser.submit(await browser.open(`${app.url}/api/auth/signin`))
      const done = await browser.signIn(asked, USER.email, USER.password)
      assert.equal(done.text, 'The application', done.visited.join('\n'))
      const { user, idToken } = await session()
      assert.deepEqual([user.name, user.email], ['Ada Whitfield', USER.email])
      assert.equal(await provider.hasSession(browser, client), true)
      await browser.submit(await browser.open(`${app.url}/api/auth/signout`))
      assert.deepEqual(await session(), {})
      const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: app.url })
      assert.equal((await browser.open(`${provider.issuer}/oauth/logout?${query}`)).text, 'The application')
      assert.equal(await provider.hasSession(browser, client), false)
    })
  }
})
