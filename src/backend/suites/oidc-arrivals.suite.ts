import assert from 'node:assert/strict'
import { afterEach, beforeEach, it, mock } from 'node:test'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { samlSettings } from '../../contract/sso.ts'
import { ssoSecretUse } from '../domain/sso/sso.ts'
import { ClientRefusedError, type ForeignIdentity, UnusableProviderError } from '../ports/sso.ts'
import type { Kit } from './kit.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'

const ADA: ForeignIdentity = {
  subject: 'lea-1',
  email: 'lea@saml.test',
  emailVerified: undefined,
  name: 'Lea',
  groups: [],
}

export const describeOidcArrivals = (kit: () => Kit): void => {
  afterEach(() => mock.restoreAll())
  beforeEach(async () => {
    const oidcSecret = await kit().ports.secretBox.seal('secret', ssoSecretUse('saml-1'))
    const facts = { type: 'oidc', ssoEndpoint: 'https://idp.saml.test', oidcClientId: 'app', oidcSecret }
    await connectSaml(kit(), { certificate: '' }, facts)
  })

  /** Signs in with a mocked provider; `exchange` returns the content of its tokens. */
  const enter = async (exchange: () => Promise<ForeignIdentity | undefined>) => {
    const { oidc } = kit().ports
    let state = ''
    mock.method(oidc, 'authorizationUrl', async (_provider: unknown, request: { state: string }) => {
      state = request.state
      return 'https://idp.saml.test/authorize'
    })
    mock.method(oidc, 'exchange', exchange)
    const { cookies } = await kit().call('POST', login.preLogin.path, { body: { email: 'lea@saml.test' } })
    const body = { code: 'c', RelayState: state }
    return kit().call('POST', login.oidcPostLogin.path, { body, cookie: cookies[0]?.split(';')[0] ?? '' })
  }
  const reasons = async () =>
    (await kit().store.ssoFailures.list({ connectionId: 'saml-1' })).map(({ reason }) => reason)

  it('reports a client that the provider refuses, to the user and to the administrator', async () => {
    const refused = await enter(() => Promise.reject(new ClientRefusedError('refused')))
    assert.deepEqual([refused.status, refused.body.code], [401, 'oidc_client'])
    assert.match(refused.body.errors[0], /client ID or client secret/)
    assert.deepEqual(await reasons(), ['client'])
  })

  it('shows the user and the administrator why a provider can’t be used', async () => {
    const reason = 'Your identity provider names another issuer.'
    for (let at = 0; at < 2; at += 1) {
      const refused = await enter(() => Promise.reject(new UnusableProviderError(reason)))
      assert.deepEqual([refused.status, refused.body.errors], [502, [reason]])
    }
    assert.deepEqual(await reasons(), [reason], 'one failure that repeats until its cause is fixed')
  })

  it('uses a user name as an email only in a domain that the account has verified', async () => {
    const byName = { ...ADA, isEmailByName: true }
    assert.equal((await enter(async () => byName)).status, 200)
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { skipEmailDomainValidation: true })
    const foreign = await enter(async () => ({ ...byName, subject: 'x-2', email: 'x@free.test' }))
    assert.equal(foreign.status, 403)
    assert.equal(await kit().store.users.count({ email: 'x@free.test' }), 0)
  })

  it('reports which claim is missing, and which email the provider calls unverified', async () => {
    const missing = await enter(async () => ({ ...ADA, email: undefined }))
    assert.match(missing.body.errors[0], /“email” is missing or empty/)
    const unverified = await enter(async () => ({ ...ADA, emailVerified: false }))
    assert.match(unverified.body.errors[0], /lea@saml\.test isn’t verified/)
  })

  it('removes the secret of a connection whose client becomes public', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const path = fillPath(samlSettings.updateOptions.path, { configId: 'saml-1' })
    const save = (clientAuthentication: string) => kit().call('PATCH', path, { token, body: { clientAuthentication } })
    assert.equal((await save('jwt')).status, 400)
    assert.equal((await save('post')).body.clientAuthentication, 'post')
    assert.notEqual((await kit().store.ssoConnections.get('saml-1'))?.oidcSecret, '')
    assert.equal((await save('none')).status, 200)
    assert.equal((await kit().store.ssoConnections.get('saml-1'))?.oidcSecret, '')
  })
}
