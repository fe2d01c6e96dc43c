import { randomUUID } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { escapeHtml as xml } from '../server/html.ts'
import type { Credentials } from './credentials.ts'

const MINUTE = 60_000
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const NAMESPACES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'

/** Facts of an assertion; tests change single ones. */
export interface AssertionFacts {
  issuer: string
  audience: string
  recipient: string
  nameId: string
  attributes: Readonly<Record<string, readonly string[]>>
  /** ID of the request that it responds to; absent for a sign-in that the provider started. */
  inResponseTo?: string
  now?: number
  lifeMs?: number
  assertionId?: string
  responseId?: string
  /** The session at this provider that a logout would name. @default a random one */
  sessionIndex?: string
  /** Time of the user's authentication. @default now */
  authenticatedAt?: number
  /** Class of the user's authentication. @default a password */
  authnContext?: string
}

const at = (time: number) => new Date(time).toISOString()

const attribute = ([name, values]: [string, readonly string[]]) =>
  `<saml:Attribute Name="${xml(name)}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">${values
    .map((value) => `<saml:AttributeValue>${xml(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`

/** Returns an assertion (SAML Core 2.3.3) with the bearer subject confirmation of SAML Profiles 4.1.4.2. */
export const assertionXml = (facts: AssertionFacts): string => {
  const { now = Date.now(), lifeMs = 5 * MINUTE, assertionId = `_${randomUUID()}`, inResponseTo } = facts
  const inReply = inResponseTo ? ` InResponseTo="${xml(inResponseTo)}"` : ''
  const end = at(now + lifeMs)
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${xml(assertionId)}" Version="2.0" IssueInstant="${at(now)}"><saml:Issuer>${xml(facts.issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${xml(facts.nameId)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${xml(facts.recipient)}"${inReply}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(now - MINUTE)}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${xml(facts.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(facts.authenticatedAt ?? now)}" SessionIndex="${xml(facts.sessionIndex ?? `_${randomUUID()}`)}"><saml:AuthnContext><saml:AuthnContextClassRef>${xml(facts.authnContext ?? PASSWORD)}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${Object.entries(facts.attributes).map(attribute).join('')}</saml:AttributeStatement></saml:Assertion>`
}

/** Returns a response (SAML Core 3.3.3) around one assertion, or a test's other content. */
export const responseXml = (facts: AssertionFacts, content: string): string => {
  const { now = Date.now(), responseId = `_${randomUUID()}`, inResponseTo } = facts
  const inReply = inResponseTo ? ` InResponseTo="${xml(inResponseTo)}"` : ''
  return `<samlp:Response ${NAMESPACES} ID="${xml(responseId)}" Version="2.0" IssueInstant="${at(now)}" Destination="${xml(facts.recipient)}"${inReply}><saml:Issuer>${xml(facts.issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`
}

/** Prepares the signer; tests make it sign by other methods. */
type Prepare = (signer: SignedXml) => void

/** Signs the element with this id by an enveloped signature (SAML Core 5.4.2). */
export const signed = (
  text: string,
  id: string,
  { privateKey, certificate }: Credentials,
  prepare?: Prepare,
): string => {
  const signer = new SignedXml({
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  signer.addReference({
    xpath: `//*[@ID="${id}"]`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  prepare?.(signer)
  signer.computeSignature(text, {
    location: { reference: `//*[@ID="${id}"]/*[local-name()="Issuer"]`, action: 'after' },
  })
  return signer.getSignedXml()
}

/** Returns a complete response with a signed assertion, as base64 for the POST binding. */
export const samlResponse = (facts: AssertionFacts, credentials: Credentials): string => {
  const assertionId = facts.assertionId ?? `_${randomUUID()}`
  const text = responseXml(facts, assertionXml({ ...facts, assertionId }))
  return Buffer.from(signed(text, assertionId, credentials)).toString('base64')
}
