import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { before, beforeEach, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import {
  type AssertionFacts,
  assertionXml,
  responseXml,
  samlResponse,
  signed,
} from '../../../demo-host/identity-provider/saml-response.ts'
import { fillPath } from '../../contract/path.ts'
import { samlSettings, ssoConnections } from '../../contract/sso.ts'
import { withAlgorithms } from '../adapters/saml-algorithms.ts'
import { EMPTY_SAML_SETTINGS } from '../domain/sso/saml-settings.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { ELLIPTIC } from './sso-metadata.test-kit.ts'

const MINUTE = 60_000

/** Wrong facts of a response, with the code that its user and the account's administrators see. */
const WRONG: readonly [code: string, change: (kit: Kit) => Partial<AssertionFacts>][] = [
  ['saml_audience', () => ({ audience: 'https://other.test/sp' })],
  ['saml_issuer', () => ({ issuer: 'https://other.test/idp' })],
  ['saml_in_response_to', () => ({ inResponseTo: '_another' })],
  ['saml_time', (kit) => ({ now: kit.time.now - 11 * MINUTE })],
  ['saml_destination', () => ({ recipient: 'https://other.test/acs' })],
]

export const describeSamlRefusals = (kit: () => Kit): void => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })
  beforeEach(() => connectSaml(kit(), keys))

  const post = async (change: Partial<AssertionFacts>, signer = keys) => {
    const started = await startSaml(kit())
    return postSaml(kit(), samlResponse({ ...factsFor(kit(), started), ...change }, signer), started.relayState)
  }
  const codesInLog = async () =>
    (await kit().store.audits.list({ tenantId: 'acme', action: 'Sign-in refused' })).map(
      ({ detail }) => (JSON.parse(detail) as { code: string }).code,
    )

  for (const [code, change] of WRONG)
    it(`reports ${code} to the user, and in the account's audit log`, async () => {
      const posted = await post(change(kit()))
      assert.deepEqual([posted.handle, posted.error, posted.code], [null, 'access_denied', code])
      assert.deepEqual(await codesInLog(), [code])
    })

  it('reports that encryption is required', async () => {
    const at = { createdAt: kit().time.now, updatedAt: kit().time.now }
    const settings = {
      ...EMPTY_SAML_SETTINGS,
      logoutUrl: '',
      logoutBinding: 'redirect',
      requireEncryption: true,
      attributes: '{}',
      ...at,
    }
    await kit().store.samlSettings.insert({ id: 'saml-1', tenantId: 'acme', ...settings })
    assert.equal((await post({})).code, 'saml_encryption')
    assert.deepEqual(await codesInLog(), ['saml_encryption'])
  })

  it('reports the same for every response that its provider did not sign', async () => {
    const strangers = await providerKeys(1)
    for (const [, change] of WRONG) {
      const posted = await post(change(kit()), strangers)
      // A forger learns only that the signature is wrong.
      assert.ok(['saml_signature', 'saml_in_response_to'].includes(posted.code ?? ''), String(posted.code))
    }
  })

  it('reports a response that was used before, and one that no one can read', async () => {
    const started = await startSaml(kit())
    const response = samlResponse(factsFor(kit(), started), keys)
    assert.ok((await postSaml(kit(), response, started.relayState)).handle)
    assert.equal((await postSaml(kit(), response, started.relayState)).code, 'saml_in_response_to')
    assert.equal((await postSaml(kit(), 'bm8geG1s', started.relayState)).code, 'saml_unreadable')
  })

  it('leaves it to the provider to explain why it declined', async () => {
    const started = await startSaml(kit())
    const xml = Buffer.from(samlResponse(factsFor(kit(), started), keys), 'base64').toString()
    const declined = Buffer.from(xml.replace('status:Success', 'status:Responder')).toString('base64')
    const posted = await postSaml(kit(), declined, started.relayState)
    assert.deepEqual([posted.error, posted.code], ['access_denied', null])
  })

  /** Signs the response with a method other than RSA with SHA-256. */
  const postSigned = async (algorithm: string, digest: string, signer = keys) => {
    const started = await startSaml(kit())
    const facts = factsFor(kit(), started)
    const prepare: Parameters<typeof signed>[3] = (each) => {
      if (!algorithm.endsWith('#rsa-sha1')) withAlgorithms(each)
      each.signatureAlgorithm = algorithm
      for (const reference of each.getReferences()) reference.digestAlgorithm = digest
    }
    const xml = signed(responseXml(facts, assertionXml(facts)), '_assertion', signer, prepare)
    return postSaml(kit(), Buffer.from(xml).toString('base64'), started.relayState)
  }
  const MORE = 'http://www.w3.org/2001/04/xmldsig-more'
  const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

  it('accepts RSA with SHA-384 and SHA-512, each only with the right key', async () => {
    const strangers = await providerKeys(1)
    const methods = [
      [`${MORE}#rsa-sha384`, `${MORE}#sha384`],
      [`${MORE}#rsa-sha384`, SHA256],
      [`${MORE}#rsa-sha512`, 'http://www.w3.org/2001/04/xmlenc#sha512'],
    ] as const
    for (const [algorithm, digest] of methods) {
      assert.ok((await postSigned(algorithm, digest)).handle, algorithm)
      await kit().store.attempts.delete({})
      const forged = await postSigned(algorithm, digest, strangers)
      assert.deepEqual([forged.handle, forged.code], [null, 'saml_signature'], algorithm)
    }
  })

  it('accepts an ECDSA signature, but no change after it', async () => {
    const started = await startSaml(kit())
    const facts = factsFor(kit(), started)
    const { certificate, privateKey } = ELLIPTIC
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { publicCertificate: certificate })
    const prepare: Parameters<typeof signed>[3] = (each) => {
      withAlgorithms(each).signatureAlgorithm = `${MORE}#ecdsa-sha256`
    }
    const keyPair = { certificate, privateKey: createPrivateKey(privateKey) } as Credentials
    const xml = signed(responseXml(facts, assertionXml(facts)), '_assertion', keyPair, prepare)
    const forged = Buffer.from(xml.replaceAll('eve@saml.test', 'ada@saml.test')).toString('base64')
    assert.equal((await postSaml(kit(), forged, started.relayState)).code, 'saml_signature')
    assert.ok((await postSaml(kit(), Buffer.from(xml).toString('base64'), started.relayState)).handle)
  })

  it('reports a response that isn’t signed, or signed with a method that proves nothing', async () => {
    const started = await startSaml(kit())
    const facts = factsFor(kit(), started)
    const plain = Buffer.from(responseXml(facts, assertionXml(facts))).toString('base64')
    assert.equal((await postSaml(kit(), plain, started.relayState)).code, 'saml_unsigned')
    assert.equal((await postSigned('http://www.w3.org/2000/09/xmldsig#rsa-sha1', SHA256)).code, 'saml_algorithm')
    assert.deepEqual((await codesInLog()).sort(), ['saml_algorithm', 'saml_unsigned'])
  })

  it('lets the clock of the provider be two minutes ahead, or as far as the connection specifies', async () => {
    assert.ok((await post({ now: kit().time.now + 119_000 })).handle)
    assert.equal((await post({ now: kit().time.now + 121_000, assertionId: '_late' })).code, 'saml_age')
    const { token } = await kit().signIn('ada@acme.test')
    const path = fillPath(samlSettings.updateOptions.path, { configId: 'saml-1' })
    const save = (clockToleranceSeconds: unknown) =>
      kit().call('PATCH', path, { token, body: { clockToleranceSeconds } })
    for (const wrong of [-1, 301, 1.5, '60']) assert.equal((await save(wrong)).status, 400, String(wrong))
    assert.deepEqual((await save(10)).body.clockToleranceSeconds, 10)
    assert.equal((await post({ now: kit().time.now + 45_000, assertionId: '_now-late' })).code, 'saml_age')
  })

  it('shows the administrator the last failures of the connection with their reasons and times', async () => {
    await post({ audience: 'https://other.test/sp' })
    kit().time.now += 1_000
    await post({ issuer: 'https://other.test/idp' })
    const { token } = await kit().signIn('ada@acme.test')
    const { body } = await kit().call('GET', ssoConnections.listSsoConnectionDetails.path, { token })
    const at = new Date(kit().time.now).toISOString()
    assert.deepEqual(body[0].failures[0], { reason: 'issuer', at })
    assert.deepEqual(
      body[0].failures.map(({ reason }: { reason: string }) => reason),
      ['issuer', 'audience'],
    )
  })

  it('shows in the connection’s health that the provider omits groups', async () => {
    const started = await startSaml(kit())
    const attributes = {
      email: ['eve@saml.test'],
      'http://schemas.microsoft.com/claims/groups.link': ['https://graph.test'],
    }
    const response = samlResponse({ ...factsFor(kit(), started), attributes }, keys)
    const entered = await redeemSaml(kit(), await postSaml(kit(), response, started.relayState), started)
    assert.equal(entered.status, 200, JSON.stringify(entered.body))
    const [failure] = await kit().store.ssoFailures.list({ connectionId: 'saml-1' })
    assert.equal(failure?.reason, 'groupsElsewhere')
  })

  it('writes no more rows than failures are counted, however many responses arrive', async () => {
    const row = { connectionId: 'saml-1', tenantId: 'acme', reason: 'audience', createdAt: kit().time.now }
    const failures = Array.from({ length: 1_000 }, (_, index) => ({ id: `f-${index}`, ...row }))
    for (const failure of failures) await kit().store.ssoFailures.insert(failure)
    assert.equal((await post({ audience: 'https://other.test/sp' })).code, 'saml_audience')
    assert.deepEqual(await codesInLog(), [])
  })
}
