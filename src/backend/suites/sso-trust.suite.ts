import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { fillPath } from '../../contract/path.ts'
import { samlSettings, ssoConfigs, ssoConnections, ssoSaml } from '../../contract/sso.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { report } from '../prove/report.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'
import { CERTIFICATE, METADATA_URL, NEXT_CERTIFICATE, SAML_METADATA } from './sso-metadata.test-kit.ts'

const ID = { configId: 'saml-1' }
const COMPLETE = { ssoEndpoint: 'https://idp.other.test/sso', publicCertificate: NEXT_CERTIFICATE }

/** Changes that make the account trust another identity provider, or trust one for more users or roles. */
const CHANGES: readonly (readonly [
  what: string,
  endpoint: AnyEndpoint,
  path: Record<string, string>,
  body?: object,
])[] = [
  ['the sign-in URL', ssoConfigs.updateConfig, ID, { ssoEndpoint: 'https://evil.test/sso' }],
  ['the certificate', ssoConfigs.updateConfig, ID, { publicCertificate: NEXT_CERTIFICATE }],
  ['the client', ssoConfigs.updateConfig, ID, { oidcClientId: 'other', oidcSecret: 'other' }],
  ['the check of email domains', ssoConfigs.updateConfig, ID, { skipEmailDomainValidation: true }],
  ['metadata', ssoConfigs.updateConfigByMetadata, ID, { metadata: SAML_METADATA }],
  ['metadata by URL', ssoConfigs.updateConfigByMetadataUrl, ID, { url: METADATA_URL }],
  ['the connection of older clients', ssoSaml.updateConfig, {}, { enabled: true, publicCertificate: NEXT_CERTIFICATE }],
  ['metadata of older clients', ssoSaml.updateByMetadata, {}, { metadata: SAML_METADATA }],
  ['the issuer', ssoConnections.updateSsoConnectionDetails, { id: 'saml-1' }, { idpEntityId: 'https://evil.test' }],
  ['default roles', ssoConfigs.setDefaultRoles, ID, { roleIds: ['admin'] }],
  ['a group', ssoConfigs.createGroup, ID, { group: 'All', roleIds: ['admin'] }],
  ['a group, removed', ssoConfigs.deleteGroup, { ...ID, groupId: 'g' }],
  ['the mapped attributes', samlSettings.updateOptions, ID, { attributes: { email: 'manager' } }],
  ['the sign-out URL', samlSettings.updateOptions, ID, { logoutUrl: 'https://idp.saml.test/logout' }],
  ['required encryption', samlSettings.updateOptions, ID, { requireEncryption: true }],
  ['a new connection that is on', ssoConfigs.createConfig, {}, { type: 'saml', enabled: true, ...COMPLETE }],
]

/**
 * Tests changes of trust, because the identity provider of a connection can sign in as any user of its verified
 * domains.
 */
export const describeSsoTrust = (kit: () => Kit): void => {
  beforeEach(async () => {
    await connectSaml(kit(), { certificate: CERTIFICATE })
    await kit().store.samlKeys.insert({
      id: 'key-1',
      tenantId: 'acme',
      certificate: CERTIFICATE,
      privateKey: 'sealed',
      createdAt: 1,
    })
  })

  const send = (token: string, endpoint: AnyEndpoint, path: Record<string, string>, body?: object) =>
    kit().call(endpoint.method, fillPath(endpoint.path, path), { token, ...(body && { body }) })

  const alerts = () => kit().mails.filter(({ subject }) => subject.startsWith('Single sign-on of'))
  const alerted = () =>
    alerts()
      .map(({ to }) => to)
      .sort()

  for (const [what, endpoint, path, body] of CHANGES) {
    it(`is never changed unnoticed: every administrator gets an email, and an audit row is written (${what})`, async () => {
      const { token } = await kit().signIn('ada@acme.test')
      const response = await send(token, endpoint, path, body)
      assert.equal(response.status, 200, JSON.stringify(response.body))
      assert.deepEqual(alerted(), ['ada@acme.test', 'tom@acme.test'])
      const [mail] = alerts()
      assert.match(mail?.text ?? '', /ada@acme\.test changed/)
      assert.ok((await kit().store.audits.count({ tenantId: 'acme', resource: 'SSO' })) > 0)
    })
  }

  it('isn’t changed without a recent second factor by an administrator who has one', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await addFactor(kit().ports, 'ada', { kind: 'sms', value: { phone: '+12025550177' } })
    const stored = async () =>
      JSON.stringify([await kit().store.ssoConnections.list({}), await kit().store.samlSettings.list({})])
    const before = await stored()
    const made: string[] = []
    for (const [what, endpoint, path, body] of CHANGES) {
      const { status, headers } = await send(token, endpoint, path, body)
      const isAsked = status === 401 && /insufficient_user_authentication/.test(headers.get('WWW-Authenticate') ?? '')
      if (!isAsked || (await stored()) !== before) made.push(what)
    }
    report({
      row: 67,
      wanted: `${CHANGES.length} ways to change whom a live connection trusts, without a second factor: 0 possible`,
      reached: `${made.length} possible`,
      ok: made.length === 0,
    })
    assert.deepEqual(made, [])
    assert.deepEqual(alerted(), [])
  })

  it('isn’t changed by a session without a fresh proof, unless the change grants no further trust', async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    kit().time.now += 301_000
    const { accessToken: token } = (await kit().refresh(cookie)).body
    const made: string[] = []
    for (const [what, endpoint, path, body] of CHANGES) {
      if ((await send(token, endpoint, path, body)).status !== 401) made.push(what)
    }
    assert.deepEqual(made, [])
    const details = ssoConnections.updateSsoConnectionDetails
    assert.equal((await send(token, details, { id: 'saml-1' }, { name: 'Main' })).status, 200)
    assert.equal((await send(token, ssoConfigs.updateConfig, ID, { signRequest: true })).status, 200)
    assert.equal((await send(token, ssoConfigs.createConfig, {}, { type: 'saml', ...COMPLETE })).status, 200)
    assert.equal((await send(token, ssoConfigs.updateConfig, ID, { enabled: false })).status, 200)
    assert.equal((await send(token, ssoConfigs.setDefaultRoles, ID, { roleIds: ['admin'] })).status, 200)
  })

  it('loses a verified domain only with an email to every administrator', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const at = { connectionId: 'saml-1', tenantId: 'acme', createdAt: 1 }
    await kit().store.ssoDomains.insert({ ...at, id: 'claim', domain: 'claimed.test', validated: false })
    const remove = (domainId: string) => send(token, ssoConfigs.deleteDomain, { ...ID, domainId })
    assert.equal((await remove('claim')).status, 200)
    assert.deepEqual(alerted(), [], 'no user signed in by it')
    assert.equal((await remove('d-1')).status, 200)
    assert.deepEqual(alerted(), ['ada@acme.test', 'tom@acme.test'])
    assert.match(alerts()[0]?.text ?? '', /ada@acme\.test removed the domain saml\.test/)
    assert.equal((await remove('d-1')).status, 404)
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: false })
    await kit().store.ssoDomains.insert({ ...at, id: 'd-2', domain: 'off.test', validated: true })
    assert.equal((await remove('d-2')).status, 200)
    assert.equal(alerted().length, 2, 'a connection that is off signs in no one')
  })

  it('is required when a connection is turned on, not while it is set up', async () => {
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: false })
    const { token } = await kit().signIn('ada@acme.test')
    await addFactor(kit().ports, 'ada', { kind: 'sms', value: { phone: '+12025550177' } })
    const save = (body: object) => send(token, ssoConfigs.updateConfig, ID, body)
    assert.equal((await save({ publicCertificate: NEXT_CERTIFICATE })).status, 200)
    assert.equal((await save({ enabled: true })).status, 401)
    assert.deepEqual(alerted(), [])
    await kit().store.factors.delete({ userId: 'ada' })
    assert.equal((await save({ enabled: true })).status, 200)
    assert.deepEqual(alerted(), ['ada@acme.test', 'tom@acme.test'])
    assert.equal((await save({ enabled: false })).status, 200)
    assert.equal(alerted().length, 2, 'turning it off trusts no one more')
  })
}
