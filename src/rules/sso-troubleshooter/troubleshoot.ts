import { authorization } from '../../contract/authorization.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { certificatesIn, checkCertificate, checkCertificateText, dateOf } from './check-certificate.ts'
import { checkResponse } from './check-response.ts'
import { bytesOf, fieldOf, inflate, utf8Of } from './decode.ts'
import { createReport, type Diagnosis, type Expected, type FaultId, type InputKind, type Report } from './findings.ts'
import { allOf, childOf, childrenOf, parseXml, TooLargeError, timeOf, type XmlElement } from './xml-tree.ts'

const WELL_KNOWN = authorization.getProviderMetadata.path
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
/** Loopback, private and link-local networks (RFC 1918, RFC 4193), and names without a dot. */
const INNER = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[(::1|f[cd]|fe80)|[^.[\]]+$)/i

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const bare = (url: string): string => url.replace(/\/+$/, '')

const checkUrl = ({ add }: Report, value: string): URL | undefined => {
  if (!URL.canParse(value)) {
    add('discoveryMalformed', { found: value })
    return undefined
  }
  const url = new URL(value)
  if (url.protocol !== 'https:') add('httpUrl', { found: value })
  if (INNER.test(url.hostname)) add('innerUrl', { found: url.hostname })
  return url
}

/** Checks a discovery URL or an issuer without requesting it. */
export const checkDiscoveryUrl = (report: Report, text: string, { issuer }: Expected): void => {
  const url = checkUrl(report, text)
  if (!url) return
  const isDiscovery = url.pathname.endsWith(WELL_KNOWN)
  if (!isDiscovery && (/\.well-known|openid-configuration/.test(url.href) || url.search !== '' || url.hash !== '')) {
    report.add('discoveryUrl', { found: text, expected: WELL_KNOWN })
  }
  const found = bare(text.slice(0, isDiscovery ? -WELL_KNOWN.length : undefined))
  if (issuer && found !== bare(issuer)) report.add('discoveryIssuer', { found, expected: issuer })
}

const checkSupport = ({ add }: Report, document: Readonly<Record<string, unknown>>): void => {
  const has = (name: string) => Array.isArray(document[name])
  const lists = (name: string, wanted: string) => listOf(document[name]).includes(wanted)
  if (has('response_types_supported') && !lists('response_types_supported', 'code')) add('noCodeFlow')
  if (has('code_challenge_methods_supported') && !lists('code_challenge_methods_supported', 'S256')) add('noPkce')
  if (has('scopes_supported') && !lists('scopes_supported', 'email')) add('noEmailScope')
  const algorithms = listOf(document.id_token_signing_alg_values_supported)
  if (algorithms.length > 0 && !algorithms.some((each) => /^(RS|PS|ES|EdDSA)/.test(each))) {
    add('noSignedIdToken', { found: algorithms.join(', ') })
  }
}

/** Checks a discovery document (OpenID Connect Discovery 1.0 §3). */
export const checkDiscovery = (report: Report, text: string, expected: Expected): void => {
  const { add } = report
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    add('discoveryMalformed', { found: '' })
    return
  }
  if (!isRecord(document)) {
    add('discoveryMalformed', { found: '' })
    return
  }
  const { issuer } = document
  if (typeof issuer !== 'string' || issuer === '') add('noIssuer')
  else if (expected.issuer && bare(issuer) !== bare(expected.issuer)) {
    add('discoveryIssuer', { found: issuer, expected: expected.issuer })
  }
  for (const name of ENDPOINTS) {
    const url = document[name]
    if (typeof url !== 'string' || url === '') add('endpointMissing', { found: name })
    else checkUrl(report, url)
  }
  checkSupport(report, document)
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const checkKeys = (report: Report, provider: XmlElement, expected: Expected): void => {
  const signing = childrenOf(provider, 'KeyDescriptor').filter(({ attributes }) => attributes.use !== 'encryption')
  const certificates = signing
    .flatMap((key) => allOf(key, 'X509Certificate'))
    .flatMap(({ text }) => certificatesIn(text))
  if (certificates.length === 0) {
    report.add('noSigningCertificate')
    return
  }
  const known = expected.certificates ? certificatesIn(expected.certificates) : []
  if (known.length > 0 && !certificates.some((each) => known.includes(each))) report.add('wrongCertificate')
  for (const certificate of certificates) checkCertificate(report, certificate, expected)
}

const checkServices = ({ add }: Report, provider: XmlElement): void => {
  const services = childrenOf(provider, 'SingleSignOnService').map(({ attributes }) => attributes)
  if (services.length === 0) {
    add('noSignInUrl')
    return
  }
  const redirect = services.find(({ Binding }) => Binding === REDIRECT)
  if (!redirect)
    add('noRedirectBinding', { found: services.map(({ Binding = '' }) => Binding.replace(/^.*:/, '')).join(', ') })
  const plain = services.find(({ Location = '' }) => Location.startsWith('http://'))
  if (plain) add('httpUrl', { found: plain.Location ?? '' })
}

/** Checks an identity provider's metadata (SAML Metadata 2.4.3). */
const checkMetadata = (report: Report, root: XmlElement, expected: Expected): void => {
  const { add } = report
  const entities = allOf(root, 'EntityDescriptor')
  const entity = entities.find((each) => childOf(each, 'IDPSSODescriptor')) ?? entities[0]
  if (entities.filter((each) => childOf(each, 'IDPSSODescriptor')).length > 1) {
    add('severalEntities', { found: String(entities.length) })
    return
  }
  const provider = childOf(entity, 'IDPSSODescriptor')
  if (!provider) {
    add(childOf(entity, 'SPSSODescriptor') ? 'serviceProviderMetadata' : 'noIdentityProvider')
    return
  }
  const entityId = entity?.attributes.entityID
  if (!entityId) add('noEntityId')
  else if (expected.idpEntityId && entityId !== expected.idpEntityId) {
    add('metadataIssuer', { found: entityId, expected: expected.idpEntityId })
  }
  const end = timeOf(entity, 'validUntil') ?? timeOf(root, 'validUntil')
  if (end !== undefined && end <= expected.now) add('metadataExpired', { date: dateOf(end) })
  checkKeys(report, provider, expected)
  checkServices(report, provider)
}

/** Real documents are below 100 KB. */
const MAX_LENGTH = 300_000
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
/** Base64 of "0\x82", with which every certificate begins. */
const BARE_CERTIFICATE = /^MI[I-L]/
const REQUESTS = ['AuthnRequest', 'LogoutRequest', 'LogoutResponse']

const only = (kind: InputKind, id?: FaultId): Diagnosis => ({ kind, findings: id ? [{ id, values: {} }] : [] })

const treeOf = ({ add }: Report, text: string): XmlElement | undefined => {
  const isHtml = /<!DOCTYPE html|<html[\s>]/i.test(text)
  try {
    const root = /<!DOCTYPE|<!ENTITY/i.test(text) ? undefined : parseXml(text)
    if (!root && isHtml) add('htmlPasted')
    else if (!root) add(/<!DOCTYPE|<!ENTITY/i.test(text) ? 'doctype' : 'xmlMalformed')
    return root
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error
    add('tooLarge')
    return undefined
  }
}

const kindOfXml = (text: string): InputKind =>
  /EntityDescriptor|EntitiesDescriptor/.test(text.slice(0, 5_000)) ? 'metadata' : 'response'

const checkXml = (report: Report, text: string, expected: Expected): Diagnosis => {
  const { findings, add } = report
  const kind = kindOfXml(text)
  const root = treeOf(report, text)
  if (!root) return { kind, findings }
  if (kind === 'metadata') {
    checkMetadata(report, root, expected)
    return { kind, findings }
  }
  if (root.name === 'html') add('htmlPasted')
  else if (REQUESTS.includes(root.name)) add('requestPasted', { found: root.name })
  else if (/^RequestSecurityTokenResponse/.test(root.name)) add('oldProtocol')
  else if (root.name === 'Response') {
    const user = checkResponse(report, root, expected)
    return { kind, findings, ...(user && { user }) }
  } else add('unrecognized')
  return { kind, findings }
}

/** Checks a message as a form or a URL encodes it. */
const checkEncoded = async (text: string, expected: Expected): Promise<Diagnosis> => {
  const report = createReport()
  const { findings, add } = report
  const { name, value } = fieldOf(text)
  const bytes = bytesOf(value)
  if (!bytes) return only(name ? 'response' : 'unknown', name ? 'base64Damaged' : 'unrecognized')
  const plain = utf8Of(bytes)
  if (plain?.trimStart().startsWith('<')) return checkXml(report, plain.trimStart(), expected)
  const inflated = await inflate(bytes)
  const xml = inflated && utf8Of(inflated)
  if (!xml?.trimStart().startsWith('<')) {
    add(name ? 'inflateDamaged' : 'base64Damaged')
    return { kind: 'response', findings }
  }
  const diagnosis = checkXml(report, xml, expected)
  if (/^<[^>]*\bResponse[\s>]/.test(xml.trimStart())) add('redirectBinding')
  return diagnosis
}

const checkCertificateInput = (text: string, expected: Expected): Diagnosis => {
  const report = createReport()
  checkCertificateText(report, text, expected)
  return { kind: 'certificate', findings: report.findings }
}

const checkUrlOrDocument = (text: string, expected: Expected): Diagnosis => {
  const report = createReport()
  const isDocument = /^[{[]/.test(text)
  if (isDocument) checkDiscovery(report, text, expected)
  else checkDiscoveryUrl(report, text, expected)
  return { kind: isDocument ? 'discovery' : 'url', findings: report.findings }
}

/**
 * Detects the kind of a pasted text and its faults. Nothing is requested or sent; times and values are compared with
 * what the connection expects.
 */
export const troubleshoot = async (pasted: string, expected: Expected): Promise<Diagnosis> => {
  const text = pasted.replace(/^\uFEFF/, '').trim()
  if (text === '') return only('unknown', 'unrecognized')
  if (text.length > MAX_LENGTH) return only('unknown', 'tooLarge')
  if (PRIVATE_KEY.test(text)) return only('certificate', 'privateKeyPasted')
  if (/-----BEGIN /.test(text)) return checkCertificateInput(text, expected)
  if (text.startsWith('<')) return checkXml(createReport(), text, expected)
  if (/\bSAML(Response|Request)=/.test(text)) return checkEncoded(text, expected)
  if (/^[{[]/.test(text) || /^https?:\/\//i.test(text)) return checkUrlOrDocument(text, expected)
  return BARE_CERTIFICATE.test(text) ? checkCertificateInput(text, expected) : checkEncoded(text, expected)
}
