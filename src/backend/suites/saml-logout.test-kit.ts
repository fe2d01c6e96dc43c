import { createHmac } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import {
  type LogoutRequestFacts,
  logoutRequestXml,
  logoutResponseXml,
  signedMessage,
  signedQuery,
} from '../../../demo-host/identity-provider/saml-logout.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { federation } from '../../contract/federation.ts'
import { logoutUrlOf } from '../domain/sso/saml-metadata.ts'
import { EMPTY_SAML_SETTINGS } from '../domain/sso/saml-settings.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { factsFor, IDP, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'

const MINUTE = 60_000
const LOGOUT = federation.receiveLogout.path
export const IDP_LOGOUT = 'https://idp.saml.test/slo'

/** Turns on single logout for the connection. */
export const allowLogout = async ({ store, time }: Kit, logoutBinding: 'redirect' | 'post' = 'redirect') => {
  const at = { createdAt: time.now, updatedAt: time.now }
  const facts = { ...EMPTY_SAML_SETTINGS, logoutUrl: IDP_LOGOUT, logoutBinding }
  await store.samlSettings.delete({ id: 'saml-1' })
  await store.samlSettings.insert({ id: 'saml-1', tenantId: 'acme', ...facts, ...at })
}

/** Signs a user in, with a session of their own at the provider. */
export const enterBySaml = async (kit: Kit, keys: Credentials, given: { email: string; sessionIndex: string }) => {
  const started = await startSaml(kit, given.email)
  const assertionId = `_${started.relayState}`
  const facts = { ...factsFor(kit, started, given.email), assertionId, sessionIndex: given.sessionIndex }
  const posted = await postSaml(kit, samlResponse(facts, keys), started.relayState)
  return redeemSaml(kit, posted, started)
}

export const liveSessions = (kit: Kit): Promise<number> => kit.store.sessions.count({ revokedAt: null })

export const requestFor = (kit: Kit, change: Partial<LogoutRequestFacts> = {}): LogoutRequestFacts => ({
  issuer: IDP,
  destination: logoutUrlOf(kit.config.apiUrl),
  id: '_logout',
  now: kit.time.now,
  nameId: 'eve@saml.test',
  sessionIndex: '_one',
  ...change,
})

export const byRedirect = (kit: Kit, query: string): Promise<CallResponse> => kit.page('GET', `${LOGOUT}?${query}`)

/** Posts a message like a browser, from another site and without cookies. */
export const byPost = (kit: Kit, fields: Readonly<Record<string, string>>): Promise<CallResponse> =>
  kit.page('POST', LOGOUT, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://idp.saml.test' },
    body: String(new URLSearchParams(fields)),
  })

interface ForgedLogout {
  name: string
  send(): Promise<CallResponse>
}

interface Keys {
  keys: Credentials
  strangers: Credentials
}

const FIELD = { field: 'SAMLRequest' } as const
const SIGNATURE = /<Signature[\s\S]*<\/Signature>/
const encode = (xml: string) => Buffer.from(xml).toString('base64')
const deflated = (xml: string) => encodeURIComponent(deflateRawSync(xml).toString('base64'))

/** Returns forgeries for the redirect binding, in which the signature is part of the query. */
const forgedQueries = (kit: Kit, { keys, strangers }: Keys): Record<string, string> => {
  const xml = logoutRequestXml(requestFor(kit))
  const good = signedQuery(xml, keys, { ...FIELD, relayState: 'state' })
  const other = logoutRequestXml(requestFor(kit, { nameId: 'ada@saml.test' }))
  const [message = '', ...rest] = good.split('&')
  const hmac = createHmac('sha256', keys.certificate).update(message).digest('base64')
  return {
    'unsigned, by redirect': `SAMLRequest=${deflated(xml)}`,
    'signed by another provider, by redirect': signedQuery(xml, strangers, FIELD),
    'signature of another message': [`SAMLRequest=${deflated(other)}`, ...rest].join('&'),
    'message exchanged in the second place': `${good}&SAMLRequest=${deflated(other)}`,
    'another relay state': good.replace('RelayState=state', 'RelayState=other'),
    'without its signature': good.replace(/&Signature=.*/, ''),
    'SHA-1 as algorithm': good.replace('2001%2F04%2Fxmldsig-more%23rsa-sha256', '2000%2F09%2Fxmldsig%23rsa-sha1'),
    'HMAC with the certificate': `${message}&SigAlg=${encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#hmac-sha256')}&Signature=${encodeURIComponent(hmac)}`,
    'request in the place of a response': good.replace('SAMLRequest=', 'SAMLResponse='),
    'inflates without end': `SAMLRequest=${encodeURIComponent(deflateRawSync(' '.repeat(3_000_000)).toString('base64'))}`,
  }
}

/** Returns forgeries for the POST binding, in which the signature is inside the message. */
const forgedPosts = (kit: Kit, { keys, strangers }: Keys): Record<string, string> => {
  const facts = requestFor(kit)
  const xml = logoutRequestXml(facts)
  const good = Buffer.from(signedMessage(xml, keys), 'base64').toString()
  const signature = SIGNATURE.exec(good)?.[0] ?? ''
  const evil = xml.replace('ID="_logout"', 'ID="_evil"').replaceAll('eve@saml.test', 'ada@saml.test')
  const assertion = samlResponse({ ...factsFor(kit, { requestId: '_r' }), assertionId: '_a' }, keys)
  const into = (content: string) => evil.replace('</saml:Issuer>', `</saml:Issuer>${content}`)
  return {
    'unsigned, by POST': encode(xml),
    'signed by another provider, by POST': signedMessage(xml, strangers),
    'changed after signing': encode(good.replaceAll('eve@saml.test', 'ada@saml.test')),
    'signed original inside a forged one': encode(into(`<samlp:Extensions>${good}</samlp:Extensions>`)),
    'signature moved to a forged one': encode(into(signature)),
    'original inside the signature': encode(
      into(signature.replace('</Signature>', `<Object>${xml}</Object></Signature>`)),
    ),
    'two signatures': encode(good.replace(signature, `${signature}${signature}`)),
    'a signed assertion instead': assertion,
    'comment in the name': encode(good.replace('eve@saml.test', 'eve@saml.test<!---->.evil')),
    DTD: encode(`<!DOCTYPE x [<!ENTITY a "b">]>${good}`),
    'two names': encode(good.replace(/(<saml:NameID[\s\S]*<\/saml:NameID>)/, '$1$1')),
  }
}

/**
 * Returns correctly signed requests that are not for us, not for this time, or not from the provider of the session.
 */
const wrongRequests = (kit: Kit): Record<string, Partial<LogoutRequestFacts>> => ({
  'another issuer': { issuer: 'https://other.test/idp' },
  'another destination': { destination: 'https://other.test/slo' },
  'has expired': { lifeMs: -3 * MINUTE },
  'is old': { now: kit.time.now - 11 * MINUTE, lifeMs: 60 * MINUTE },
  'from the future': { now: kit.time.now + 3 * MINUTE },
  'no name': { nameId: '' },
  'another user of the provider': { nameId: 'unknown@saml.test' },
  'another session of the user': { sessionIndex: '_other' },
})

/** Returns forged logouts, none of which may end a session. */
export const forgedLogouts = (kit: Kit, credentials: Keys): ForgedLogout[] => {
  const { keys } = credentials
  const response = logoutResponseXml({ ...requestFor(kit), inResponseTo: '_unknown' })
  const redirects = {
    ...forgedQueries(kit, credentials),
    'response that no one asked for': signedQuery(response, keys, { field: 'SAMLResponse', relayState: 'unknown' }),
    ...Object.fromEntries(
      Object.entries(wrongRequests(kit)).map(([name, change]) => [
        name,
        signedQuery(logoutRequestXml(requestFor(kit, { id: `_${encodeURIComponent(name)}`, ...change })), keys, FIELD),
      ]),
    ),
  }
  return [
    ...Object.entries(redirects).map(([name, query]) => ({ name, send: () => byRedirect(kit, query) })),
    ...Object.entries(forgedPosts(kit, credentials)).map(([name, SAMLRequest]) => ({
      name,
      send: () => byPost(kit, { SAMLRequest }),
    })),
  ]
}
