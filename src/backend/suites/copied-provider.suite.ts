import assert from 'node:assert/strict'
import { before, beforeEach, it, mock } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { encryptedResponse } from '../../../demo-host/identity-provider/saml-encryption.ts'
import { logoutRequestXml, signedQuery } from '../../../demo-host/identity-provider/saml-logout.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { ssoInitiation } from '../../contract/login.ts'
import { addSamlKey } from '../domain/sso/saml-keys.ts'
import { ssoSecretUse } from '../domain/sso/sso.ts'
import { report } from '../prove/report.test-kit.ts'
import type { SsoConnectionRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { severalProviderKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml } from './saml-forgeries.test-kit.ts'
import { allowLogout, byRedirect, enterBySaml, IDP_LOGOUT, liveSessions, requestFor } from './saml-logout.test-kit.ts'

const EVE = 'eve@saml.test'

/**
 * Tests that another account can't misuse a provider's issuer and certificate, which are public, by setting up the same
 * connection.
 */
export const describeCopiedProvider = (kit: () => Kit): void => {
  let keys: Credentials
  let strangers: Credentials[]
  before(async () => {
    const [own, ...others] = await severalProviderKeys(4)
    if (!own) throw new Error('There are no credentials')
    keys = own
    strangers = others
  })
  beforeEach(() => connectSaml(kit(), keys, { allowIdpInitiated: true }))

  /** Creates a copy in another account, which is older than the connection and has its own domain. */
  const copy = async (id: string, facts: Partial<SsoConnectionRecord> = {}): Promise<void> => {
    const { store } = kit()
    const own = await store.ssoConnections.get('saml-1')
    if (!own) throw new Error('There is no connection')
    const at = { tenantId: `copy-of-${id}`, createdAt: own.createdAt - 1, skipEmailDomainValidation: true }
    const copied = await store.ssoConnections.insert({ ...own, ...at, allowIdpInitiated: true, ...facts, id })
    const domain = { connectionId: id, tenantId: copied.tenantId, validated: true, createdAt: 1 }
    await store.ssoDomains.insert({ id: `d-${id}`, domain: `${id}.test`, ...domain })
  }

  const withoutDomain = async (id: string, facts: Partial<SsoConnectionRecord> = {}): Promise<void> => {
    await copy(id, facts)
    await kit().store.ssoDomains.delete({ connectionId: id })
  }

  const unasked = (email = EVE) => {
    const { inResponseTo: _none, ...facts } = factsFor(kit(), { requestId: '' }, email)
    return facts
  }

  /** Returns the account that received a sign-in; `undefined` if it was refused. */
  const receiver = async (response: string): Promise<string | undefined> => {
    const { handle } = await postSaml(kit(), response, '')
    const [ticket] = await kit().store.tickets.list({ purpose: 'saml-handle' })
    await kit().store.tickets.delete({ purpose: 'saml-handle' })
    return handle === null ? undefined : (ticket?.tenantId ?? undefined)
  }

  it('receives no sign-in of a domain that the copied account has verified', async () => {
    await copy('same')
    const received = [await receiver(samlResponse(unasked(), keys))]
    // If the copied account refuses such sign-ins, its copy must not receive them either.
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { allowIdpInitiated: false })
    received.push(await receiver(samlResponse({ ...unasked(), assertionId: '_off' }, keys)))
    const byCopy = received.filter((tenant) => tenant === 'copy-of-same').length
    report({
      row: 67,
      wanted: 'sign-ins of the copied account that its copy receives, while the account accepts and refuses them: 0',
      reached: `${byCopy} of ${received.length}`,
      ok: byCopy === 0,
    })
    assert.deepEqual(received, ['acme', undefined])
    assert.equal(await kit().store.users.count({ email: EVE }), 0)
  })

  it('doesn’t hide the copied account’s certificate from responses without a certificate', async () => {
    for (const [at, { certificate }] of strangers.entries())
      await copy(`other-${at}`, { publicCertificate: certificate })
    const named = Buffer.from(samlResponse(unasked(), keys), 'base64').toString()
    const bare = named.replace(/<KeyInfo>[\s\S]*?<\/KeyInfo>/, '')
    assert.notEqual(bare, named)
    assert.equal(await receiver(Buffer.from(bare).toString('base64')), 'acme')
  })

  it('doesn’t keep the copied account from receiving encrypted assertions', async () => {
    await kit().store.tenants.insert({ ...(await acme()), id: 'copier' })
    const [own, other] = [await addSamlKey(kit().ports, 'acme'), await addSamlKey(kit().ports, 'copier')]
    await copy('same', { tenantId: 'copier' })
    const sealed = await encryptedResponse(unasked(), keys, own)
    assert.equal(await receiver(sealed), 'acme')
    const theirs = await encryptedResponse({ ...unasked('eve@same.test'), assertionId: '_theirs' }, keys, other)
    assert.equal(await receiver(theirs), 'copier')
  })

  const acme = async () => {
    const found = await kit().store.tenants.get('acme')
    if (!found) throw new Error('There is no account')
    return found
  }

  it('receives no sign-in of an account that accepts emails of any domain, either', async () => {
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { skipEmailDomainValidation: true })
    await withoutDomain('bare', { skipEmailDomainValidation: false })
    const facts = { ...unasked('mel@acme.test') }
    assert.equal(await receiver(samlResponse(facts, keys)), 'acme', 'the copy accepts no such email')
    await withoutDomain('open')
    assert.equal(await receiver(samlResponse({ ...facts, assertionId: '_second' }, keys)), 'acme', 'mel is a member')
    const stranger = samlResponse({ ...unasked('new@nowhere.test'), assertionId: '_third' }, keys)
    assert.equal(await receiver(stranger), undefined, 'no one knows which of two')
  })

  it('doesn’t change an OpenID Connect sign-in that the provider starts', async () => {
    const iss = 'https://idp.saml.test'
    const sealed = await kit().ports.secretBox.seal('secret', ssoSecretUse('saml-1'))
    const oidc = { type: 'oidc', ssoEndpoint: iss, oidcClientId: 'app', oidcSecret: sealed } as const
    await kit().store.ssoConnections.update({ id: 'saml-1' }, oidc)
    await withoutDomain('bare')
    const url = mock.method(kit().ports.oidc, 'authorizationUrl', async () => `${iss}/authorize`)
    try {
      const { status } = await kit().call('POST', ssoInitiation.startSso.path, { body: { iss } })
      assert.equal(status, 200)
      const [request] = await kit().store.tickets.list({ purpose: 'sso-request' })
      assert.equal(request?.tenantId, 'acme')
    } finally {
      url.mock.restore()
    }
  })

  it('doesn’t receive the response to a sign-out, and the copied account still does', async () => {
    await allowLogout(kit())
    for (let at = 0; at < 30; at += 1) {
      await copy(`same-${at}`, { tenantId: 'globex' })
      const settings = { ...(await kit().store.samlSettings.get('saml-1')), logoutUrl: 'https://copy.test/slo' }
      await kit().store.samlSettings.insert({ ...settings, id: `same-${at}`, tenantId: 'globex' } as never)
      const session = { connectionId: `same-${at}`, tenantId: 'globex', userId: 'gia', nameId: EVE, idToken: null }
      const ends = { createdAt: kit().time.now, expiresAt: kit().time.now + 60_000 }
      await kit().store.samlSessions.insert({ ...session, ...ends, id: `s-${at}`, nameIdFormat: '', sessionIndex: '' })
    }
    await enterBySaml(kit(), keys, { email: EVE, sessionIndex: '_one' })
    const sent = await byRedirect(
      kit(),
      signedQuery(logoutRequestXml(requestFor(kit())), keys, { field: 'SAMLRequest' }),
    )
    const target = new URL(sent.headers.get('Location') ?? '')
    assert.equal(target.origin + target.pathname, IDP_LOGOUT)
    assert.equal(await liveSessions(kit()), 0)
  })
}
