import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { metadataXml } from '../../../demo-host/identity-provider/saml.ts'
import {
  type AssertionFacts,
  assertionXml,
  responseXml,
  signed,
} from '../../../demo-host/identity-provider/saml-response.ts'
import { samlSettings, ssoSaml } from '../../contract/sso.ts'
import { EMPTY_SAML_SETTINGS } from '../domain/sso/saml-settings.ts'
import type { SsoConnectionRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { type EncryptionForm, encryptedAs } from './saml-encryption.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { CERTIFICATE } from './sso-metadata.test-kit.ts'

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** Forms of the values of a group attribute whose only group is `Admins`. */
const VALUES: readonly string[] = [
  '\n  Admins\n  ',
  `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">Admins</saml:NameID>`,
  'Adm&#105;ns',
]
const EMPTY = `<saml:AttributeValue ${XSI} xsi:nil="true"/><saml:AttributeValue/><saml:AttributeValue> </saml:AttributeValue>`

export const describeSamlForms = (kit: () => Kit): void => {
  let keys: Credentials
  let others: Credentials[]
  before(async () => {
    keys = await providerKeys()
    others = await Promise.all([providerKeys(1), providerKeys(2)])
  })

  interface Change {
    connection?: Partial<SsoConnectionRecord>
    facts?: Partial<AssertionFacts>
    edit?: (assertion: string) => string
    wrap?: (response: string) => string
  }
  const enter = async ({ connection, facts, edit = (text) => text, wrap = (text) => text }: Change) => {
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    await kit().store.ssoDomains.delete({ id: 'd-1' })
    await connectSaml(kit(), keys, connection)
    const started = await startSaml(kit(), 'new@saml.test')
    const ids = { assertionId: `_a${started.relayState}`, responseId: `_r${started.relayState}` }
    const about = { ...factsFor(kit(), started, 'new@saml.test'), ...ids, ...facts }
    const response = wrap(signed(responseXml(about, edit(assertionXml(about))), ids.assertionId, keys))
    const posted = await postSaml(kit(), Buffer.from(response).toString('base64'), started.relayState)
    return { ...(await redeemSaml(kit(), posted, started)), code: posted.code }
  }

  it('reads values with blanks, references and elements around them, and skips empty ones', async () => {
    for (const value of VALUES) {
      const groups = `<saml:Attribute Name="groups" FriendlyName="groups">${EMPTY}<saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
      const edit = (text: string) => text.replace('</saml:AttributeStatement>', `${groups}</saml:AttributeStatement>`)
      const { status } = await enter({ edit })
      assert.equal(status, 200, value)
      const member = await kit().store.members.find({ tenantId: 'acme', email: 'new@saml.test' })
      assert.deepEqual(JSON.parse(member?.roleIds ?? '').sort(), ['admin', 'member'], value)
      await kit().reset()
    }
  })

  it('signs in with a user name that is an email only in a domain that the account has verified', async () => {
    const named = (email: string) => ({
      facts: { nameId: 'id-1', attributes: { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': [email] } },
      edit: (text: string) => text.replace('1.1:nameid-format:emailAddress', '2.0:nameid-format:persistent'),
    })
    assert.equal((await enter(named('new@saml.test'))).status, 200)
    assert.equal(await kit().store.users.count({ email: 'new@saml.test' }), 1)
    await kit().store.identities.delete({ subject: 'id-1' })
    const connection = { skipEmailDomainValidation: true }
    assert.equal((await enter({ ...named('new@free.test'), connection })).status, 403)
    assert.equal(await kit().store.users.count({ email: 'new@free.test' }), 0)
  })

  it('signs no user in with a text that could be the email of another mailbox', async () => {
    for (const email of [
      'mailto:mel%40saml.test?@evil.test',
      'smtp:mel@saml.test?@evil.test',
      'mailto:%6del@saml.test',
    ]) {
      const { status } = await enter({ facts: { nameId: email, attributes: { email: [email] } } })
      assert.notEqual(status, 200, email)
    }
    assert.equal(await kit().store.users.count({ email: 'mel@saml.test' }), 0)
  })

  it('reads a mapped attribute by its friendly name', async () => {
    const at = { createdAt: kit().time.now, updatedAt: kit().time.now }
    const attributes = JSON.stringify({ groups: 'teams' })
    await kit().store.samlSettings.insert({ ...EMPTY_SAML_SETTINGS, id: 'saml-1', tenantId: 'acme', attributes, ...at })
    const teams =
      '<saml:Attribute Name="urn:oid:9.1" FriendlyName="teams"><saml:AttributeValue>Admins</saml:AttributeValue></saml:Attribute>'
    const edit = (text: string) => text.replace('</saml:AttributeStatement>', `${teams}</saml:AttributeStatement>`)
    assert.equal((await enter({ edit })).status, 200)
    const member = await kit().store.members.find({ tenantId: 'acme', email: 'new@saml.test' })
    assert.deepEqual(JSON.parse(member?.roleIds ?? '').sort(), ['admin', 'member'])
  })

  it('accepts our URL with a default port and a host in upper case, and no other URL', async () => {
    const connection = { acsUrl: 'https://api.saml.test/acs' }
    for (const [recipient, isOurs] of [
      ['https://api.saml.test/acs', true],
      ['https://api.saml.test:443/acs', true],
      ['https://API.saml.test/acs', true],
      ['https://api.saml.test:444/acs', false],
      ['https://api.saml.test/ACS', false],
      ['https://api.saml.test/acs/', false],
      ['http://api.saml.test/acs', false],
      ['https://api.saml.test.evil.test/acs', false],
    ] as const) {
      const { status, code } = await enter({ connection, facts: { recipient } })
      assert.equal(status === 200, isOurs, recipient)
      if (!isOurs) assert.equal(code, 'saml_destination', recipient)
    }
  })

  it('compares the recipient of the assertion too, even if the response is sent to our URL', async () => {
    const connection = { acsUrl: 'https://api.saml.test/acs' }
    const send = (recipient: string) => {
      const wrap = (text: string) => text.replace(/Destination="[^"]*"/, `Destination="${connection.acsUrl}"`)
      return enter({ connection, facts: { recipient }, wrap })
    }
    assert.equal((await send('https://API.saml.test:443/acs')).status, 200)
    for (const recipient of ['https://api.saml.test/ACS', 'https://api.saml.test.evil.test/acs', 'api.saml.test/acs'])
      assert.equal((await send(recipient)).code, 'saml_subject_confirmation', recipient)
  })

  it('verifies with each of a connection’s certificates, even if the response names none of them', async () => {
    const all = [...others, keys].map(({ certificate }) => certificate).join('\n')
    const wrap = (text: string) => text.replace(/<KeyInfo>[\s\S]*?<\/KeyInfo>/, '')
    assert.equal((await enter({ connection: { publicCertificate: all }, wrap })).status, 200)
    const strange = others.map(({ certificate }) => certificate).join('\n')
    assert.equal((await enter({ connection: { publicCertificate: strange }, wrap })).code, 'saml_signature')
  })

  it('verifies an encrypted assertion with each of a connection’s certificates, regardless of which are named', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { certificate } = (await kit().call('POST', samlSettings.listKeys.path, { token })).body
    const form: EncryptionForm = { cipher: 'aes-256-gcm', hash: 'sha256' }
    const seal = (text: string) =>
      text.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, (plain) => encryptedAs(plain, certificate, form))
    const unnamed = (text: string) => text.replace(/<KeyInfo>[\s\S]*?<\/KeyInfo>/, '')
    const unsigned = (text: string) => text.replace(/<Signature[\s\S]*?<\/Signature>/, '')
    const signWhole = (text: string, by: Credentials) => signed(text, / ID="([^"]+)"/.exec(text)?.[1] ?? '', by)
    const [first = keys] = others
    const wraps: Record<string, (text: string) => string> = {
      'signed inside': (text) => seal(text),
      'signed inside, unnamed': (text) => seal(unnamed(text)),
      'signed outside': (text) => signWhole(seal(unsigned(text)), keys),
      'signed outside, unnamed': (text) => unnamed(signWhole(seal(unsigned(text)), keys)),
      'signed by another certificate outside': (text) => signWhole(seal(text), first),
    }
    const all = [...others, keys].map(({ certificate: pem }) => pem).join('\n')
    const strange = others.map(({ certificate: pem }) => pem).join('\n')
    for (const [name, wrap] of Object.entries(wraps)) {
      const entered = await enter({ connection: { publicCertificate: all }, wrap })
      assert.equal(entered.status, 200, `${name}: ${entered.code}`)
      const refused = await enter({ connection: { publicCertificate: strange }, wrap })
      assert.equal(refused.code, 'saml_signature', name)
    }
  })

  it('reads metadata with blanks around URLs, and of a provider that describes an older protocol too', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const plain = metadataXml('https://idp.company.test', CERTIFICATE)
    const [role = ''] = /<(?:\w+:)?IDPSSODescriptor[\s\S]*IDPSSODescriptor>/.exec(plain) ?? []
    assert.ok(role)
    const older = role.replaceAll('SAML:2.0:protocol', 'SAML:1.1:protocol').replaceAll('idp.company', 'old.company')
    const blanks = (text: string) => text.replace(/(entityID|Location)="([^"]*)"/g, '$1="\n $2 "')
    for (const metadata of [blanks(plain), plain.replace(role, () => `${older}${role}`)]) {
      const saved = await kit().call('PUT', ssoSaml.updateByMetadata.path, { token, body: { metadata } })
      assert.equal(saved.status, 200, JSON.stringify(saved.body))
      const [connection] = await kit().store.ssoConnections.list({ tenantId: 'acme' })
      assert.equal(connection?.idpEntityId, /entityID="([^"]*)"/.exec(plain)?.[1])
      assert.match(connection?.ssoEndpoint ?? '', /^https:\/\/idp\.company\.test\/\S+$/)
    }
    const twice = plain.replace(role, () => `${role}${role}`)
    const refused = await kit().call('PUT', ssoSaml.updateByMetadata.path, { token, body: { metadata: twice } })
    assert.match(refused.body.errors[0], /several identity providers/)
  })
}
