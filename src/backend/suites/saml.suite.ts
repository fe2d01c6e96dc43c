import assert from 'node:assert/strict'
import { createVerify, X509Certificate } from 'node:crypto'
import { before, beforeEach, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { assertionXml, responseXml, samlResponse, signed } from '../../../demo-host/identity-provider/saml-response.ts'
import { federation } from '../../contract/federation.ts'
import { login } from '../../contract/login.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import {
  connectSaml,
  factsFor,
  postSaml,
  redeemSaml,
  samlForgeries,
  samlPostLogin,
  startSaml,
} from './saml-forgeries.test-kit.ts'

const MINUTE = 60_000

const one = (name: string, ...values: string[]): string =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`

const many = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`)

const TYPED =
  '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">'

export const describeSaml = (kit: () => Kit): void => {
  let keys: Credentials
  let strangers: Credentials
  before(async () => {
    keys = await providerKeys()
    strangers = await providerKeys(1)
  })
  beforeEach(() => connectSaml(kit(), keys))

  const respond = async (email?: string, change: object = {}) => {
    const started = await startSaml(kit(), email)
    const facts = { ...factsFor(kit(), started, email), assertionId: `_${started.relayState}`, ...change }
    return { started, response: samlResponse(facts, keys) }
  }

  it('accepts a signed assertion and creates the user with the roles of its groups', async () => {
    const { started, response } = await respond('new@saml.test', {
      attributes: { email: ['new@saml.test'], name: ['New User'], groups: ['Admins'] },
    })
    const result = await redeemSaml(kit(), await postSaml(kit(), response, started.relayState), started)
    assert.equal(result.status, 200, JSON.stringify(result.body))
    const user = await kit().store.users.find({ email: 'new@saml.test' })
    assert.deepEqual([user?.name, user?.verified, user?.passwordHash], ['New User', true, null])
    const member = await kit().store.members.find({ tenantId: 'acme', userId: user?.id ?? '' })
    assert.deepEqual(JSON.parse(member?.roleIds ?? '').sort(), ['admin', 'member'])
  })

  /** The forms in which providers send groups; in each one the user is in `Admins` and one other group. */
  const FORMS: Record<string, string> = {
    'one attribute per group': one('groups', 'Admins') + one('groups', 'Staff'),
    'one attribute per group, the mapped one last': one('groups', 'Staff') + one('groups', 'Admins'),
    'several statements': `${one('groups', 'Admins')}</saml:AttributeStatement><saml:AttributeStatement>${one('groups', 'Staff')}`,
    'the claim of WS-Federation': one('http://schemas.xmlsoap.org/claims/Group', 'Staff', 'Admins'),
    'the attribute of eduPerson': one('urn:oid:1.3.6.1.4.1.5923.1.5.1.1', 'Staff', 'Admins'),
    'the role claim of AD FS': one('http://schemas.microsoft.com/ws/2008/06/identity/claims/role', 'Staff', 'Admins'),
    'memberOf of a directory': one('memberOf', 'Staff', 'Admins'),
    'groups beside a role': one('role', 'User') + one('groups', 'Admins'),
    '400 groups': one('groups', ...many(399), 'Admins'),
    '5,000 groups': one('groups', ...many(4_997), 'Admins'),
    '4,000 attributes of one group': [...many(3_999), 'Admins'].map((group) => one('groups', group)).join(''),
    '1,500 groups with their types': one('groups', ...many(1_499), 'Admins').replaceAll('<saml:AttributeValue>', TYPED),
  }
  for (const [name, xml] of Object.entries(FORMS))
    it(`grants the roles of all groups: ${name}`, async () => {
      const started = await startSaml(kit(), 'new@saml.test')
      const facts = factsFor(kit(), started, 'new@saml.test')
      const assertion = assertionXml(facts).replace('</saml:AttributeStatement>', `${xml}</saml:AttributeStatement>`)
      const response = Buffer.from(signed(responseXml(facts, assertion), '_assertion', keys)).toString('base64')
      const result = await redeemSaml(kit(), await postSaml(kit(), response, started.relayState), started)
      assert.equal(result.status, 200, JSON.stringify(result.body))
      const member = await kit().store.members.find({ tenantId: 'acme', email: 'new@saml.test' })
      assert.deepEqual(JSON.parse(member?.roleIds ?? '').sort(), ['admin', 'member'])
    })

  it('reports too many groups with a code, to the user and in the audit log', async () => {
    const { started, response } = await respond('new@saml.test', { attributes: { groups: many(5_001) } })
    assert.equal((await postSaml(kit(), response, started.relayState)).code, 'saml_too_many_values')
    const [row] = await kit().store.audits.list({ tenantId: 'acme', action: 'Sign-in refused' })
    assert.match(row?.detail ?? '', /saml_too_many_values/)
    assert.equal((await kit().store.ssoFailures.list({ connectionId: 'saml-1' })).length, 1)
  })

  it('signs its requests where the connection requires it, with the key that the metadata publishes', async () => {
    const requestUrl = async () =>
      new URL((await kit().call('POST', login.preLogin.path, { body: { email: 'eve@saml.test' } })).body.address)
    assert.equal((await requestUrl()).searchParams.has('Signature'), false)
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { signRequest: true })
    const { body: metadata } = await kit().page('GET', federation.getServiceProvider.path)
    const published = /use="signing">.*?<ds:X509Certificate>([^<]*)/s.exec(metadata)?.[1] ?? ''
    const { publicKey } = new X509Certificate(Buffer.from(published, 'base64'))
    const { search, searchParams } = await requestUrl()
    assert.equal(searchParams.get('SigAlg'), 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    // The signature covers the parameters as they are sent (SAML Bindings 3.4.4.1).
    const sent = search.slice(1).split('&')
    const covered = ['SAMLRequest', 'RelayState', 'SigAlg'].map((name) =>
      sent.find((one) => one.startsWith(`${name}=`)),
    )
    const isSigned = (text: string) =>
      createVerify('RSA-SHA256')
        .update(text)
        .verify(publicKey, searchParams.get('Signature') ?? '', 'base64')
    assert.equal(isSigned(covered.join('&')), true)
    assert.equal(isSigned(covered.join('&').replace('RelayState=', 'RelayState=x')), false)
  })

  it('refuses everything forged, rearranged, misdirected or out of time', async () => {
    const started = await startSaml(kit())
    const forgeries = samlForgeries(kit(), started, { keys, strangers })
    for (const [name, response] of kit().sample([...forgeries], 5)) {
      assert.equal((await postSaml(kit(), response, started.relayState)).handle, null, name)
      assert.equal((await samlPostLogin(kit(), response || 'x'.repeat(200), started)).status >= 400, true, name)
      await kit().store.attempts.delete({})
    }
    assert.equal(await kit().store.sessions.count({}), 0)
    // The request is still open, because none of the forgeries used it up.
    const good = samlResponse(factsFor(kit(), started), keys)
    assert.ok((await postSaml(kit(), good, started.relayState)).handle)
  })

  it('accepts an assertion once, its handle once, and the handle for five minutes', async () => {
    const { started, response } = await respond()
    const posted = await postSaml(kit(), response, started.relayState)
    assert.equal((await postSaml(kit(), response, started.relayState)).error, 'access_denied')
    assert.equal((await redeemSaml(kit(), posted, { ...started, cookie: '' })).status, 400)
    assert.equal((await redeemSaml(kit(), { ...posted, cookie: '' }, started)).status, 400)
    assert.equal((await redeemSaml(kit(), posted, started)).status, 200)
    assert.equal((await redeemSaml(kit(), posted, started)).status, 400)
    const late = await respond()
    const old = await postSaml(kit(), late.response, late.started.relayState)
    assert.ok(old.handle)
    kit().time.now += 5 * MINUTE
    assert.equal((await redeemSaml(kit(), old, late.started)).status, 400)
  })

  /** Returns a response that was not requested. */
  const unasked = (email?: string): string => {
    const { inResponseTo: _none, ...facts } = factsFor(kit(), { requestId: '' }, email)
    return samlResponse({ ...facts, assertionId: `_unasked ${email}` }, keys)
  }

  it('accepts a provider-initiated sign-in only if that is allowed, and once', async () => {
    const response = unasked()
    assert.equal((await postSaml(kit(), response, '')).error, 'access_denied')
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { allowIdpInitiated: true })
    const posted = await postSaml(kit(), response, '')
    assert.equal((await redeemSaml(kit(), posted)).status, 200)
    assert.equal((await postSaml(kit(), response, '')).error, 'access_denied')
  })

  it('redeems a provider-initiated sign-in only in the browser that posted it', async () => {
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { allowIdpInitiated: true })
    const posted = await postSaml(kit(), unasked(), '')
    const others = [
      '',
      (await startSaml(kit())).cookie,
      (await postSaml(kit(), unasked('ada@saml.test'), '')).cookie,
      posted.cookie.replace(/=.*/, '=guess'),
    ]
    for (const cookie of others) assert.equal((await redeemSaml(kit(), { ...posted, cookie })).status, 400, cookie)
    assert.equal(await kit().store.sessions.count({}), 0)
    assert.equal((await redeemSaml(kit(), posted)).status, 200)
  })

  it('rejects a raw provider-initiated response, because nothing identifies its browser', async () => {
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { allowIdpInitiated: true })
    const { cookie } = await startSaml(kit())
    const response = unasked()
    assert.equal((await redeemSaml(kit(), { handle: response, error: null, cookie })).status, 400)
    assert.equal(await kit().store.sessions.count({}), 0)
  })

  it('lets a provider sign in users of its own domain only', async () => {
    const { started, response } = await respond('eve@saml.test', {
      nameId: 'ada@acme.test',
      attributes: { email: ['ada@acme.test'] },
    })
    const handle = await postSaml(kit(), response, started.relayState)
    assert.equal((await redeemSaml(kit(), handle, started)).status, 403)
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { skipEmailDomainValidation: true })
    const again = await respond('eve@saml.test', {
      nameId: 'max@multi.test',
      attributes: { email: ['max@multi.test'] },
    })
    const second = await postSaml(kit(), again.response, again.started.relayState)
    assert.equal((await redeemSaml(kit(), second, again.started)).status, 403, 'a member of another account too')
  })

  it('does not ask users of an identity provider to enroll where the policy exempts them', async () => {
    const value = JSON.stringify({ enforceMFAType: 'ForceExceptSAML' })
    const row = { id: 'p-mfa', tenantId: 'acme', kind: 'mfa', value, createdAt: 0, updatedAt: 0 }
    await kit().store.policies.insert(row)
    const { started, response } = await respond()
    const handle = await postSaml(kit(), response, started.relayState)
    assert.equal((await redeemSaml(kit(), handle, started)).body.mfaRequired, false)
    assert.equal((await kit().login('mel@acme.test')).body.mfaRequired, true)
  })

  it('closes with the connection', async () => {
    const { started, response } = await respond()
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: false })
    assert.equal((await postSaml(kit(), response, started.relayState)).error, 'access_denied')
    const body = { email: 'eve@saml.test' }
    assert.equal((await kit().call('POST', login.preLoginV1.path, { body })).status, 404)
  })
}
