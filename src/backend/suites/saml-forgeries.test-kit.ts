import { createHmac } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import {
  type AssertionFacts,
  assertionXml,
  responseXml,
  samlResponse,
  signed,
} from '../../../demo-host/identity-provider/saml-response.ts'
import { federation } from '../../contract/federation.ts'
import { login } from '../../contract/login.ts'
import { acsUrlOf, spEntityIdOf } from '../domain/sso/sso.ts'
import type { SsoConnectionRecord } from '../store/records.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'

export const IDP = 'https://idp.saml.test/metadata'
const VICTIM = 'ada@saml.test'
const ATTACKER = 'eve@saml.test'

/** Sets up a tenant whose users of `saml.test` sign in with SAML. */
export const connectSaml = async (
  { store, time, config }: Kit,
  { certificate }: Pick<Credentials, 'certificate'>,
  facts: Partial<SsoConnectionRecord> = {},
): Promise<void> => {
  const at = { createdAt: time.now, updatedAt: time.now }
  await store.ssoConnections.insert({
    id: 'saml-1',
    tenantId: 'acme',
    enabled: true,
    type: 'saml',
    ssoEndpoint: 'https://idp.saml.test/sso',
    idpEntityId: IDP,
    publicCertificate: certificate,
    signRequest: false,
    acsUrl: acsUrlOf(config.apiUrl),
    spEntityId: spEntityIdOf(config.apiUrl),
    oidcClientId: '',
    oidcSecret: '',
    generatedVerification: '',
    roleIds: '[]',
    groups: JSON.stringify([{ id: 'g', group: 'Admins', roleIds: ['admin'] }]),
    skipEmailDomainValidation: false,
    allowIdpInitiated: false,
    configMetadata: '{}',
    guarantorId: null,
    ...at,
    ...facts,
  })
  const domain = { connectionId: 'saml-1', tenantId: 'acme', validated: true, createdAt: time.now }
  await store.ssoDomains.insert({ id: 'd-1', domain: 'saml.test', ...domain })
}

export interface StartedSaml {
  requestId: string
  relayState: string
  cookie: string
}

/** Returns what a browser sends to the identity provider, and the XML of our request. */
export const startedBy = ({ body, cookies }: CallResponse): { started: StartedSaml; request: string } => {
  const { searchParams } = new URL(body.address)
  const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const started = {
    requestId: / ID="([^"]+)"/.exec(request)?.[1] ?? '',
    relayState: searchParams.get('RelayState') ?? '',
    cookie: cookies[0]?.split(';')[0] ?? '',
  }
  return { started, request }
}

export const startSaml = async (kit: Kit, email = ATTACKER): Promise<StartedSaml> => {
  const response = await kit.call('POST', login.preLogin.path, { body: { email } })
  if (response.status !== 200) throw new Error(`Pre-login: ${JSON.stringify(response.body)}`)
  return startedBy(response).started
}

export const factsFor = (kit: Kit, started: Pick<StartedSaml, 'requestId'>, email = ATTACKER): AssertionFacts => ({
  issuer: IDP,
  audience: spEntityIdOf(kit.config.apiUrl),
  recipient: acsUrlOf(kit.config.apiUrl),
  nameId: email,
  attributes: { email: [email], name: ['Jane Doe'] },
  inResponseTo: started.requestId,
  now: kit.time.now,
  assertionId: '_assertion',
  responseId: '_response',
})

/** The result of a posted response, as the browser that posted it receives it. */
export interface PostedSaml {
  /** The handle, or `null` if the response was refused. */
  handle: string | null
  error: string | null
  /** The code of our refusal. */
  code: string | null
  cookie: string
}

/** Posts to the consumer like a browser, without the cookies that a browser doesn't send from another site. */
export const postSaml = async (kit: Kit, SAMLResponse: string, RelayState: string): Promise<PostedSaml> => {
  const { headers, cookies } = await kit.call('POST', federation.consumeSaml.path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://idp.saml.test' },
    body: String(new URLSearchParams({ SAMLResponse, RelayState })),
  })
  const { searchParams } = new URL(headers.get('Location') ?? 'https://nowhere.test')
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  const [handle, error, code] = ['SAMLResponse', 'error', 'error_code'].map((name) => searchParams.get(name))
  return { handle: handle ?? null, error: error ?? null, code: code ?? null, cookie }
}

/** Redeems a handle in the browser that posted the response and, if the sign-in was started here, that started it. */
export const redeemSaml = (
  kit: Kit,
  { handle, cookie }: Omit<PostedSaml, 'code'>,
  started?: StartedSaml,
): Promise<CallResponse> =>
  kit.call('POST', login.samlPostLogin.path, {
    body: { SAMLResponse: handle ?? '', RelayState: started?.relayState ?? '' },
    cookie: [started?.cookie, cookie].filter(Boolean).join('; '),
  })

export const samlPostLogin = (kit: Kit, SAMLResponse: string, started: StartedSaml): Promise<CallResponse> =>
  kit.call('POST', login.samlPostLogin.path, {
    body: { SAMLResponse, RelayState: started.relayState },
    cookie: started.cookie,
  })

const encode = (xml: string): string => Buffer.from(xml).toString('base64')
const SIGNATURE = /<Signature[\s\S]*?<\/Signature>/
const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/

/** Returns the pieces that wrapping attacks rearrange. */
const piecesOf = (facts: AssertionFacts, keys: Credentials) => {
  const plain = assertionXml(facts)
  const whole = Buffer.from(samlResponse(facts, keys), 'base64').toString()
  const assertion = ASSERTION.exec(whole)?.[0] ?? ''
  const signature = SIGNATURE.exec(assertion)?.[0] ?? ''
  const bare = assertion.replace(SIGNATURE, '')
  const evil = bare.replaceAll(ATTACKER, VICTIM).replace('ID="_assertion"', 'ID="_evil"')
  const signedResponse = signed(responseXml(facts, plain), '_response', keys)
  return {
    whole,
    assertion,
    signature,
    bare,
    evil,
    signedResponse,
    respond: (content: string) => responseXml(facts, content),
  }
}

/** Returns the eight forms of signature wrapping ("On Breaking SAML", 2012). */
const wrappings = (facts: AssertionFacts, keys: Credentials): [string, string][] => {
  const { assertion, signature, bare, evil, signedResponse, respond } = piecesOf(facts, keys)
  const responseSignature = SIGNATURE.exec(signedResponse)?.[0] ?? ''
  const unsignedResponse = signedResponse.replace(SIGNATURE, '')
  const evilResponse = unsignedResponse.replaceAll(ATTACKER, VICTIM).replace('ID="_response"', 'ID="_evil"')
  const into = (element: string, content: string) => element.replace('</saml:Issuer>', `</saml:Issuer>${content}`)
  const evilSigned = (content: string) => into(evil, content)
  return [
    ['XSW1', into(evilResponse, responseSignature.replace('</Signature>', `${unsignedResponse}</Signature>`))],
    ['XSW2', into(evilResponse, `${unsignedResponse}${responseSignature}`)],
    ['XSW3', respond(`${evil}${assertion}`)],
    ['XSW4', respond(evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`))],
    ['XSW5', respond(`${evilSigned(signature)}${bare}`)],
    ['XSW6', respond(evilSigned(signature.replace('</Signature>', `${bare}</Signature>`)))],
    ['XSW7', respond(`<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`)],
    ['XSW8', respond(evilSigned(signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`)))],
  ]
}

const BOMB = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => {
  const [name, inner] = [String.fromCharCode(98 + at), String.fromCharCode(97 + at)]
  return `<!ENTITY ${name} "${`&${inner};`.repeat(10)}">`
}).join('')}]>`

/** Returns documents that parsers interpret differently. */
const oddDocuments = (facts: AssertionFacts, keys: Credentials): [string, string][] => {
  const { whole, assertion } = piecesOf(facts, keys)
  const longer = assertionXml(facts).replaceAll(`>${ATTACKER}<`, `>${VICTIM}.evil.test<`)
  // The signature is for a longer name; insertions that follow don't change the canonical form.
  const named = signed(responseXml(facts, longer), '_assertion', keys)
  const spliced = (between: string) => named.replaceAll(`${VICTIM}.evil.test`, `${VICTIM}${between}.evil.test`)
  return [
    ['comment in the name', spliced('<!---->')],
    ['CDATA in the name', spliced('<![CDATA[]]>')],
    ['processing instruction in the name', spliced('<?x?>')],
    ['comment before the assertion', whole.replace('<saml:Assertion', '<!-- x --><saml:Assertion')],
    ['entity bomb', `${BOMB}${whole.replace('Jane Doe', '&j;')}`],
    ['DTD', `<!DOCTYPE x SYSTEM "https://evil.test/x.dtd">${whole}`],
    ['external entity', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${whole.replace('Jane Doe', '&f;')}`],
    [
      'encrypted assertion beside it',
      whole.replace('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
    ],
    ['two assertions', whole.replace(assertion, `${assertion}${assertion}`)],
    ['stylesheet', `<?xml-stylesheet href="https://evil.test/x.xsl"?>${whole}`],
    ['very deep', whole.replace('Jane Doe', `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`)],
    ['not XML', 'Jane Doe'],
    ['empty', ''],
  ]
}

const hmacSigned = (facts: AssertionFacts, keys: Credentials): string => {
  const { whole } = piecesOf(facts, keys)
  const forged = whole.replaceAll(ATTACKER, VICTIM).replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256')
  const value = createHmac('sha256', keys.certificate).update(forged).digest('base64')
  return forged.replace(/<SignatureValue>[^<]*/, `<SignatureValue>${value}`)
}

const signatures = (facts: AssertionFacts, keys: Credentials, strangers: Credentials): [string, string][] => {
  const { whole, signature, signedResponse, assertion } = piecesOf(facts, keys)
  return [
    ['unsigned', responseXml(facts, assertionXml(facts))],
    ['signed by another provider', Buffer.from(samlResponse(facts, strangers), 'base64').toString()],
    ['two signatures', whole.replace(signature, `${signature}${signature}`)],
    ['changed after signing', whole.replaceAll(ATTACKER, VICTIM)],
    [
      'good response, broken assertion signature',
      signedResponse.replace(ASSERTION, assertion.replaceAll(ATTACKER, VICTIM)),
    ],
    ['HMAC with the certificate', hmacSigned(facts, keys)],
    ['SHA-1', whole.replace(/2001\/04\/xmldsig-more#rsa-sha256/, '2000/09/xmldsig#rsa-sha1')],
    ['no reference', whole.replace(/<Reference[\s\S]*?<\/Reference>/, '')],
    ['empty reference', whole.replace('URI="#_assertion"', 'URI=""')],
  ]
}

const MINUTE = 60_000

/** Returns correctly signed responses that are not for us, not for this time, or not requested. */
const wrongFacts = (kit: Kit, facts: AssertionFacts, keys: Credentials): [string, string][] => {
  const bent: Record<string, Partial<AssertionFacts>> = {
    'another audience': { audience: 'https://other.test/sp' },
    'another recipient': { recipient: 'https://other.test/acs' },
    'another issuer': { issuer: 'https://other.test/idp' },
    'another request': { inResponseTo: '_another' },
    expired: { now: kit.time.now - 11 * MINUTE },
    'over by a second past tolerance': { lifeMs: -121_000 },
    'from the future': { now: kit.time.now + 2 * MINUTE + 1_000 },
    unsolicited: { inResponseTo: undefined },
  }
  const xml = (change: Partial<AssertionFacts>) => {
    const { inResponseTo, ...rest } = { ...facts, ...change }
    return Buffer.from(samlResponse({ ...rest, ...(inResponseTo && { inResponseTo }) }, keys), 'base64').toString()
  }
  const sign = (assertion: string) => signed(responseXml(facts, assertion), '_assertion', keys)
  const plain = assertionXml(facts)
  return [
    ...Object.entries(bent).map(([name, change]): [string, string] => [name, xml(change)]),
    ['no audience', sign(plain.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''))],
    ['no confirmation', sign(plain.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, ''))],
    ['no end', sign(plain.replaceAll(/ NotOnOrAfter="[^"]*"/g, ''))],
    ['status of a failure', xml({}).replace('status:Success', 'status:Responder')],
    [
      'response to another request around it',
      xml({}).replace(`InResponseTo="${facts.inResponseTo}"`, 'InResponseTo="_x"'),
    ],
    ['sent to another recipient', xml({}).replace(/Destination="[^"]*"/, 'Destination="https://other.test/acs"')],
  ]
}

/** Returns forged responses, none of which may create a session. */
export const samlForgeries = (
  kit: Kit,
  started: StartedSaml,
  { keys, strangers }: { keys: Credentials; strangers: Credentials },
): [string, string][] => {
  const facts = factsFor(kit, started)
  const all = [
    ...wrappings(facts, keys),
    ...oddDocuments(facts, keys),
    ...signatures(facts, keys, strangers),
    ...wrongFacts(kit, facts, keys),
  ]
  return all.map(([name, xml]) => [name, encode(xml)])
}
