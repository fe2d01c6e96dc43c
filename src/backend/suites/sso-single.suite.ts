import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { fillPath } from '../../contract/path.ts'
import { ssoSaml } from '../../contract/sso.ts'
import type { Kit } from './kit.test-kit.ts'
import { CERTIFICATE, SAML_METADATA } from './sso-metadata.test-kit.ts'

/** Tests the older area, with one connection per account. */
export const describeSsoSingle = (kit: () => Kit): void => {
  const as = async () => {
    const { token } = await kit().signIn('ada@acme.test')
    return (endpoint: AnyEndpoint, body?: object, path: Record<string, string> = {}) =>
      kit().call(endpoint.method, fillPath(endpoint.path, path), { token, body })
  }

  it('starts empty, with what the provider needs', async () => {
    const send = await as()
    const { body } = await send(ssoSaml.getConfig)
    assert.deepEqual([body.enabled, body.domain], [false, undefined])
    assert.deepEqual((await send(ssoSaml.getVendorConfig)).body, { acsUrl: body.acsUrl, spEntityId: body.spEntityId })
    assert.deepEqual((await send(ssoSaml.getDefaultRoles)).body, { roleIds: [] })
    assert.deepEqual((await send(ssoSaml.listGroups)).body, [])
    const oidc = (await send(ssoSaml.getOidcConfig)).body
    assert.deepEqual(oidc, { active: false, redirectUri: 'http://localhost:3000/account/oidc/callback' })
    assert.equal((await send(ssoSaml.validateDomain)).status, 404)
    assert.equal((await send(ssoSaml.updateConfig, { enabled: true })).status, 400, 'a domain comes first')
  })

  it('saves by domain; another domain clears endpoint and certificate and unsets signRequest', async () => {
    const send = await as()
    const facts = { ssoEndpoint: 'https://idp.test/sso', publicCertificate: CERTIFICATE, signRequest: true }
    const saved = (await send(ssoSaml.updateConfig, { enabled: true, domain: 'one.test', type: 'Okta', ...facts })).body
    assert.deepEqual([saved.enabled, saved.type, saved.domain, saved.validated], [true, 'okta', 'one.test', false])
    assert.deepEqual([saved.ssoEndpoint, saved.publicCertificate, saved.signRequest], Object.values(facts))
    const kept = (await send(ssoSaml.updateConfig, { enabled: false, domain: 'one.test' })).body
    assert.deepEqual([kept.enabled, kept.ssoEndpoint], [false, facts.ssoEndpoint])
    const moved = (await send(ssoSaml.updateConfig, { enabled: true, domain: 'two.test', ...facts })).body
    assert.deepEqual(
      [moved.domain, moved.ssoEndpoint, moved.publicCertificate, moved.signRequest],
      ['two.test', '', '', false],
    )
    assert.equal(await kit().store.ssoDomains.count({}), 1)
    assert.deepEqual((await send(ssoSaml.getConfig)).body, moved)
  })

  it('writes an audit row for each domain that it adds, removes or verifies, with its name', async () => {
    const send = await as()
    const rows = async () =>
      (await kit().store.audits.list({ tenantId: 'acme', resource: 'SSO' }))
        .filter(({ action }) => action.startsWith('SSO domain'))
        .map(({ action, description }) => `${action}: ${description}`)
        .sort()
    await send(ssoSaml.updateConfig, { enabled: false, domain: 'one.test' })
    const { generatedVerification } = (await send(ssoSaml.getConfig)).body
    kit().internet.txt.set('one.test', [generatedVerification])
    assert.equal((await send(ssoSaml.validateDomain)).body.validated, true)
    await send(ssoSaml.updateConfig, { enabled: false, domain: 'one.test' })
    await send(ssoSaml.updateConfig, { enabled: false, domain: 'two.test' })
    assert.deepEqual(await rows(), [
      'SSO domain added: Added one.test to an SSO connection',
      'SSO domain added: Added two.test to an SSO connection',
      'SSO domain removed: Removed one.test from an SSO connection',
      'SSO domain verified: Verified one.test for an SSO connection',
    ])
  })

  it('saves the connection and its domain together, or neither', async () => {
    const send = await as()
    const { store } = kit()
    const transaction = store.transaction.bind(store)
    const failing: typeof transaction = (work) =>
      transaction((inside) => {
        const insert = () => Promise.reject(new Error('The connection to the database was lost'))
        return work({ ...inside, ssoDomains: { ...inside.ssoDomains, insert } })
      })
    const stored = async () =>
      JSON.stringify([await kit().store.ssoConnections.list({}), await kit().store.ssoDomains.list({})])
    for (const domain of ['one.test', 'two.test']) {
      const before = await stored()
      const broken = mock.method(store, 'transaction', failing)
      assert.equal((await send(ssoSaml.updateConfig, { enabled: true, domain })).status, 500)
      broken.mock.restore()
      assert.equal(await stored(), before)
      assert.equal((await send(ssoSaml.updateConfig, { enabled: true, domain })).status, 200)
    }
  })

  it('accepts base64 of DER and of PEM as a certificate', async () => {
    const send = await as()
    const der = CERTIFICATE.replace(/-----[^-]+-----|\s/g, '')
    for (const publicCertificate of [CERTIFICATE, der, Buffer.from(CERTIFICATE).toString('base64')]) {
      const { body } = await send(ssoSaml.updateConfig, { enabled: false, domain: 'one.test', publicCertificate })
      assert.equal(body.publicCertificate, CERTIFICATE)
    }
  })

  it('accepts metadata, verifies the domain and maps roles', async () => {
    const send = await as()
    await send(ssoSaml.updateConfig, { enabled: false, domain: 'one.test' })
    const read = (await send(ssoSaml.updateByMetadata, { metadata: SAML_METADATA })).body
    assert.deepEqual([read.ssoEndpoint, read.publicCertificate], ['https://idp.company.test/saml/sso', CERTIFICATE])
    kit().internet.txt.set('one.test', [read.generatedVerification])
    assert.equal((await send(ssoSaml.validateDomain)).body.validated, true)
    await send(ssoSaml.setDefaultRoles, { roleIds: ['member'] })
    assert.deepEqual((await send(ssoSaml.getDefaultRoles)).body, { roleIds: ['member'] })
    await send(ssoSaml.createGroup, { group: 'Admins' })
    const [{ id }] = (await send(ssoSaml.listGroups)).body
    await send(ssoSaml.updateGroup, { group: 'Admins', roleIds: ['admin'] }, { id })
    assert.deepEqual((await send(ssoSaml.listGroups)).body, [{ id, group: 'Admins', roleIds: ['admin'] }])
    await send(ssoSaml.deleteGroup, undefined, { id })
    assert.deepEqual((await send(ssoSaml.listGroups)).body, [])
  })
}
