import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { metadataXml } from '../../../demo-host/identity-provider/saml.ts'
import { encryptedResponse } from '../../../demo-host/identity-provider/saml-encryption.ts'
import { logoutRequestXml, signedQuery } from '../../../demo-host/identity-provider/saml-logout.ts'
import {
  type AssertionFacts,
  assertionXml,
  responseXml,
  samlResponse,
  signed,
} from '../../../demo-host/identity-provider/saml-response.ts'
import { encryptedAs } from '../../backend/suites/saml-encryption.test-kit.ts'
import type { Expected, FaultId } from './findings.ts'

export const NOW = 1_767_225_600_000
const MINUTE = 60_000
const IDP = 'https://idp.test/saml/metadata'

export interface Fixture {
  keys: Credentials
  strangers: Credentials
  /** Certificates that can't be used. */
  bad: { expired: string; early: string; short: string }
}

export interface Case {
  name: string
  text: string
  /** Expected fault; `undefined` for a valid input. */
  fault?: FaultId
  expected?: Partial<Expected>
}

export const expectedOf = ({ keys }: Fixture): Expected => ({
  now: NOW,
  acsUrl: 'https://app.test/auth/saml/callback',
  spEntityId: 'https://app.test/auth/saml/metadata',
  idpEntityId: IDP,
  certificates: keys.certificate,
  hasEncryptionKey: true,
  allowIdpInitiated: false,
  domains: ['saml.test'],
})

const FACTS: AssertionFacts = {
  issuer: IDP,
  audience: 'https://app.test/auth/saml/metadata',
  recipient: 'https://app.test/auth/saml/callback',
  nameId: 'ada@saml.test',
  attributes: { email: ['ada@saml.test'], groups: ['Admins'] },
  inResponseTo: '_request',
  now: NOW,
  assertionId: '_assertion',
  responseId: '_response',
}

const encode = (text: string): string => Buffer.from(text).toString('base64')
const decode = (text: string): string => Buffer.from(text, 'base64').toString()
const SIGNATURE = /<Signature[\s\S]*?<\/Signature>/
const FORMAT = /urn:oasis:names:tc:SAML:1\.1:nameid-format:emailAddress/

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

const response = (fixture: Fixture, change: Partial<AssertionFacts> = {}): string =>
  decode(samlResponse({ ...FACTS, ...change }, fixture.keys))

const responseFaults = (fixture: Fixture): Case[] => {
  const good = response(fixture)
  const { keys, strangers } = fixture
  const bent = (fault: FaultId, change: Partial<AssertionFacts>): Case => ({
    name: fault,
    fault,
    text: encode(response(fixture, change)),
  })
  const edit = (fault: FaultId, text: string): Case => ({ name: fault, fault, text: encode(text) })
  return [
    bent('audience', { audience: 'https://other.test' }),
    bent('issuer', { issuer: 'https://other.test/idp' }),
    bent('expired', { lifeMs: -2 * MINUTE }),
    bent('clockAhead', { now: NOW + 5 * MINUTE }),
    bent('malformedEmail', { nameId: 'ada', attributes: { email: ['ada'] } }),
    bent('emailDomain', { attributes: { email: ['ada@elsewhere.test'] } }),
    edit('destination', good.replace(/Destination="[^"]*"/, 'Destination="https://app.test/acs"')),
    edit('recipient', good.replace(/Recipient="[^"]*"/, 'Recipient="https://app.test/acs"')),
    edit('noAudience', good.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')),
    edit('sha1', good.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#rsa-sha1')),
    edit('unsigned', good.replace(SIGNATURE, '')),
    edit('signatureElsewhere', good.replace('URI="#_assertion"', 'URI="#_other"')),
    edit('transientNameId', good.replace(FORMAT, 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')),
    edit('statusFailed', good.replace('status:Success', 'status:Responder')),
    edit('noEmail', response(fixture, { nameId: 'u-17', attributes: { name: ['Ada'] } }).replace(FORMAT, UNSPECIFIED)),
    edit('noAssertion', responseXml(FACTS, '')),
    edit(
      'severalAssertions',
      responseXml(FACTS, assertionXml(FACTS) + assertionXml({ ...FACTS, assertionId: '_two' })),
    ),
    edit('doctype', `<!DOCTYPE x>${good}`.replace(/^/, ' ')),
    edit('xmlMalformed', good.slice(0, -40)),
    edit('oldProtocol', '<Response xmlns="urn:oasis:names:tc:SAML:1.0:protocol"/>'),
    { name: 'wrong certificate', fault: 'wrongCertificate', text: withCertificate(good, strangers.certificate) },
    { name: 'expired certificate', fault: 'certificateExpired', text: withCertificate(good, fixture.bad.expired) },
    {
      name: 'base64 damaged',
      fault: 'base64Damaged',
      text: `SAMLResponse=${encode(good).slice(0, 400)}*${encode(good).slice(400)}`,
    },
    {
      name: 'wrong binding',
      fault: 'redirectBinding',
      text: `https://app.test/?${signedQuery(good, keys, { field: 'SAMLResponse' })}`,
    },
    {
      name: 'inflate damaged',
      fault: 'inflateDamaged',
      text: `SAMLResponse=${encode('\x05\xff\xfe not deflated \x01\x02')}`,
    },
    {
      name: 'a request',
      fault: 'requestPasted',
      text: encode(logoutRequestXml({ issuer: IDP, destination: IDP, nameId: 'a' })),
    },
    { name: 'unasked', fault: 'unsolicited', text: encode(response(fixture).replace(/ InResponseTo="_request"/g, '')) },
    { ...bent('mappedAttributeMissing', {}), expected: { attributes: { groups: 'teams' } } },
  ]
}

const withCertificate = (xml: string, certificate: string): string => {
  const bare = certificate.replace(/-----[^-]+-----|\s/g, '')
  const keyInfo = `<KeyInfo><X509Data><X509Certificate>${bare}</X509Certificate></X509Data></KeyInfo>`
  return encode(xml.replace(/<KeyInfo>[\s\S]*?<\/KeyInfo>/, '').replace('</Signature>', `${keyInfo}</Signature>`))
}

const metadataFaults = ({ keys, bad }: Fixture): Case[] => {
  const good = metadataXml('https://idp.test', keys.certificate)
  const edit = (fault: FaultId, text: string): Case => ({ name: `metadata: ${fault}`, fault, text })
  return [
    edit('serviceProviderMetadata', good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')),
    edit('noSigningCertificate', good.replace(/<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/, '')),
    edit('noRedirectBinding', good.replace('bindings:HTTP-Redirect', 'bindings:SOAP')),
    edit('httpUrl', good.replace('Location="https:', 'Location="http:')),
    edit('metadataExpired', good.replace('entityID=', 'validUntil="2025-01-01T00:00:00Z" entityID=')),
    edit('metadataIssuer', good.replace('entityID="https://idp.test', 'entityID="https://idp.test/other')),
    edit('certificateExpired', metadataXml('https://idp.test', bad.expired)),
    edit('noSignInUrl', good.replace(/<md:SingleSignOnService[^>]*\/>/g, '')),
    edit('htmlPasted', '<!DOCTYPE html><html><body>Sign in</body></html>'),
  ]
}

const DISCOVERY = {
  issuer: 'https://idp.test',
  authorization_endpoint: 'https://idp.test/auth',
  token_endpoint: 'https://idp.test/token',
  jwks_uri: 'https://idp.test/jwks',
  response_types_supported: ['code', 'id_token'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: ['openid', 'email'],
  id_token_signing_alg_values_supported: ['RS256'],
}

const otherFaults = ({ strangers, bad }: Fixture): Case[] => {
  const issuer = { issuer: 'https://idp.test' }
  const document = (fault: FaultId, change: object): Case => ({
    name: `discovery: ${fault}`,
    fault,
    text: JSON.stringify({ ...DISCOVERY, ...change }),
    expected: issuer,
  })
  return [
    document('discoveryIssuer', { issuer: 'https://other.test' }),
    document('endpointMissing', { jwks_uri: undefined }),
    document('noCodeFlow', { response_types_supported: ['id_token'] }),
    document('noPkce', { code_challenge_methods_supported: ['plain'] }),
    document('noSignedIdToken', { id_token_signing_alg_values_supported: ['HS256'] }),
    document('httpUrl', { token_endpoint: 'http://idp.test/token' }),
    { name: 'URL of an inner host', fault: 'innerUrl', text: 'https://10.1.2.3/.well-known/openid-configuration' },
    { name: 'http discovery URL', fault: 'httpUrl', text: 'http://idp.test/.well-known/openid-configuration' },
    { name: 'expired', fault: 'certificateExpired', text: bad.expired },
    { name: 'not yet valid', fault: 'certificateNotYetValid', text: bad.early },
    { name: 'short key', fault: 'certificateKeyTooShort', text: bad.short },
    { name: 'another certificate', fault: 'wrongCertificate', text: strangers.certificate },
    {
      name: 'a private key',
      fault: 'privateKeyPasted',
      text: '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
    },
    {
      name: 'a request for one',
      fault: 'requestForCertificate',
      text: '-----BEGIN CERTIFICATE REQUEST-----\nMIIC\n-----END CERTIFICATE REQUEST-----',
    },
    {
      name: 'damaged',
      fault: 'certificateUnreadable',
      text: '-----BEGIN CERTIFICATE-----\nMIICabcd\n-----END CERTIFICATE-----',
    },
    { name: 'nothing known', fault: 'unrecognized', text: 'Dear support, sign-in doesn’t work' },
  ]
}

const SAML = ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

/** Returns a signed response whose name, or each of whose attributes, is encrypted by itself. */
const sealedResponse = (
  { keys, strangers }: Fixture,
  part: 'NameID' | 'Attribute',
  change = (text: string) => text,
) => {
  const element = part === 'NameID' ? 'EncryptedID' : 'EncryptedAttribute'
  const sealed = assertionXml(FACTS).replace(new RegExp(`<saml:${part} [\\s\\S]*?</saml:${part}>`, 'g'), (plain) =>
    encryptedAs(plain.replace(`<saml:${part}`, `$&${SAML}`), strangers.certificate, {
      element,
      cipher: 'aes-256-gcm',
      hash: 'sha1',
    }),
  )
  return encode(signed(responseXml(FACTS, change(sealed)), '_assertion', keys))
}

export const faultsOf = async (fixture: Fixture): Promise<Case[]> => {
  const encrypted = await encryptedResponse(FACTS, fixture.keys, { certificate: fixture.strangers.certificate })
  return [
    ...responseFaults(fixture),
    { name: 'encrypted', fault: 'encryptedWithoutKey', text: encrypted, expected: { hasEncryptionKey: false } },
    {
      name: 'encrypted name',
      fault: 'encryptedWithoutKey',
      text: sealedResponse(fixture, 'NameID'),
      expected: { hasEncryptionKey: false },
    },
    {
      name: 'attributes encrypted in a weak way',
      fault: 'weakEncryption',
      text: sealedResponse(fixture, 'Attribute', (text) =>
        text.replaceAll(/xmlenc11#aes256-gcm/g, 'xmlenc#tripledes-cbc'),
      ),
    },
    ...metadataFaults(fixture),
    ...otherFaults(fixture),
  ]
}

/** Inputs in which no fault may be found. */
export const goodInputs = async (fixture: Fixture): Promise<Case[]> => {
  const { keys, strangers } = fixture
  const good = response(fixture)
  const wrapped =
    encode(good)
      .match(/.{1,76}/g)
      ?.join('\n') ?? ''
  const responseSigned = signed(responseXml(FACTS, assertionXml(FACTS)), '_response', keys)
  return [
    { name: 'response as base64', text: encode(good) },
    { name: 'response as XML', text: good },
    { name: 'response in lines', text: wrapped },
    { name: 'response as a form sends it', text: `SAMLResponse=${encodeURIComponent(encode(good))}&RelayState=x` },
    { name: 'signed response', text: encode(responseSigned) },
    { name: 'encrypted response', text: await encryptedResponse(FACTS, keys, { certificate: strangers.certificate }) },
    { name: 'response with an encrypted name', text: sealedResponse(fixture, 'NameID') },
    { name: 'response with encrypted attributes', text: sealedResponse(fixture, 'Attribute') },
    { name: 'metadata', text: metadataXml('https://idp.test', keys.certificate) },
    { name: 'certificate as PEM', text: keys.certificate },
    { name: 'certificate as base64', text: keys.certificate.replace(/-----[^-]+-----|\s/g, '') },
    { name: 'discovery document', text: JSON.stringify(DISCOVERY), expected: { issuer: 'https://idp.test/' } },
    {
      name: 'discovery URL',
      text: 'https://idp.test/.well-known/openid-configuration',
      expected: { issuer: 'https://idp.test' },
    },
    { name: 'issuer', text: 'https://idp.test/tenant/' },
  ]
}
