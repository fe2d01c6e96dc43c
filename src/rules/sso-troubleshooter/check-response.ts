import { type DescribedUser, joinedAttributes, MAPPED_FIELDS, mappedUser } from '../saml-attributes.ts'
import { certificatesIn, checkCertificate } from './check-certificate.ts'
import type { Expected, Report } from './findings.ts'
import { allOf, childOf, childrenOf, timeOf, type XmlElement } from './xml-tree.ts'

const ID_NAMES = ['ID', 'Id', 'AssertionID', 'ResponseID']
const STRONG = /#(rsa|rsa-pss|ecdsa)-sha(256|384|512)(-mgf1)?$|#sha(256|384|512)$/

const algorithmsOf = (signature: XmlElement): string[] =>
  ['SignatureMethod', 'DigestMethod'].flatMap((name) =>
    allOf(signature, name).map(({ attributes }) => attributes.Algorithm ?? ''),
  )

/** Returns whether a signature covers its own parent; otherwise it proves nothing about the content that is read. */
const isInPlace = (signature: XmlElement): boolean => {
  const { parent } = signature
  const uri = childOf(signature, 'SignedInfo', 'Reference')?.attributes.URI ?? ''
  const ids = ID_NAMES.flatMap((name) => parent?.attributes[name] ?? [])
  const isReadable = parent?.name === 'Response' || (parent?.name === 'Assertion' && parent.parent?.name === 'Response')
  return isReadable && uri.startsWith('#') && ids.includes(uri.slice(1))
}

const checkEmbedded = (report: Report, signature: XmlElement, expected: Expected): void => {
  const embedded = allOf(signature, 'X509Certificate').flatMap(({ text }) => certificatesIn(text))
  const known = expected.certificates ? certificatesIn(expected.certificates) : []
  const [first] = embedded
  if (!first) return
  if (known.length > 0 && !embedded.some((certificate) => known.includes(certificate))) report.add('wrongCertificate')
  checkCertificate(report, first, expected)
}

/** Checks the signatures of a response; encrypted content may be signed inside. */
const checkSignatures = (report: Report, response: XmlElement, expected: Expected): void => {
  const { add } = report
  const signatures = allOf(response, 'Signature')
  const isEncrypted = childrenOf(response, 'EncryptedAssertion').length > 0
  if (signatures.length === 0 && !isEncrypted) {
    add('unsigned')
    return
  }
  for (const signature of signatures) {
    const algorithms = algorithmsOf(signature)
    const weak = algorithms.find((algorithm) => !STRONG.test(algorithm))
    if (weak !== undefined) add(/sha1$/.test(weak) ? 'sha1' : 'weakSignature', { found: weak.replace(/^.*#/, '') })
    if (!isInPlace(signature)) add('signatureElsewhere', { found: signature.parent?.name ?? '' })
    checkEmbedded(report, signature, expected)
  }
}

/** Same value as in the backend (`backend/domain/sso/saml.ts`). */
const SKEW_MS = 120_000
const MAX_AGE_MS = 10 * 60_000
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/
/** RSA 1.5 and triple DES. */
const WEAK_ENCRYPTION = /#(rsa-1_5|tripledes-cbc)$/

const checkStatus = ({ add }: Report, response: XmlElement): boolean => {
  const code = childOf(response, 'Status', 'StatusCode')
  const value = code?.attributes.Value ?? ''
  if (value === SUCCESS) return true
  const inner = childOf(code, 'StatusCode')?.attributes.Value ?? value
  const message = childOf(response, 'Status', 'StatusMessage')?.text ?? ''
  add('statusFailed', { found: inner.replace(/^.*:/, '') || '–', message })
  return false
}

const shown = (time: number): string => new Date(time).toISOString().replace('T', ' ').slice(0, 19)

/** Returns the minutes and seconds between two clocks. */
const differenceOf = (milliseconds: number): string => {
  const seconds = Math.round(Math.abs(milliseconds) / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

const checkTimes = ({ add }: Report, assertion: XmlElement, { now }: Expected): void => {
  const conditions = childOf(assertion, 'Conditions')
  const data = allOf(assertion, 'SubjectConfirmationData')
  const ends = [conditions, ...data].flatMap((element) => timeOf(element, 'NotOnOrAfter') ?? [])
  const begin = timeOf(conditions, 'NotBefore')
  const issued = timeOf(assertion, 'IssueInstant')
  const early = [begin, issued].find((time) => time !== undefined && time > now + SKEW_MS)
  if (early !== undefined) {
    add('clockAhead', { found: shown(early), by: differenceOf(early - now) })
    return
  }
  const end = Math.min(...ends)
  if (ends.length > 0 && end <= now - SKEW_MS) {
    add('expired', { found: shown(end), by: differenceOf(now - end) })
    return
  }
  if (issued !== undefined && issued < now - MAX_AGE_MS) add('tooOld', { found: shown(issued) })
}

const checkAudience = ({ add }: Report, assertion: XmlElement, { spEntityId }: Expected): void => {
  const audiences = allOf(childOf(assertion, 'Conditions'), 'Audience').map(({ text }) => text)
  if (audiences.length === 0) {
    add('noAudience', { expected: spEntityId ?? '' })
    return
  }
  if (spEntityId && !audiences.includes(spEntityId)) {
    add('audience', { found: audiences.join(', '), expected: spEntityId })
  }
}

const checkUrls = ({ add }: Report, { response, assertion }: Parts, { acsUrl }: Expected): void => {
  const destination = response.attributes.Destination
  const confirmations = allOf(assertion, 'SubjectConfirmation').filter(({ attributes }) => attributes.Method === BEARER)
  const recipients = confirmations.flatMap(
    (each) => childOf(each, 'SubjectConfirmationData')?.attributes.Recipient ?? [],
  )
  if (acsUrl && destination && destination !== acsUrl) add('destination', { found: destination, expected: acsUrl })
  if (assertion && recipients.length === 0) add('noRecipient', { expected: acsUrl ?? '' })
  else if (acsUrl && assertion && !recipients.includes(acsUrl))
    add('recipient', { found: recipients.join(', '), expected: acsUrl })
  const plain = [destination, ...recipients].find((url) => url?.startsWith('http://') && url !== acsUrl)
  if (plain) add('httpUrl', { found: plain })
}

interface Parts {
  response: XmlElement
  assertion: XmlElement | undefined
}

const checkIssuer = ({ add }: Report, { response, assertion }: Parts, { idpEntityId }: Expected): void => {
  const found = childOf(assertion ?? response, 'Issuer')?.text ?? childOf(response, 'Issuer')?.text ?? ''
  if (idpEntityId && found !== idpEntityId) add('issuer', { found: found || '–', expected: idpEntityId })
}

const describedUser = (assertion: XmlElement): DescribedUser => {
  const nameId = childOf(assertion, 'Subject', 'NameID')
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((each) => childrenOf(each, 'Attribute'))
  const by = (key: 'Name' | 'FriendlyName') =>
    joinedAttributes(
      attributes.map((each) => ({
        name: each.attributes[key] ?? '',
        values: childrenOf(each, 'AttributeValue').map(({ text }) => text),
      })),
    )
  return {
    nameId: nameId?.text ?? '',
    nameIdFormat: nameId?.attributes.Format ?? '',
    attributes: by('Name'),
    friendlyNames: by('FriendlyName'),
  }
}

const checkEmail = ({ add }: Report, email: string | undefined, { domains = [], attributes }: Expected): void => {
  const attribute = attributes?.email ?? 'email'
  if (!email) {
    add('noEmail', { attribute })
    return
  }
  if (!EMAIL.test(email)) {
    add('malformedEmail', { found: email, attribute })
    return
  }
  const domain = email.split('@')[1]?.toLowerCase() ?? ''
  if (domains.length > 0 && !domains.includes(domain)) {
    add('emailDomain', { found: domain, expected: domains.join(', ') })
  }
}

const checkUser = (report: Report, user: DescribedUser, expected: Expected): void => {
  const { add } = report
  if (user.nameId === '') add('noNameId')
  else if (user.nameIdFormat === TRANSIENT) add('transientNameId')
  const names = Object.keys({ ...user.attributes, ...user.friendlyNames }).map((name) => name.toLowerCase())
  const missing = MAPPED_FIELDS.flatMap((field) => expected.attributes?.[field] ?? []).find(
    (name) => !names.includes(name.toLowerCase()),
  )
  if (missing) add('mappedAttributeMissing', { expected: missing })
  checkEmail(report, mappedUser(user, expected.attributes).email, expected)
}

const assertionOf = ({ add }: Report, response: XmlElement): XmlElement | undefined => {
  const plain = childrenOf(response, 'Assertion')
  const encrypted = childrenOf(response, 'EncryptedAssertion')
  if (plain.length + encrypted.length > 1) add('severalAssertions', { found: String(plain.length + encrypted.length) })
  if (plain.length + encrypted.length === 0) add('noAssertion')
  return plain[0]
}

/** Checks how an assertion or its parts are encrypted. Returns whether anything is encrypted. */
const checkEncryption = ({ add }: Report, response: XmlElement, { hasEncryptionKey }: Expected): boolean => {
  const encrypted = ['EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute'].flatMap((name) => allOf(response, name))
  if (encrypted.length === 0) return false
  if (hasEncryptionKey === false) add('encryptedWithoutKey')
  const methods = encrypted
    .flatMap((each) => allOf(each, 'EncryptionMethod'))
    .map(({ attributes }) => attributes.Algorithm ?? '')
  const weak = methods.find((method) => WEAK_ENCRYPTION.test(method))
  if (weak) add('weakEncryption', { found: weak.replace(/^.*#/, '') })
  return true
}

/**
 * Checks a response of an identity provider (SAML Profiles 4.1.4). Returns the user it describes, unless the assertion,
 * the name or an attribute is encrypted.
 */
export const checkResponse = (report: Report, root: XmlElement, expected: Expected): DescribedUser | undefined => {
  const { add } = report
  if (root.namespace !== PROTOCOL) {
    add('oldProtocol')
    return undefined
  }
  if (!checkStatus(report, root)) return undefined
  const assertion = assertionOf(report, root)
  const isEncrypted = checkEncryption(report, root, expected)
  const parts = { response: root, assertion }
  checkIssuer(report, parts, expected)
  checkUrls(report, parts, expected)
  if (!root.attributes.InResponseTo && expected.allowIdpInitiated === false) add('unsolicited')
  checkSignatures(report, root, expected)
  if (!assertion) return undefined
  checkTimes(report, assertion, expected)
  checkAudience(report, assertion, expected)
  if (isEncrypted) return undefined
  const user = describedUser(assertion)
  checkUser(report, user, expected)
  return user
}
