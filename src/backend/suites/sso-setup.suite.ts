import assert from 'node:assert/strict'
import { it } from 'node:test'
import { authorization } from '../../contract/authorization.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { federation } from '../../contract/federation.ts'
import { fillPath } from '../../contract/path.ts'
import { ipRules } from '../../contract/restrictions.ts'
import { samlSettings, ssoConfigs, ssoConnections } from '../../contract/sso.ts'
import { users } from '../../contract/users.ts'
import { ssoSecretUse } from '../domain/sso/sso.ts'
import type { Kit } from './kit.test-kit.ts'
import { CERTIFICATE, METADATA_URL, NEXT_CERTIFICATE, SAML_METADATA } from './sso-metadata.test-kit.ts'

const ISSUER = 'https://login.company.test'
const DISCOVERY = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
}

export const describeSsoSetup = (kit: () => Kit): void => {
  const as = async (email = 'ada@acme.test') => {
    const { token } = await kit().signIn(email)
    return (endpoint: AnyEndpoint, path: Record<string, string> = {}, body?: object) =>
      kit().call(endpoint.method, fillPath(endpoint.path, path), { token, body })
  }

  const connected = async (body: object = { type: 'okta' }) => {
    const send = await as()
    const made = await send(ssoConfigs.createConfig, {}, body)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return { send, configId: String(made.body.id), made: made.body }
  }

  it('creates a connection that is turned off and shows what the provider needs', async () => {
    const { send, made } = await connected()
    assert.deepEqual([made.enabled, made.type, made.domains, made.groups], [false, 'okta', [], []])
    assert.match(made.acsUrl, /\/auth\/saml\/callback$/)
    assert.match(made.generatedVerification, /^front-entry-verification=\S{20,}$/)
    assert.deepEqual((await send(ssoConfigs.listConfigs)).body, [made])
  })

  it('reads metadata by URL and as text, with every signing certificate', async () => {
    const { send, configId } = await connected()
    const byUrl = await send(ssoConfigs.updateConfigByMetadataUrl, { configId }, { url: METADATA_URL })
    assert.deepEqual(
      [byUrl.body.ssoEndpoint, byUrl.body.publicCertificate],
      ['https://idp.company.test/saml/sso', CERTIFICATE],
    )
    const next = `<md:KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${NEXT_CERTIFICATE.replace(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService`
    const metadata = SAML_METADATA.replace('<md:SingleSignOnService', next)
    const byText = await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata })
    assert.equal(byText.body.publicCertificate, CERTIFICATE + NEXT_CERTIFICATE)
    assert.equal(
      (await kit().store.ssoConnections.get(configId))?.idpEntityId,
      'https://idp.company.test/saml/metadata',
    )
  })

  it('accepts metadata of 512,000 characters and refuses one more', async () => {
    const { send, configId } = await connected({ type: 'saml' })
    const padded = (length: number) => {
      const frame = `${SAML_METADATA}<!---->`
      return frame.replace('<!---->', `<!--${'x'.repeat(length - frame.length)}-->`)
    }
    const longest = await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata: padded(512_000) })
    assert.equal(longest.status, 200, JSON.stringify(longest.body))
    const refused = await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata: padded(512_001) })
    assert.deepEqual([refused.status, refused.body.errors], [400, ['metadata is too long']])
  })

  it('uses metadata with small faults, and reports them', async () => {
    const { send, configId } = await connected({ type: 'saml' })
    const broken = SAML_METADATA.replace(
      '<md:KeyDescriptor use="signing">',
      '<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>MIIB</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>$&',
    )
    const old = broken.replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID=')
    const metadata = old.replace(/<md:SingleSignOnService Binding="[^"]*HTTP-Redirect"[^>]*>/, '')
    const read = await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata })
    assert.equal(read.status, 200, JSON.stringify(read.body))
    assert.equal(read.body.ssoEndpoint, 'https://idp.company.test/saml/sso')
    const warningsOf = async () => (await send(ssoConnections.listSsoConnectionDetails, {})).body[0].metadataWarnings
    assert.deepEqual(await warningsOf(), [
      { code: 'expired', detail: '2020-01-01T00:00:00.000Z' },
      { code: 'certificate', detail: '1' },
      { code: 'postOnly', detail: '' },
    ])
    await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata: SAML_METADATA })
    assert.deepEqual(await warningsOf(), [])
  })

  it('offers the logout URL of the metadata, and our own service once logouts are on', async () => {
    const { send, configId } = await connected({ type: 'saml' })
    const slo = (binding: string, url: string) =>
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${url}" ResponseLocation="${url}/return"/>`
    const services = slo('HTTP-POST', 'https://idp.test/post') + slo('HTTP-Redirect', 'https://idp.test/redirect')
    const metadata = SAML_METADATA.replace('<md:SingleSignOnService', `${services}$&`)
    await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata })
    const options = (await send(samlSettings.getOptions, { configId })).body
    const offered = { url: 'https://idp.test/redirect', binding: 'redirect' }
    assert.deepEqual([options.logoutUrl, options.offeredLogout], ['', offered])
    const ours = async () => (await kit().page('GET', `${federation.getServiceProvider.path}?tenantId=acme`)).body
    assert.doesNotMatch(await ours(), /SingleLogoutService/)
    const saved = await send(samlSettings.updateOptions, { configId }, { logoutUrl: offered.url })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.match(await ours(), /SingleLogoutService/)
    const settings = await kit().store.samlSettings.get(configId)
    assert.equal(settings?.offeredResponseUrl, 'https://idp.test/redirect/return')
    const inner = SAML_METADATA.replace(
      '<md:SingleSignOnService',
      `${slo('HTTP-Redirect', 'https://idp.test/x').replace('https://idp.test/x/', 'http://127.0.0.1/')}$&`,
    )
    await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata: inner })
    assert.equal((await kit().store.samlSettings.get(configId))?.offeredResponseUrl, '')
    const { body } = await kit().page('GET', federation.getServiceProvider.path)
    assert.doesNotMatch(body, /SingleLogoutService/)
  })

  it('refuses metadata and certificates it can’t use, with the reason', async () => {
    const { send, configId } = await connected()
    const refused: [string, RegExp][] = [
      ['not xml', /isn’t valid XML/],
      ['<!DOCTYPE x [<!ENTITY a "b">]><x/>', /isn’t valid XML/],
      ['<x/>', /isn’t the metadata/],
      [SAML_METADATA.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), /metadata of an application/],
      [SAML_METADATA.replaceAll(/HTTP-(?:Redirect|POST)/g, 'SOAP'), /no sign-in URL/],
      [SAML_METADATA.replaceAll('KeyDescriptor', 'Other'), /no signing certificate/],
      [SAML_METADATA.replace(/(<ds:X509Certificate>)[^<]*/, '$1MIIB'), /no signing certificate that can be read/],
      [SAML_METADATA.replaceAll('https://idp.company.test/saml/sso', 'javascript:alert(1)'), /https/],
    ]
    for (const [metadata, message] of refused) {
      const { status, body } = await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata })
      assert.equal(status, 400)
      assert.match(body.errors[0], message)
    }
    const cut = { publicCertificate: CERTIFICATE.slice(0, 200) }
    assert.equal((await send(ssoConfigs.updateConfig, { configId }, cut)).status, 400)
    assert.equal(
      (await send(ssoConfigs.updateConfigByMetadataUrl, { configId }, { url: 'https://x.test' })).status,
      400,
    )
  })

  it('checks the issuer of an OpenID provider by discovery', async () => {
    const { send, configId } = await connected({ type: 'oidc' })
    const well = ISSUER + authorization.getProviderMetadata.path
    const save = (ssoEndpoint: string) => send(ssoConfigs.updateConfig, { configId }, { ssoEndpoint })
    assert.equal((await save(ISSUER)).status, 400, 'nothing is there')
    kit().internet.pages.set(well, JSON.stringify({ ...DISCOVERY, issuer: 'https://evil.test' }))
    assert.match((await save(ISSUER)).body.errors[0], /names itself https:\/\/evil.test/)
    kit().internet.pages.set(well, JSON.stringify({ ...DISCOVERY, token_endpoint: undefined }))
    assert.match((await save(ISSUER)).body.errors[0], /incomplete/)
    kit().internet.pages.set(well, JSON.stringify(DISCOVERY))
    for (const given of [ISSUER, `${ISSUER}/`, well]) assert.equal((await save(given)).body.ssoEndpoint, ISSUER, given)
  })

  it('stores the provider’s spelling of an issuer that was typed in a different case', async () => {
    const { send, configId } = await connected({ type: 'oidc' })
    const realm = `${ISSUER}/realms/Acme/`
    const typed = realm.toLowerCase()
    const well = typed.slice(0, -1) + authorization.getProviderMetadata.path
    const save = () => send(ssoConfigs.updateConfig, { configId }, { ssoEndpoint: typed })
    kit().internet.pages.set(well, JSON.stringify({ ...DISCOVERY, issuer: realm }))
    assert.equal((await save()).body.ssoEndpoint, realm)
  })

  it('refuses an issuer for users of every organization without suggesting to enter it', async () => {
    const { send, configId } = await connected({ type: 'oidc' })
    const common = `${ISSUER}/common/v2.0`
    const well = common + authorization.getProviderMetadata.path
    kit().internet.pages.set(well, JSON.stringify({ ...DISCOVERY, issuer: `${ISSUER}/{tenantid}/v2.0` }))
    const { status, body } = await send(ssoConfigs.updateConfig, { configId }, { ssoEndpoint: common })
    const reason = 'This issuer URL is for users of every organization. Enter the one of your own tenant.'
    assert.deepEqual([status, body.errors[0]], [400, reason])
  })

  it('reads what is pasted without the invisible characters around it', async () => {
    const pasted = (text: string) => `\ufeff\u200e${text}\u200b \u2060\n`
    const { send, configId } = await connected({ type: 'oidc' })
    kit().internet.pages.set(ISSUER + authorization.getProviderMetadata.path, JSON.stringify(DISCOVERY))
    const client = { oidcClientId: pasted('app'), oidcSecret: pasted('s3cret'), ssoEndpoint: pasted(ISSUER) }
    const { body } = await send(ssoConfigs.updateConfig, { configId }, client)
    assert.deepEqual([body.ssoEndpoint, body.oidcClientId], [ISSUER, 'app'], JSON.stringify(body))
    const sealed = (await kit().store.ssoConnections.get(configId))?.oidcSecret ?? ''
    assert.equal((await kit().ports.secretBox.open(sealed, ssoSecretUse(configId))).text, 's3cret')
    const saml = (await connected({ type: 'saml' })).configId
    const byUrl = await send(ssoConfigs.updateConfigByMetadataUrl, { configId: saml }, { url: pasted(METADATA_URL) })
    assert.equal(byUrl.status, 200, JSON.stringify(byUrl.body))
    await send(ssoConnections.updateSsoConnectionDetails, { id: saml }, { idpEntityId: pasted('urn:idp') })
    await send(ssoConfigs.createGroup, { configId: saml }, { group: pasted('Admins'), roleIds: [] })
    const { idpEntityId, groups = '' } = (await kit().store.ssoConnections.get(saml)) ?? {}
    assert.deepEqual([idpEntityId, JSON.parse(groups)[0].group], ['urn:idp', 'Admins'])
    const tested = await send(ipRules.testIpAddress, {}, { ip: pasted('203.0.113.7') })
    assert.equal(tested.body.ip, '203.0.113.7')
    const found = await kit().call(
      'GET',
      `${users.listUsersV3.path}?_email=${encodeURIComponent(pasted('mel@acme.test'))}`,
      {
        token: (await kit().signIn('ada@acme.test')).token,
      },
    )
    assert.deepEqual(
      found.body.items.map(({ email }: { email: string }) => email),
      ['mel@acme.test'],
    )
  })

  it('keeps the emoji at the end of a group name, which is compared with the name that the provider sends', async () => {
    const { send, configId } = await connected({ type: 'saml' })
    const groups = ['Team \u2764\ufe0f', 'Team \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}']
    for (const group of groups)
      await send(ssoConfigs.createGroup, { configId }, { group: ` ${group}\u200b\n`, roleIds: [] })
    const kept = JSON.parse((await kit().store.ssoConnections.get(configId))?.groups ?? '')
    assert.deepEqual(
      kept.map(({ group }: { group: string }) => group),
      groups,
    )
  })

  it('seals the client secret and never returns it', async () => {
    const secret = 'a-secret-of-the-client'
    const { send, configId } = await connected({ type: 'oidc', oidcClientId: 'app', oidcSecret: secret })
    const kept = (await kit().store.ssoConnections.get(configId))?.oidcSecret ?? ''
    assert.match(kept, /^sealed\.v1\./)
    await send(ssoConfigs.updateConfig, { configId }, { oidcSecret: '', oidcClientId: 'app-2' })
    for (const oidcSecret of ['', ' ', '\u200b\n']) {
      assert.equal((await send(ssoConfigs.updateConfig, { configId }, { oidcSecret })).status, 200)
      assert.equal((await kit().store.ssoConnections.get(configId))?.oidcSecret, kept, 'an empty one keeps it')
    }
    const shown = JSON.stringify([(await send(ssoConfigs.listConfigs)).body, await kit().store.audits.list({})])
    assert.equal(shown.includes(secret) || shown.includes('sealed.v1'), false)
  })

  it('turns on only complete connections', async () => {
    const { send, configId } = await connected()
    const on = { enabled: true }
    assert.match((await send(ssoConfigs.updateConfig, { configId }, on)).body.errors[0], /sign-in URL/)
    await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata: SAML_METADATA })
    assert.equal((await send(ssoConfigs.updateConfig, { configId }, on)).body.enabled, true)
  })

  it('maps groups that are saved at the same moment', async () => {
    const { send, configId } = await connected()
    const names = ['Admins', 'Finance', 'Staff', 'Sales']
    await Promise.all(names.map((group) => send(ssoConfigs.createGroup, { configId }, { group, roleIds: ['member'] })))
    const { body } = await send(ssoConfigs.listGroups, { configId })
    assert.deepEqual(body.map(({ group }: { group: string }) => group).sort(), [...names].sort())
    assert.equal((await send(ssoConfigs.createGroup, { configId }, { group: 'Staff' })).status, 409)
    const groupId = body[0].id
    await send(ssoConfigs.updateGroup, { configId, groupId }, { group: 'Owners', roleIds: ['admin'] })
    await send(ssoConfigs.deleteGroup, { configId, groupId: body[1].id })
    const after = (await send(ssoConfigs.listGroups, { configId })).body
    assert.deepEqual([after.length, after[0].group, after[0].roleIds], [3, 'Owners', ['admin']])
    await send(ssoConfigs.setDefaultRoles, { configId }, { roleIds: ['member'] })
    assert.deepEqual((await send(ssoConfigs.getDefaultRoles, { configId })).body, { roleIds: ['member'] })
    assert.equal((await send(ssoConfigs.setDefaultRoles, { configId }, { roleIds: ['none'] })).status, 400)
  })

  it('removes the links to users when the provider changes', async () => {
    const { send, configId } = await connected()
    await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata: SAML_METADATA })
    const link = { id: 'link', provider: `sso:${configId}`, subject: '1', userId: 'ada', email: 'ada@acme.test' }
    await kit().store.identities.insert({ ...link, createdAt: 0, lastUsedAt: 0 })
    await send(ssoConfigs.updateConfig, { configId }, { signRequest: true })
    assert.equal(await kit().store.identities.count({}), 1)
    const metadata = SAML_METADATA.replaceAll('https://idp.company.test', 'https://other.test')
    await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata })
    assert.equal(await kit().store.identities.count({}), 0)
  })

  it('deletes a connection with all that belongs to it, and logs every change', async () => {
    const { send, configId } = await connected()
    await send(ssoConfigs.createDomain, { configId }, { domain: 'Company.test' })
    assert.equal((await send(ssoConfigs.deleteConfig, { configId })).status, 200)
    assert.equal((await send(ssoConfigs.deleteConfig, { configId })).status, 404)
    const { store } = kit()
    const left = [store.ssoConnections, store.ssoDomains, store.ssoSetups, store.ssoFailures]
    assert.deepEqual(await Promise.all(left.map((rows) => rows.count({}))), [0, 0, 0, 0])
    const actions = (await store.audits.list({ tenantId: 'acme', resource: 'SSO' })).map(({ action }) => action)
    assert.deepEqual(actions.sort(), ['SSO connection created', 'SSO connection deleted', 'SSO domain added'])
  })

  it('keeps connections of other accounts out of reach', async () => {
    const { configId } = await connected()
    const { token } = await kit().signIn('max@multi.test')
    const options = { token, headers: { 'frontegg-scoped-tenant': 'globex' } }
    assert.deepEqual((await kit().call('GET', ssoConfigs.listConfigs.path, options)).body, [])
    const path = fillPath(ssoConfigs.deleteConfig.path, { configId })
    assert.equal((await kit().call('DELETE', path, options)).status, 404)
    assert.equal(await kit().store.ssoConnections.count({ id: configId }), 1)
  })

  it('refuses URLs that are not public https URLs, however they are written', async () => {
    const { send, configId } = await connected({ type: 'saml' })
    const hosts = [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '[::1]',
      '[::ffff:7f00:1]',
      '10.0.0.1',
      '169.254.169.254',
    ]
    const odd = [
      ...[...hosts, 'localhost', 'LOCALHOST', 'localhost.', 'x.localhost', '[fd00::1]', '[64:ff9b::a00:1]'].map(
        (host) => `https://${host}/sso`,
      ),
      'http://idp.company.test/sso',
      'ftp://idp.company.test/sso',
      'javascript:alert(1)//https://idp.company.test',
      'data:text/html,x',
      'blob:https://idp.company.test/x',
      '//idp.company.test/sso',
      '/sso',
      'https:idp.company.test/sso',
      'https:/idp.company.test/sso',
      'https:\\\\idp.company.test\\sso',
      'https://idp.company.test\\@evil.test/sso',
      'https://ada:pass@idp.company.test/sso',
      'https://ada@idp.company.test/sso',
      'https://idp.com\npany.test/sso',
      'https://idp.com\tpany.test/sso',
      'https://',
      `https://idp.company.test/${'x'.repeat(2_000)}`,
    ]
    for (const url of odd) {
      const saved = await send(ssoConfigs.updateConfig, { configId }, { ssoEndpoint: url })
      const left = await send(samlSettings.updateOptions, { configId }, { logoutUrl: url })
      const read = await send(ssoConfigs.updateConfigByMetadataUrl, { configId }, { url })
      const text = SAML_METADATA.replaceAll(/Location="[^"]*"/g, `Location="${url.replaceAll('&', '&amp;')}"`)
      const pasted = await send(ssoConfigs.updateConfigByMetadata, { configId }, { metadata: text })
      // Line breaks in attributes of XML are spaces, which are dropped around a host but not within it.
      assert.deepEqual([saved.status, left.status, read.status, pasted.status], [400, 400, 400, 400], url)
    }
    for (const url of ['https://idp.company.test', 'https://IDP.company.test:8443/realms/Our Realm/sso?x=a\\b#y'])
      assert.equal((await send(ssoConfigs.updateConfig, { configId }, { ssoEndpoint: url })).status, 200, url)
  })
}
