import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Provider from 'oidc-provider'
import { closeServer } from '../../src/serve/listen.ts'
import { freePorts } from '../../src/testing/ports.ts'
import { createBrowser } from './browser.test-kit.mjs'
import { openConnection } from './connection.test-kit.mjs'
import { sharedProvider } from './provider.test-kit.mjs'

const CLIENT = { id: 'front-entry', secret: 'a-secret-of-the-connection' }

describe('oidc-provider 9, signing our users in', () => {
  let server
  let connection
  let redirectUri
  let ours
  before(async () => {
    ours = await sharedProvider()
    redirectUri = `${ours.appUrl}/account/oidc/callback`
    const port = await freePorts(1)
    const issuer = `http://localhost:${port}`
    // Uses its defaults except for its users and their claims: the ID token contains only `sub`.
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [`${ours.appUrl}/account/login`],
        },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: `${id}@sso.test`, email_verified: true, name: `The user ${id}` }),
      }),
    })
    server = provider.listen(port, '127.0.0.1')
    connection = await openConnection(ours, {
      issuer,
      client: CLIENT,
      logout: { logoutUrl: `${issuer}/session/end` },
    })
  })
  after(() => server && closeServer(server))

  it('signs in a user who is new here, with the claims of its UserInfo, and out at both', async () => {
    const browser = createBrowser()
    const asked = await connection.begin(browser, 'rosa@sso.test', redirectUri)
    const consent = await browser.submit(asked, { login: 'rosa', password: 'any' })
    const back = await browser.submit(consent)
    assert.equal(back.url.origin + back.url.pathname, redirectUri, back.text)
    const { accessToken, userEmail } = await connection.endOidc(browser, back.url, redirectUri)
    assert.ok(accessToken)
    assert.equal(userEmail, 'rosa@sso.test')
    const user = await ours.backend.store.users.find({ email: 'rosa@sso.test' })
    assert.equal(user.name, 'The user rosa')
    const question = await connection.signOut(browser, accessToken)
    const gone = await browser.submit(question, { logout: 'yes' })
    assert.equal(gone.url.href.split('?')[0], `${ours.appUrl}/account/login`, gone.text)
    // The provider requires a sign-in, as before.
    const next = await connection.begin(browser, 'rosa@sso.test', redirectUri)
    assert.match(next.text, /name="password"/)
  })
})
