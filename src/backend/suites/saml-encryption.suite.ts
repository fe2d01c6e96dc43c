import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { decodeJwt } from 'jose'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { encryptedResponse } from '../../../demo-host/identity-provider/saml-encryption.ts'
import { assertionXml, responseXml, samlResponse, signed } from '../../../demo-host/identity-provider/saml-response.ts'
import { federation } from '../../contract/federation.ts'
import { ssoSession } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { samlSettings } from '../../contract/sso.ts'
import { MULTI_FACTOR_ACR } from '../../rules/step-up.ts'
import { withAlgorithms } from '../adapters/saml-algorithms.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { type EncryptionForm, encryptedAs, encryptedForgeries } from './saml-encryption.test-kit.ts'
import {
  connectSaml,
  factsFor,
  postSaml,
  redeemSaml,
  type StartedSaml,
  startedBy,
  startSaml,
} from './saml-forgeries.test-kit.ts'
import { enterBySaml, IDP_LOGOUT } from './saml-logout.test-kit.ts'

const OPTIONS = fillPath(samlSettings.getOptions.path, { configId: 'saml-1' })
const KEYS = samlSettings.listKeys.path
const EVE = { email: 'eve@saml.test', sessionIndex: '_one' }
const REFEDS = 'https://refeds.org/profile/mfa'

export const describeSamlEncryption = (kit: () => Kit): void => {
  let keys: Credentials
  let strangers: Credentials
  before(async () => {
    keys = await providerKeys()
    strangers = await providerKeys(1)
  })
  beforeEach(() => connectSaml(kit(), keys))

  const asAda = async () => (await kit().signIn('ada@acme.test')).token
  const addKey = async (token: string) => (await kit().call('POST', KEYS, { token })).body
  const published = async (): Promise<string> => {
    const { body } = await kit().page('GET', `${federation.getServiceProvider.path}?tenantId=acme`)
    return /use="encryption">.*?<ds:X509Certificate>([^<]*)/.exec(body)?.[1] ?? ''
  }
  const facts = (started: StartedSaml) => ({
    ...factsFor(kit(), started),
    assertionId: `_${started.relayState}`,
  })
  const enterEncrypted = async (certificate: string, algorithm?: string) => {
    const started = await startSaml(kit())
    const response = await encryptedResponse(facts(started), keys, { certificate, ...(algorithm && { algorithm }) })
    return redeemSaml(kit(), await postSaml(kit(), response, started.relayState), started)
  }

  it('reads assertions that are encrypted for the published key and, after a rollover, for the old one', async () => {
    const token = await asAda()
    assert.equal(await published(), '')
    const first = await addKey(token)
    assert.ok(first.certificate.replace(/\s/g, '').includes(await published()))
    for (const name of ['2001/04/xmlenc#aes128-cbc', '2001/04/xmlenc#aes256-cbc', '2009/xmlenc11#aes128-gcm']) {
      assert.equal((await enterEncrypted(first.certificate, `http://www.w3.org/${name}`)).status, 200, name)
    }
    kit().time.now += 1_000
    const second = await addKey(token)
    assert.ok(second.certificate.replace(/\s/g, '').includes(await published()), 'the new one is published')
    assert.equal((await enterEncrypted(first.certificate)).status, 200, 'the old one still decrypts')
    assert.equal((await enterEncrypted(second.certificate)).status, 200)
    assert.equal((await kit().call('DELETE', `${KEYS}/${first.id}`, { token })).status, 200)
    assert.equal((await enterEncrypted(first.certificate)).status >= 400, true, 'removed')
    assert.equal((await enterEncrypted(second.certificate)).status, 200)
  })

  it('reads assertions in the forms in which current providers encrypt and sign them', async () => {
    const { certificate } = await addKey(await asAda())
    const ciphers = ['aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc', 'aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm']
    const forms: EncryptionForm[] = [
      ...ciphers.map((cipher): EncryptionForm => ({ cipher, hash: 'sha1' })),
      ...(['sha256', 'sha384', 'sha512'] as const).map((hash) => ({ cipher: 'aes-256-gcm', hash })),
      { cipher: 'aes-128-gcm', hash: 'sha256', isKeyBeside: true },
    ]
    const algorithms = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512']
    for (const [at, form] of forms.entries())
      for (const signer of ['assertion', 'response'] as const) {
        const started = await startSaml(kit())
        const ids = { assertion: `_a${started.relayState}`, response: `_r${started.relayState}` }
        const about = { ...facts(started), assertionId: ids.assertion, responseId: ids.response }
        const seal = (text: string) =>
          text.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, (plain) => encryptedAs(plain, certificate, form))
        const sign = (text: string) =>
          signed(text, ids[signer], keys, (by) => {
            withAlgorithms(by).signatureAlgorithm = `http://www.w3.org/2001/04/xmldsig-more#${algorithms[at % 3]}`
          })
        const plain = responseXml(about, assertionXml(about))
        const xml = signer === 'assertion' ? seal(sign(plain)) : sign(seal(plain))
        const posted = await postSaml(kit(), Buffer.from(xml).toString('base64'), started.relayState)
        assert.equal(
          (await redeemSaml(kit(), posted, started)).status,
          200,
          JSON.stringify([form, signer, posted.code]),
        )
      }
  })

  type SealedPart = 'NameID' | 'Attribute'
  const SAML = ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

  /** Encrypts the name or each attribute of an assertion. */
  const sealPart = (receiver: string) => (text: string, part: SealedPart) => {
    const element = part === 'NameID' ? 'EncryptedID' : 'EncryptedAttribute'
    const pattern = new RegExp(`<saml:${part} [\\s\\S]*?</saml:${part}>`, 'g')
    return text.replace(pattern, (plain) =>
      encryptedAs(plain.replace(`<saml:${part}`, `$&${SAML}`), receiver, {
        element,
        cipher: 'aes-256-cbc',
        hash: 'sha1',
      }),
    )
  }
  const enterSealed = async (
    receiver: string,
    parts: readonly SealedPart[],
    attributes: Record<string, string[]> = { groups: ['Admins'] },
  ) => {
    const started = await startSaml(kit())
    const about = { ...facts(started), assertionId: `_${started.relayState}`, attributes }
    const xml = responseXml(about, parts.reduce(sealPart(receiver), assertionXml(about)))
    const text = Buffer.from(signed(xml, about.assertionId, keys)).toString('base64')
    return redeemSaml(kit(), await postSaml(kit(), text, started.relayState), started)
  }
  const rolesOfEve = async (): Promise<string[]> => {
    const user = await kit().store.users.find({ email: EVE.email })
    const member = await kit().store.members.find({ tenantId: 'acme', userId: user?.id ?? '' })
    return JSON.parse(member?.roleIds ?? '[]')
  }

  it('reads a name and attributes that a provider encrypts one by one, and none that is encrypted for others', async () => {
    const { certificate } = await addKey(await asAda())
    assert.equal((await enterSealed(certificate, ['NameID', 'Attribute'])).status, 200)
    assert.ok((await rolesOfEve()).includes('admin'), 'the encrypted groups count')
    assert.ok((await enterSealed(strangers.certificate, ['NameID'])).status >= 400)
    assert.equal((await enterSealed(strangers.certificate, ['Attribute'])).status, 200)
  })

  it('removes no mapped role because attributes are encrypted for another key, or are too many', async () => {
    const { certificate } = await addKey(await asAda())
    const at = { createdAt: 0, updatedAt: 0 }
    await kit().store.ssoSetups.insert({ id: 'saml-1', tenantId: 'acme', ...EMPTY_SETUP, ...at, updatesRoles: true })
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, ['x']]))
    const reasons = async () =>
      (await kit().store.ssoFailures.list({ connectionId: 'saml-1' })).map(({ reason }) => reason)
    const groups = ['Admins']
    assert.equal((await enterSealed(certificate, ['Attribute'], { ...others(30), groups })).status, 200)
    assert.ok((await rolesOfEve()).includes('admin'))
    assert.deepEqual(await reasons(), [])
    for (const [receiver, attributes] of [
      [strangers.certificate, { groups }],
      [certificate, { ...others(50), groups }],
    ] as const) {
      assert.equal((await enterSealed(receiver, ['Attribute'], attributes)).status, 200)
      assert.ok((await rolesOfEve()).includes('admin'))
      assert.deepEqual(await reasons(), ['groupsSealed'])
    }
    assert.equal((await enterSealed(certificate, ['Attribute'], { groups: ['Others'] })).status, 200)
    assert.ok(!(await rolesOfEve()).includes('admin'), 'groups that were read count')
  })

  it('reads as many groups in an encrypted attribute as in a plain one', async () => {
    const { certificate } = await addKey(await asAda())
    const crowd = Array.from({ length: 4_000 }, (_, at) => `CN=Department-${at},OU=Groups,DC=acme,DC=test`)
    assert.equal((await enterSealed(certificate, ['Attribute'], { groups: ['Admins', ...crowd] })).status, 200)
    assert.ok((await rolesOfEve()).includes('admin'))
  })

  it('keeps private keys sealed, and out of every response and audit row', async () => {
    const token = await asAda()
    const added = await addKey(token)
    const [stored] = await kit().store.samlKeys.list({ tenantId: 'acme' })
    assert.match(stored?.privateKey ?? '', /^sealed\.v1\./)
    const [signing] = await kit().store.keys.list({ kind: 'saml-request' })
    await kit().page('GET', federation.getServiceProvider.path)
    const listed = (await kit().call('GET', KEYS, { token })).body
    const audits = await kit().store.audits.list({ tenantId: 'acme', resource: 'SSO' })
    const shown = JSON.stringify([added, listed, audits])
    assert.ok(!shown.includes('PRIVATE KEY') && !shown.includes('sealed.v1'))
    const facts = ['certificate', 'expiresAt', 'fingerprint', 'subject', 'validFrom']
    assert.deepEqual(Object.keys(listed.keys[0]).sort(), [...facts, 'createdAt', 'id'].sort())
    assert.deepEqual(Object.keys(listed.signing).sort(), facts)
    assert.ok(!signing || signing.value.startsWith('sealed.v1.'))
    assert.equal(audits.length, 1)
  })

  it('refuses every forgery around an encrypted assertion', async () => {
    const { certificate } = await addKey(await asAda())
    const sessions = await kit().store.sessions.count({})
    const started = await startSaml(kit())
    const forged = await encryptedForgeries(facts(started), { keys, strangers, certificate })
    for (const [name, response] of forged) {
      assert.equal((await postSaml(kit(), response, started.relayState)).handle, null, name)
      await kit().store.attempts.delete({})
    }
    assert.equal(await kit().store.sessions.count({}), sessions)
    const good = await encryptedResponse(facts(started), keys, { certificate })
    assert.ok((await postSaml(kit(), good, started.relayState)).handle)
  })

  it('refuses assertions that are not encrypted where a connection requires it', async () => {
    const token = await asAda()
    const body = { requireEncryption: true }
    assert.equal((await kit().call('PATCH', OPTIONS, { token, body })).status, 409, 'there is no key yet')
    const { id, certificate } = await addKey(token)
    assert.equal((await kit().call('PATCH', OPTIONS, { token, body })).status, 200)
    assert.equal((await kit().call('DELETE', `${KEYS}/${id}`, { token })).status, 409, 'the last key stays')
    const started = await startSaml(kit())
    assert.equal((await postSaml(kit(), samlResponse(facts(started), keys), started.relayState)).handle, null)
    assert.equal((await enterEncrypted(certificate)).status, 200)
  })

  it('keeps the options of a connection: an absent one stays, and anything but an https URL is refused', async () => {
    const token = await asAda()
    const save = (body: object) => kit().call('PATCH', OPTIONS, { token, body })
    assert.equal((await save({ logoutUrl: IDP_LOGOUT, logoutBinding: 'post' })).status, 200)
    const { body } = await save({ attributes: { email: ' work-email ', name: '' } })
    const expected = {
      logoutUrl: IDP_LOGOUT,
      logoutBinding: 'post',
      requireEncryption: false,
      attributes: { email: 'work-email' },
      clockToleranceSeconds: 120,
      offeredLogout: null,
      clientAuthentication: '',
    }
    assert.deepEqual(body, expected)
    assert.deepEqual((await kit().call('GET', OPTIONS, { token })).body, expected)
    for (const logoutUrl of ['http://idp.test/slo', 'javascript:alert(1)', 'slo']) {
      assert.equal((await save({ logoutUrl })).status, 400, logoutUrl)
    }
    const other = fillPath(samlSettings.getOptions.path, { configId: 'nowhere' })
    assert.equal((await kit().call('GET', other, { token })).status, 404)
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'SAML options changed' }), 2)
  })

  it('reads the user from the attributes that the connection maps, and from no others', async () => {
    const token = await asAda()
    await kit().call('PATCH', OPTIONS, { token, body: { attributes: { email: 'work', groups: 'teams' } } })
    const enter = async (attributes: Record<string, string[]>) => {
      const started = await startSaml(kit())
      const response = samlResponse({ ...facts(started), nameId: 'id-7', attributes }, keys)
      return redeemSaml(kit(), await postSaml(kit(), response, started.relayState), started)
    }
    assert.equal((await enter({ email: ['eve@saml.test'] })).status, 403, 'the usual name no longer counts')
    const { status } = await enter({
      Work: ['zoe@saml.test'],
      email: ['eve@saml.test'],
      teams: ['Admins'],
      groups: ['x'],
    })
    assert.equal(status, 200)
    const user = await kit().store.users.find({ email: 'zoe@saml.test' })
    const member = await kit().store.members.find({ tenantId: 'acme', userId: user?.id ?? '' })
    assert.deepEqual(JSON.parse(member?.roleIds ?? '').sort(), ['admin', 'member'])
  })

  /** Proves a second factor at the provider, for the session of a token. */
  const stepUp = async (token: string, change: object = {}) => {
    const begun = await kit().call('POST', ssoSession.startSsoStepUp.path, { token })
    assert.equal(begun.status, 200, JSON.stringify(begun.body))
    const { started, request } = startedBy(begun)
    assert.match(request, /ForceAuthn="true"/)
    assert.ok(request.includes(REFEDS))
    const response = samlResponse({ ...facts(started), authnContext: REFEDS, ...change }, keys)
    const posted = await postSaml(kit(), response, started.relayState)
    return { posted, done: () => redeemSaml(kit(), posted, started) }
  }

  it('steps a session up with a second factor at the identity provider', async () => {
    const { body } = await enterBySaml(kit(), keys, EVE)
    assert.deepEqual(decodeJwt(body.accessToken).amr, ['fed', 'sso'], 'tokens name no session of the provider')
    kit().time.now += 60_000
    const stepped = await (await stepUp(body.accessToken)).done()
    assert.equal(stepped.status, 200, JSON.stringify(stepped.body))
    const claims = decodeJwt(stepped.body.accessToken)
    assert.deepEqual([claims.acr, claims.amr], [MULTI_FACTOR_ACR, ['fed', 'sso', 'mfa', 'otp']])
    assert.equal(claims.auth_time, kit().time.now / 1_000)
    assert.equal(claims.sid, decodeJwt(body.accessToken).sid, 'the session continues')
  })

  it('doesn’t step a session up with only a password, an old sign-in or another user', async () => {
    const { body } = await enterBySaml(kit(), keys, EVE)
    await enterBySaml(kit(), keys, { ...EVE, email: 'new@saml.test' })
    const password = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'
    assert.equal((await (await stepUp(body.accessToken, { authnContext: password })).done()).status, 403)
    assert.equal((await (await stepUp(body.accessToken, { nameId: 'new@saml.test' })).done()).status, 403)
    const authenticatedAt = kit().time.now - 120_000
    assert.equal((await stepUp(body.accessToken, { authenticatedAt })).posted.handle, null)
    const { token } = await kit().signIn('mel@acme.test')
    assert.equal((await kit().call('POST', ssoSession.startSsoStepUp.path, { token })).status, 404)
  })
}
