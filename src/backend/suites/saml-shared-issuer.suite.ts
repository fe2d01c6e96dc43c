import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys, severalProviderKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, type PostedSaml, postSaml } from './saml-forgeries.test-kit.ts'

/** The number of connections of other accounts with the same issuer. */
const NEIGHBORS = 49
/** The number of different keys among them. Generating a key takes long, and more of them would prove nothing more. */
const NEIGHBOR_KEYS = 4
/** Number of a key that no connection trusts. */
const UNKNOWN_KEY = NEIGHBOR_KEYS + 1

export const describeSamlSharedIssuer = (kit: () => Kit): void => {
  let keys: Credentials
  let neighbors: Credentials[]
  before(async () => {
    const [own, ...others] = await severalProviderKeys(NEIGHBOR_KEYS + 1)
    if (!own) throw new Error('There are no credentials')
    keys = own
    neighbors = others
  })

  const addNeighbor = async (at: number, facts: object = {}): Promise<void> => {
    const { store } = kit()
    const own = await store.ssoConnections.get('saml-1')
    const certificate = neighbors[at % NEIGHBOR_KEYS]?.certificate ?? ''
    if (!own) throw new Error('There is no connection')
    // These ids sort before and after the account's own one.
    const id = `${at % 2 === 0 ? 'a' : 'z'}-${at}`
    await store.ssoConnections.insert({ ...own, id, tenantId: `other-${at}`, publicCertificate: certificate, ...facts })
    const domain = { connectionId: id, tenantId: `other-${at}`, validated: true, createdAt: 1 }
    await store.ssoDomains.insert({ id: `d-${id}`, domain: `other-${at}.test`, ...domain })
  }

  beforeEach(async () => {
    await connectSaml(kit(), keys, { allowIdpInitiated: true })
    for (let at = 0; at < NEIGHBORS; at += 1) await addNeighbor(at)
  })

  const unasked = (credentials: Credentials, email: string, assertionId: string): string => {
    const { inResponseTo: _none, ...facts } = factsFor(kit(), { requestId: '' }, email)
    return samlResponse({ ...facts, assertionId }, credentials)
  }

  /** Returns the account whose connection accepted a response, or `undefined` if it was refused. */
  const enteredBy = async ({ handle }: PostedSaml): Promise<string | undefined> => {
    if (handle === null) return undefined
    const [ticket, ...others] = await kit().store.tickets.list({ purpose: 'saml-handle' })
    assert.deepEqual(others, [])
    await kit().store.tickets.delete({ purpose: 'saml-handle' })
    return ticket?.tenantId ?? undefined
  }

  it('finds its account among 50 by the certificate in the response', async () => {
    assert.equal(await enteredBy(await postSaml(kit(), unasked(keys, 'eve@saml.test', '_one'), '')), 'acme')
  })

  it('doesn’t trust a certificate because it is in the response', async () => {
    const [stranger] = neighbors
    assert.ok(stranger)
    const forger = { ...(await providerKeys(UNKNOWN_KEY)), certificate: keys.certificate }
    const forged = await postSaml(kit(), unasked(forger, 'eve@saml.test', '_forged'), '')
    assert.equal(forged.handle, null, 'signed by another key under the right name')
    const unknown = await postSaml(kit(), unasked(await providerKeys(UNKNOWN_KEY), 'eve@saml.test', '_unknown'), '')
    assert.equal(unknown.handle, null, 'signed by a key that no connection trusts')
  })

  it('enters the account that has verified the domain of the email where several trust one certificate, else none', async () => {
    const { certificate } = keys
    for (const at of [100, 101]) await addNeighbor(at, { publicCertificate: certificate })
    const enters = async (email: string, id: string) => enteredBy(await postSaml(kit(), unasked(keys, email, id), ''))
    assert.equal(await enters('eve@saml.test', '_own'), 'acme')
    assert.equal(await enters('eve@other-100.test', '_first'), 'other-100')
    assert.equal(await enters('eve@other-101.test', '_second'), 'other-101')
    assert.equal(await enters('eve@nowhere.test', '_none'), undefined)
  })

  it('signs in through the connection that users of the domain are sent to', async () => {
    const { store } = kit()
    const own = await store.ssoConnections.get('saml-1')
    assert.ok(own)
    const second = { id: 'z-second', tenantId: 'acme' }
    await store.ssoConnections.insert({ ...own, ...second, createdAt: own.createdAt + 1 })
    const domain = { domain: 'saml.test', validated: true, createdAt: 1 }
    await store.ssoDomains.insert({ ...domain, id: 'd-2', connectionId: second.id, tenantId: second.tenantId })
    const at = { createdAt: 1, updatedAt: 1 }
    await store.ssoSetups.insert({ ...EMPTY_SETUP, ...second, ...at, enabledAt: 2 })
    await store.ssoSetups.insert({ ...EMPTY_SETUP, ...at, id: 'saml-1', tenantId: 'acme', enabledAt: 1 })
    const entered = async (assertionId: string) => {
      await store.tickets.delete({ purpose: 'saml-handle' })
      await postSaml(kit(), unasked(keys, 'eve@saml.test', assertionId), '')
      const ticket = await store.tickets.find({ purpose: 'saml-handle' })
      return JSON.parse(String(ticket?.detail ?? '{}')).connectionId
    }
    assert.equal(await entered('_last'), 'z-second')
    await store.ssoSetups.update({ id: 'saml-1' }, { enforced: true })
    assert.equal(await entered('_required'), 'saml-1')
  })

  it('verifies in full with one certificate at most', async () => {
    const { saml } = kit().ports
    let verified = 0
    const { verify } = saml
    saml.verify = (peer, response) => {
      verified += peer.publicCertificate.split('BEGIN CERTIFICATE').length - 1
      return verify(peer, response)
    }
    try {
      await postSaml(kit(), unasked(await providerKeys(UNKNOWN_KEY), 'eve@saml.test', '_stranger'), '')
    } finally {
      saml.verify = verify
    }
    assert.equal(verified, 1)
  })
}
