import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { type Credentials, createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { type AssertionFacts, samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import type { Kit } from './kit.test-kit.ts'
import { connectSaml, factsFor, postSaml, startSaml } from './saml-forgeries.test-kit.ts'

const MINUTE = 60_000

/** What is wrong with the facts of a response, and the code that its user and the account's administrators see. */
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
    keys = await createCredentials('idp')
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
    const settings = { logoutUrl: '', logoutBinding: 'redirect', requireEncryption: true, attributes: '{}', ...at }
    await kit().store.samlSettings.insert({ id: 'saml-1', tenantId: 'acme', ...settings })
    assert.equal((await post({})).code, 'saml_encryption')
    assert.deepEqual(await codesInLog(), ['saml_encryption'])
  })

  it('reports the same for every response that its provider did not sign', async () => {
    const strangers = await createCredentials('idp')
    for (const [, change] of WRONG) {
      const posted = await post(change(kit()), strangers)
      // A forger learns no more than that the signature is wrong.
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

  it('leaves it to the provider to say why it declined', async () => {
    const started = await startSaml(kit())
    const xml = Buffer.from(samlResponse(factsFor(kit(), started), keys), 'base64').toString()
    const declined = Buffer.from(xml.replace('status:Success', 'status:Responder')).toString('base64')
    const posted = await postSaml(kit(), declined, started.relayState)
    assert.deepEqual([posted.error, posted.code], ['access_denied', null])
  })

  it('writes no more rows than failures are counted, however many responses arrive', async () => {
    const row = { connectionId: 'saml-1', tenantId: 'acme', reason: 'audience', createdAt: kit().time.now }
    const failures = Array.from({ length: 1_000 }, (_, index) => ({ id: `f-${index}`, ...row }))
    for (const failure of failures) await kit().store.ssoFailures.insert(failure)
    assert.equal((await post({ audience: 'https://other.test/sp' })).code, 'saml_audience')
    assert.deepEqual(await codesInLog(), [])
  })
}
