import assert from 'node:assert/strict'
import { afterEach, beforeEach, it, mock } from 'node:test'
import { login, ssoSession } from '../../contract/login.ts'
import { samlSettings } from '../../contract/sso.ts'
import { ssoSecretUse } from '../domain/sso/sso.ts'
import type { Kit } from './kit.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'
import { allowLogout, IDP_LOGOUT, liveSessions } from './saml-logout.test-kit.ts'

const ID_TOKEN = 'header.claims.signature'
/** That of a user with hundreds of groups. */
const LONG_ID_TOKEN = `header.${'c'.repeat(9_000)}.signature`

export const describeOidcLogout = (kit: () => Kit): void => {
  const states: string[] = []

  /** The provider is mocked, including its ID token, but the logout URL is real. */
  beforeEach(async () => {
    const { oidc, secretBox } = kit().ports
    const facts = { type: 'oidc', ssoEndpoint: 'https://idp.saml.test', oidcClientId: 'app', publicCertificate: '' }
    const oidcSecret = await secretBox.seal('secret', ssoSecretUse('saml-1'))
    await connectSaml(kit(), { certificate: '' }, { ...facts, oidcSecret })
    mock.method(oidc, 'authorizationUrl', async (_provider: unknown, { state }: { state: string }) => {
      states.push(state)
      return 'https://idp.saml.test/authorize'
    })
    const identity = { subject: 'eve', email: 'eve@saml.test', emailVerified: true, name: 'Eve', groups: [] }
    mock.method(oidc, 'exchange', async () => ({ ...identity, idToken: ID_TOKEN }))
  })

  afterEach(() => mock.restoreAll())

  const enter = async (): Promise<string> => {
    const { cookies } = await kit().call('POST', login.preLogin.path, { body: { email: 'eve@saml.test' } })
    const response = await kit().call('POST', login.oidcPostLogin.path, {
      body: { code: 'c', RelayState: states.at(-1) },
      cookie: cookies[0]?.split(';')[0] ?? '',
    })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return response.body.accessToken
  }

  const leave = async (token: string) => (await kit().call('POST', ssoSession.startSsoLogout.path, { token })).body.url

  it('redirects once to the end session endpoint, with a hint that identifies the session', async () => {
    await allowLogout(kit())
    const token = await enter()
    const url = new URL(await leave(token))
    assert.equal(await liveSessions(kit()), 0)
    const first = await kit().page('GET', url.pathname + url.search)
    assert.equal(first.status, 303)
    const target = new URL(first.headers.get('Location') ?? '')
    assert.equal(target.origin + target.pathname, IDP_LOGOUT)
    const admin = await kit().signIn('ada@acme.test')
    const keys = await kit().call('GET', samlSettings.listKeys.path, { token: admin.token })
    assert.deepEqual(Object.fromEntries(target.searchParams), {
      client_id: 'app',
      id_token_hint: ID_TOKEN,
      post_logout_redirect_uri: keys.body.postLogoutUrl,
    })
    assert.equal((await kit().page('GET', url.pathname + url.search)).status, 400)
  })

  it('sends only the client ID if the hint would be too long for a URL', async () => {
    await allowLogout(kit())
    const identity = { subject: 'eve', email: 'eve@saml.test', emailVerified: true, name: 'Eve', groups: [] }
    mock.method(kit().ports.oidc, 'exchange', async () => ({ ...identity, idToken: LONG_ID_TOKEN }))
    const url = new URL(await leave(await enter()))
    const sent = await kit().page('GET', url.pathname + url.search)
    const target = new URL(sent.headers.get('Location') ?? '')
    assert.deepEqual([...target.searchParams.keys()].sort(), ['client_id', 'post_logout_redirect_uri'])
  })

  it('keeps the ID token sealed, and only where single logout is on', async () => {
    await enter()
    assert.equal(await kit().store.samlSessions.count({}), 0)
    await allowLogout(kit())
    await enter()
    const [row] = await kit().store.samlSessions.list({})
    assert.ok(row?.idToken)
    assert.ok(!row.idToken.includes(ID_TOKEN))
  })

  it('signs out only here after single logout was turned off', async () => {
    await allowLogout(kit())
    const token = await enter()
    await kit().store.samlSettings.delete({ id: 'saml-1' })
    assert.equal(await leave(token), null)
    assert.equal(await liveSessions(kit()), 0)
  })
}
