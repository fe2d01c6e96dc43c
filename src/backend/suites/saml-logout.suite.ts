import assert from 'node:assert/strict'
import { createPrivateKey, sign } from 'node:crypto'
import { before, beforeEach, it } from 'node:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import {
  logoutRequestXml,
  logoutResponseXml,
  signedMessage,
  signedQuery,
} from '../../../demo-host/identity-provider/saml-logout.ts'
import { ssoSession } from '../../contract/login.ts'
import { samlSettings } from '../../contract/sso.ts'
import { EMPTY_SAML_SETTINGS } from '../domain/sso/saml-settings.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { encryptedAs } from './saml-encryption.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'
import {
  allowLogout,
  byPost,
  byRedirect,
  enterBySaml,
  forgedLogouts,
  IDP_LOGOUT,
  liveSessions,
  requestFor,
} from './saml-logout.test-kit.ts'
import { ELLIPTIC } from './sso-metadata.test-kit.ts'

const EVE = { email: 'eve@saml.test', sessionIndex: '_one' }
/** A certificate of an Ed25519 key, which signs no SAML messages. */
const EDWARDS = `-----BEGIN CERTIFICATE-----
MIIBMjCB5aADAgECAhR/8NeL0RlO5w+hprnNMflhowRQPjAFBgMrZXAwDjEMMAoG
A1UEAwwDaWRwMCAXDTI2MTEzMDAwMjYwOVoYDzIwODEwOTAyMDAyNjA5WjAOMQww
CgYDVQQDDANpZHAwKjAFBgMrZXADIQB6LtVEgYcSAZLF2u+C/Dyhfb4L3C0OQ/YG
d53Qnp5oEaNTMFEwHQYDVR0OBBYEFGC/SP7HgBgbb/UP+H/iCsZ5YZX1MB8GA1Ud
IwQYMBaAFGC/SP7HgBgbb/UP+H/iCsZ5YZX1MA8GA1UdEwEB/wQFMAMBAf8wBQYD
K2VwA0EAqV23H4+O49OmXb0H3Z8ZcAJ8ETHG4rVx7J6qRt4Mu67QhnRv2KfCtAxy
1kk3YafCX3xZtLWIN0fyzz7iAadIBA==
-----END CERTIFICATE-----
`
const FIELD = { field: 'SAMLRequest' } as const

/** Returns the XML of a message that we sent by redirect. */
const sentXml = (url: URL, name: string): string =>
  inflateRawSync(Buffer.from(url.searchParams.get(name) ?? '', 'base64')).toString()

export const describeSamlLogout = (kit: () => Kit): void => {
  let keys: Credentials
  let strangers: Credentials
  before(async () => {
    keys = await providerKeys()
    strangers = await providerKeys(1)
  })
  beforeEach(async () => {
    await connectSaml(kit(), keys)
    await allowLogout(kit())
  })

  it('ends exactly the session that the identity provider names, and confirms it with a signed response', async () => {
    await enterBySaml(kit(), keys, EVE)
    await enterBySaml(kit(), keys, { ...EVE, sessionIndex: '_two' })
    await enterBySaml(kit(), keys, { ...EVE, email: 'new@saml.test' })
    await kit().login('mel@acme.test')
    const query = signedQuery(logoutRequestXml(requestFor(kit())), keys, { ...FIELD, relayState: 'theirs' })
    const { status, headers } = await byRedirect(kit(), query)
    assert.equal(status, 303)
    const target = new URL(headers.get('Location') ?? '')
    assert.equal(target.origin + target.pathname, IDP_LOGOUT)
    assert.equal(target.searchParams.get('RelayState'), 'theirs')
    assert.match(sentXml(target, 'SAMLResponse'), /InResponseTo="_logout"[\s\S]*status:Success/)
    assert.ok(target.searchParams.get('Signature'))
    assert.equal(await liveSessions(kit()), 3)
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: 'User signed out' })
    assert.deepEqual(
      rows.map(({ email }) => email),
      ['eve@saml.test'],
    )
  })

  it('ends all sessions of a user when the request names none', async () => {
    await enterBySaml(kit(), keys, EVE)
    await enterBySaml(kit(), keys, { ...EVE, sessionIndex: '_two' })
    const { sessionIndex: _all, ...facts } = requestFor(kit())
    await allowLogout(kit(), 'post')
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { ssoEndpoint: 'https://sso.saml.test/saml' })
    const response = await byPost(kit(), { SAMLRequest: signedMessage(logoutRequestXml(facts), keys) })
    assert.equal(response.status, 200)
    assert.match(response.body, new RegExp(`action="${IDP_LOGOUT.replaceAll('/', '(/|&#47;)')}"`))
    assert.match(response.body, /name="SAMLResponse"/)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    assert.match(
      policy,
      /default-src 'none'.*frame-ancestors https:\/\/idp\.saml\.test https:\/\/sso\.saml\.test;.*script-src 'nonce-/,
    )
    assert.equal(await liveSessions(kit()), 0)
    const long = await byPost(kit(), { SAMLRequest: Buffer.from('<a/>'.repeat(9_375)).toString('base64') })
    assert.equal(long.status, 400, 'a message of the maximum length is read')
  })

  it('responds at the URL that the metadata has for responses, unless another logout URL was entered', async () => {
    const responseUrl = 'https://idp.saml.test/slo/return'
    const respondedAt = async (id: string) => {
      const response = await byRedirect(kit(), signedQuery(logoutRequestXml(requestFor(kit(), { id })), keys, FIELD))
      const url = new URL(response.headers.get('Location') ?? '')
      const [, destination] = /Destination="([^"]+)"/.exec(sentXml(url, 'SAMLResponse')) ?? []
      assert.equal(destination, url.origin + url.pathname)
      return destination
    }
    const offered = { offeredLogoutUrl: IDP_LOGOUT, offeredLogoutBinding: 'redirect', offeredResponseUrl: responseUrl }
    await kit().store.samlSettings.update({ id: 'saml-1' }, offered)
    assert.equal(await respondedAt('_offered'), responseUrl)
    await kit().store.samlSettings.update({ id: 'saml-1' }, { offeredLogoutUrl: 'https://idp.saml.test/other' })
    assert.equal(await respondedAt('_entered'), IDP_LOGOUT)
  })

  it('ends no session for a forged, misdirected, late or replayed message', async () => {
    await enterBySaml(kit(), keys, EVE)
    for (const { name, send } of forgedLogouts(kit(), { keys, strangers })) {
      await send()
      assert.equal(await liveSessions(kit()), 1, name)
      await kit().store.attempts.delete({})
    }
    const query = signedQuery(logoutRequestXml(requestFor(kit())), keys, FIELD)
    assert.equal((await byRedirect(kit(), query)).status, 303)
    assert.equal(await liveSessions(kit()), 0)
    await enterBySaml(kit(), keys, EVE)
    assert.equal((await byRedirect(kit(), query)).status, 400, 'replayed')
    assert.equal(await liveSessions(kit()), 1)
  })

  it('ends a session however many connections of other accounts name the same identity provider', async () => {
    const own = await kit().store.ssoConnections.get('saml-1')
    assert.ok(own)
    const facts = { tenantId: 'globex', publicCertificate: strangers.certificate, createdAt: own.createdAt + 1 }
    const others = Array.from({ length: 50 }, (_, at) => ({ ...own, ...facts, id: `crowd-${at}` }))
    for (const other of others) await kit().store.ssoConnections.insert(other)
    await enterBySaml(kit(), keys, EVE)
    const query = signedQuery(logoutRequestXml(requestFor(kit())), keys, FIELD)
    assert.equal((await byRedirect(kit(), query)).status, 303)
    assert.equal(await liveSessions(kit()), 0)
  })

  it('ends no session of another connection, nor where single logout is off', async () => {
    await enterBySaml(kit(), keys, EVE)
    const own = await kit().store.ssoConnections.get('saml-1')
    assert.ok(own)
    const foreign = { ...own, id: 'saml-2', tenantId: 'globex', publicCertificate: strangers.certificate }
    await kit().store.ssoConnections.insert(foreign)
    const at = { createdAt: 0, updatedAt: 0 }
    const settings = {
      ...EMPTY_SAML_SETTINGS,
      logoutUrl: IDP_LOGOUT,
      logoutBinding: 'redirect',
      requireEncryption: false,
      attributes: '{}',
    }
    await kit().store.samlSettings.insert({ id: 'saml-2', tenantId: 'globex', ...settings, ...at })
    await byRedirect(kit(), signedQuery(logoutRequestXml(requestFor(kit())), strangers, FIELD))
    assert.equal(await liveSessions(kit()), 1, 'a provider of another tenant that uses the same name')
    await kit().store.samlSettings.delete({ id: 'saml-1' })
    const query = signedQuery(logoutRequestXml(requestFor(kit(), { id: '_second' })), keys, FIELD)
    assert.equal((await byRedirect(kit(), query)).status, 400)
    assert.equal(await liveSessions(kit()), 1)
  })

  it('reads an encrypted name, as Shibboleth sends it to service providers that publish a key', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { certificate } = (await kit().call('POST', samlSettings.listKeys.path, { token })).body
    const send = async (id: string, change: { encryptedFor?: string; nameId?: string }) => {
      const { encryptedFor = certificate, nameId = 'eve@saml.test' } = change
      const xml = logoutRequestXml(requestFor(kit(), { id, nameId })).replace(
        /<saml:NameID[\s\S]*<\/saml:NameID>/,
        (plain) =>
          encryptedAs(
            plain.replace('<saml:NameID', '<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'),
            encryptedFor,
            {
              element: 'EncryptedID',
              cipher: 'aes-128-gcm',
              hash: 'sha1',
            },
          ),
      )
      const { status } = await byPost(kit(), { SAMLRequest: signedMessage(xml, keys) })
      return status
    }
    await enterBySaml(kit(), keys, EVE)
    const before = await liveSessions(kit())
    assert.equal(await send('_foreign', { encryptedFor: strangers.certificate }), 400)
    assert.equal(await send('_other', { nameId: 'ada@saml.test' }), 303)
    assert.equal(await liveSessions(kit()), before)
    assert.equal(await send('_own', {}), 303)
    assert.equal(await liveSessions(kit()), before - 1)
  })

  it('lets the clock of the provider be as far ahead as the connection specifies', async () => {
    await enterBySaml(kit(), keys, EVE)
    const ahead = (seconds: number) => {
      const facts = requestFor(kit(), { id: `_${seconds}`, now: kit().time.now + seconds * 1_000 })
      return byRedirect(kit(), signedQuery(logoutRequestXml(facts), keys, FIELD))
    }
    assert.equal((await ahead(121)).status, 400)
    assert.equal(await liveSessions(kit()), 1)
    assert.equal((await ahead(119)).status, 303)
    assert.equal(await liveSessions(kit()), 0)
  })

  it('accepts a query that an elliptic key signed, in both encodings of the signature', async () => {
    const { certificate, privateKey } = ELLIPTIC
    for (const dsaEncoding of ['der', 'ieee-p1363'] as const) {
      await kit().store.ssoConnections.update({ id: 'saml-1' }, { publicCertificate: keys.certificate })
      await enterBySaml(kit(), keys, EVE)
      await kit().store.ssoConnections.update({ id: 'saml-1' }, { publicCertificate: certificate })
      const value = deflateRawSync(logoutRequestXml(requestFor(kit(), { id: `_${dsaEncoding}` }))).toString('base64')
      const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'
      const covered = `SAMLRequest=${encodeURIComponent(value)}&SigAlg=${encodeURIComponent(algorithm)}`
      const made = sign('sha256', Buffer.from(covered), { key: createPrivateKey(privateKey), dsaEncoding })
      const query = (signature: Buffer) => `${covered}&Signature=${encodeURIComponent(signature.toString('base64'))}`
      assert.equal((await byRedirect(kit(), query(Buffer.from(made).fill(1, 8, 12)))).status, 400)
      assert.equal(await liveSessions(kit()), 1)
      assert.equal((await byRedirect(kit(), query(made))).status, 303, dsaEncoding)
      assert.equal(await liveSessions(kit()), 0)
    }
  })

  it('accepts a query signed by one of several certificates, whatever keys the others have', async () => {
    await enterBySaml(kit(), keys, EVE)
    const publicCertificate = `${EDWARDS}${keys.certificate}`
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { publicCertificate })
    assert.equal((await byRedirect(kit(), signedQuery(logoutRequestXml(requestFor(kit())), keys, FIELD))).status, 303)
    assert.equal(await liveSessions(kit()), 0)
  })

  /** Signs out here and sends the browser to the provider. */
  const leave = async (token: string) => {
    const { body } = await kit().call('POST', ssoSession.startSsoLogout.path, { token })
    const { pathname, search } = new URL(body.url)
    const sent = await kit().page('GET', pathname + search)
    return { sent, again: () => kit().page('GET', pathname + search) }
  }

  it('signs the user out at the identity provider too, and returns to the login page once that is confirmed', async () => {
    const { body } = await enterBySaml(kit(), keys, EVE)
    await enterBySaml(kit(), keys, { ...EVE, sessionIndex: '_two' })
    const { sent, again } = await leave(body.accessToken)
    assert.equal(await liveSessions(kit()), 1, 'only what came from the same session at the provider ends')
    const target = new URL(sent.headers.get('Location') ?? '')
    const xml = sentXml(target, 'SAMLRequest')
    assert.match(xml, /eve@saml\.test<\/saml:NameID><samlp:SessionIndex>_one</)
    assert.equal((await again()).status, 400, 'the link works once')
    const relayState = target.searchParams.get('RelayState') ?? ''
    const respond = (inResponseTo: string, by = keys) => {
      const facts = { ...requestFor(kit(), { id: `_${inResponseTo}r` }), inResponseTo }
      return byRedirect(kit(), signedQuery(logoutResponseXml(facts), by, { field: 'SAMLResponse', relayState }))
    }
    const requestId = / ID="([^"]+)"/.exec(xml)?.[1] ?? ''
    assert.equal((await respond('_other')).headers.get('Location'), null)
    assert.equal((await respond(requestId, strangers)).headers.get('Location'), null)
    assert.match((await respond(requestId)).headers.get('Location') ?? '', /\/account\/login$/)
    assert.equal((await respond(requestId)).headers.get('Location'), null, 'a confirmation counts once')
    assert.equal(await liveSessions(kit()), 1)
  })

  it('accepts the confirmation of a provider that returns no RelayState, or another one', async () => {
    for (const relayState of ['', 'theirs']) {
      const { body } = await enterBySaml(kit(), keys, EVE)
      const { sent } = await leave(body.accessToken)
      const xml = sentXml(new URL(sent.headers.get('Location') ?? ''), 'SAMLRequest')
      const [, inResponseTo = ''] = / ID="([^"]+)"/.exec(xml) ?? []
      const respond = (by: Credentials) => {
        const facts = { ...requestFor(kit(), { id: `_${relayState}r` }), inResponseTo }
        return byRedirect(kit(), signedQuery(logoutResponseXml(facts), by, { field: 'SAMLResponse', relayState }))
      }
      assert.equal((await respond(strangers)).headers.get('Location'), null)
      assert.match((await respond(keys)).headers.get('Location') ?? '', /\/account\/login$/)
      assert.equal((await respond(keys)).headers.get('Location'), null, 'a confirmation counts once')
    }
  })

  it('stores no secret of a sign-out, and accepts the confirmation of a request that the previous release sent', async () => {
    const { body } = await enterBySaml(kit(), keys, EVE)
    const { sent } = await leave(body.accessToken)
    const token = new URL(sent.headers.get('Location') ?? '').searchParams.get('RelayState') ?? ''
    const [ticket] = await kit().store.tickets.list({ purpose: 'saml-logout' })
    assert.ok(ticket && token !== '' && !JSON.stringify(ticket).includes(token))
    const requestId = `_${token}`
    await kit().store.tickets.update(
      { id: ticket.id },
      { detail: JSON.stringify({ ...JSON.parse(ticket.detail), requestId }) },
    )
    const facts = { ...requestFor(kit(), { id: '_before' }), inResponseTo: requestId }
    const confirmed = await byRedirect(kit(), signedQuery(logoutResponseXml(facts), keys, { field: 'SAMLResponse' }))
    assert.match(confirmed.headers.get('Location') ?? '', /\/account\/login$/)
  })

  it('posts our request if the provider accepts no redirects', async () => {
    await allowLogout(kit(), 'post')
    const { body } = await enterBySaml(kit(), keys, EVE)
    const { sent } = await leave(body.accessToken)
    const value = /name="SAMLRequest" value="([^"]+)"/.exec(sent.body)?.[1] ?? ''
    assert.match(Buffer.from(value, 'base64').toString(), /<samlp:LogoutRequest[\s\S]*<Signature/)
    assert.match(sent.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/)
  })

  it('signs out only here when the user signed in with a password, or single logout is off', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    assert.equal((await kit().call('POST', ssoSession.startSsoLogout.path, { token })).body.url, null)
    await kit().store.samlSettings.delete({ id: 'saml-1' })
    const { body } = await enterBySaml(kit(), keys, EVE)
    const response = await kit().call('POST', ssoSession.startSsoLogout.path, { token: body.accessToken })
    assert.equal(response.body.url, null)
    assert.equal(await liveSessions(kit()), 0)
  })
}
