import { DOMParser } from '@xmldom/xmldom'
import { joinedAttributes } from '../../rules/saml-attributes.ts'
import type { SamlProblem } from '../../rules/saml-problem.ts'
import { utcTimeOf } from '../../rules/utc-time.ts'
import type { SamlClaims, SamlFacts } from '../ports/saml.ts'
import { DIGEST_METHODS, SIGNATURE_METHODS } from './saml-algorithms.ts'

export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
/**
 * Real responses are smaller than 30 KB without their groups. Verifying many elements is slow and blocks the event
 * loop, and anyone may post a response; within these limits it takes less than 50 ms.
 */
const ORDINARY = { length: 128_000, elements: 400, attributes: 1_000 }
/** Each value, such as a group, may be in its own element, which names its type and namespaces. */
const PER_VALUE = { length: 400, elements: 2, attributes: 6 }
const MAX_VALUES = 5_000
const MAX_DEPTH = 64

const ALGORITHMS = [
  ...SIGNATURE_METHODS,
  ...DIGEST_METHODS,
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
]

/** The response is readable but is not processed any further. */
export class SamlShapeError extends TypeError {
  override readonly name = 'SamlShapeError'
  constructor(readonly problem: SamlProblem) {
    super('This is not an acceptable response')
  }
}

export const refuse = (problem: SamlProblem = 'unreadable'): never => {
  throw new SamlShapeError(problem)
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const valuesIn = (text: string): number => countOf(text, /<(?:[\w.-]+:)?AttributeValue[\s/>]/g)

const isWithin = (text: string, values: number): boolean =>
  text.length <= ORDINARY.length + values * PER_VALUE.length &&
  countOf(text, /<[^/?]/g) <= ORDINARY.elements + values * PER_VALUE.elements &&
  countOf(text, /=\s*["']/g) <= ORDINARY.attributes + values * PER_VALUE.attributes

/** Returns whether an assertion has too many values; the provider should be configured to send fewer groups. */
export const hasTooManyValues = (text: string): boolean => valuesIn(text) > MAX_VALUES

/** Returns whether XML is so large that the signing key is checked quickly before it is verified. */
export const isLarge = (text: string): boolean => !isWithin(text, 0)

const ENCRYPTED = /<(?:[\w.-]+:)?Encrypted(?:Assertion|ID|Attribute)[\s/>]/

/** Returns whether XML is within the limits. Encrypted values can't be counted, and take no time to parse. */
const isSmall = (text: string): boolean => {
  const values = valuesIn(text)
  return values <= MAX_VALUES && isWithin(text, ENCRYPTED.test(text) ? MAX_VALUES : values)
}

/** Allows no DTD, entity, comment, CDATA or processing instruction, because parsers disagree about all of them. */
const isPlain = (text: string): boolean => isSmall(text) && !/<!|<\?(?!xml\s)/i.test(text) && !/(?!^)<\?/.test(text)

const depthOf = (element: Element, depth = 1): number => {
  if (depth > MAX_DEPTH) return refuse()
  return elementsIn(element).reduce((deepest, child) => Math.max(deepest, depthOf(child, depth + 1)), depth)
}

/** Parses strictly; throws unless the text is plain, well-formed XML. */
export const parseXml = (text: string): Element => {
  if (!isPlain(text)) return refuse()
  const fail = () => refuse()
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
  const root = parser.parseFromString(text, 'text/xml')?.documentElement
  if (!root) return refuse()
  depthOf(root)
  return root
}

const elementsIn = (parent: Element): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1)

export const childrenOf = (parent: Element, namespace: string, name: string): Element[] =>
  elementsIn(parent).filter(({ localName, namespaceURI }) => localName === name && namespaceURI === namespace)

export const everywhere = (root: Element, name: string): Element[] => Array.from(root.getElementsByTagNameNS('*', name))

export const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined

export const textOf = (element: Element | undefined): string => (element?.textContent ?? '').trim()

export const timeOf = (element: Element | undefined, name: string): number | undefined => {
  const text = attributeOf(element, name)
  if (text === undefined) return undefined
  const time = utcTimeOf(text)
  // A time that cannot be read counts as past.
  return Number.isNaN(time) ? 0 : time
}

/** The elements of a response, each at its required place and only once. */
export interface ResponseShape {
  root: Element
  /** A plain or an encrypted assertion. */
  assertion: Element
  isEncrypted: boolean
  isResponseSigned: boolean
  /** Unknown for an encrypted assertion until it is opened. */
  isAssertionSigned: boolean
}

const only = (found: readonly Element[], parent: Element): Element =>
  found.length === 1 && found[0]?.parentNode === parent ? found[0] : refuse()

/** Asserts that every id is unique and on an element that may be signed or referenced. */
const assertUniqueIds = (root: Element): void => {
  const ids = [root, ...everywhere(root, '*')].flatMap((element) =>
    [element.getAttribute('ID') || [], element.getAttribute('Id') || []].flat(),
  )
  if (new Set(ids).size !== ids.length) refuse()
}

/**
 * Returns the signed elements. Signature wrapping needs a misplaced or second signature, so each signature must be a
 * direct child of one of these elements, which may have only one.
 */
export const signedOnes = (root: Element, signable: readonly Element[]): ReadonlySet<Element> => {
  assertUniqueIds(root)
  const signatures = everywhere(root, 'Signature')
  const direct = signable.map((element) => childrenOf(element, SIGNATURE, 'Signature'))
  if (direct.some(({ length }) => length > 1) || signatures.length !== direct.flat().length) return refuse()
  const algorithms = signatures.flatMap((signature) =>
    everywhere(signature, '*').flatMap((each) => each.getAttribute('Algorithm') || []),
  )
  if (!algorithms.every((algorithm) => ALGORITHMS.includes(algorithm))) return refuse('algorithm')
  return new Set(signable.filter((_, at) => direct[at]?.length === 1))
}

/** Refuses a second assertion, a second id and a misplaced signature, because signature wrapping needs one of them. */
export const shapeOf = (root: Element): ResponseShape => {
  if (root.localName !== 'Response' || root.namespaceURI !== PROTOCOL || !root.getAttribute('ID')) return refuse()
  if (everywhere(root, 'Response').length > 0) return refuse()
  const encrypted = everywhere(root, 'EncryptedAssertion')
  const assertion = only([...everywhere(root, 'Assertion'), ...encrypted], root)
  if (assertion.namespaceURI !== ASSERTION) return refuse()
  const isEncrypted = encrypted.length === 1
  const signed = signedOnes(root, isEncrypted ? [root] : [root, assertion])
  if (signed.size === 0 && !isEncrypted) return refuse('unsigned')
  return {
    root,
    assertion,
    isEncrypted,
    isResponseSigned: signed.has(root),
    isAssertionSigned: signed.has(assertion),
  }
}

const namedCertificates = (signed: Element): string[] =>
  childrenOf(signed, SIGNATURE, 'Signature')
    .flatMap((signature) => everywhere(signature, 'X509Certificate'))
    .map((certificate) => textOf(certificate).replace(/\s/g, ''))

/**
 * Reads the unverified claims. An encrypted assertion hides its issuer, so the response around it must name the same
 * one.
 */
export const claimsOf = ({ root, assertion, isEncrypted }: ResponseShape): SamlClaims => ({
  isEncrypted,
  certificates: [...new Set([root, ...(isEncrypted ? [] : [assertion])].flatMap(namedCertificates))],
  issuer: textOf(childrenOf(isEncrypted ? root : assertion, ASSERTION, 'Issuer')[0]),
  inResponseTo: attributeOf(root, 'InResponseTo'),
})

const confirmationOf = (confirmation: Element): SamlFacts['confirmations'][number] => {
  const [data] = childrenOf(confirmation, ASSERTION, 'SubjectConfirmationData')
  return {
    method: attributeOf(confirmation, 'Method') ?? '',
    recipient: attributeOf(data, 'Recipient'),
    inResponseTo: attributeOf(data, 'InResponseTo'),
    notBefore: timeOf(data, 'NotBefore'),
    notOnOrAfter: timeOf(data, 'NotOnOrAfter'),
  }
}

/** Returns the values of attributes by their `Name` or `FriendlyName`. */
const attributesBy = (attributes: readonly Element[], key: 'Name' | 'FriendlyName'): SamlFacts['attributes'] =>
  joinedAttributes(
    attributes.map((attribute) => ({
      name: attributeOf(attribute, key) ?? '',
      values: childrenOf(attribute, ASSERTION, 'AttributeValue').map(textOf),
    })),
  )

const authenticationOf = (assertion: Element) => {
  const [statement] = childrenOf(assertion, ASSERTION, 'AuthnStatement')
  const context = statement && childrenOf(statement, ASSERTION, 'AuthnContext')[0]
  return {
    authenticatedAt: timeOf(statement, 'AuthnInstant'),
    authnContext: textOf(context && childrenOf(context, ASSERTION, 'AuthnContextClassRef')[0]),
    sessionIndex: attributeOf(statement, 'SessionIndex') ?? '',
  }
}

/** Readers for the parts of an assertion that a provider may encrypt one by one. */
export interface PartReaders {
  nameIn(subject: Element): Element | undefined
  attributesIn(assertion: Element): { attributes: readonly Element[]; areAllRead: boolean }
}

/** Reads the verified assertion, and the facts of the response around it. */
export const factsOf = (
  assertion: Element,
  { root, isEncrypted }: ResponseShape,
  { nameIn, attributesIn }: PartReaders,
): SamlFacts => {
  const subjects = childrenOf(assertion, ASSERTION, 'Subject')
  const conditions = childrenOf(assertion, ASSERTION, 'Conditions')
  const [subject] = subjects
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== ASSERTION) return refuse()
  if (subjects.length !== 1 || conditions.length !== 1 || !subject) return refuse()
  const nameId = nameIn(subject)
  const { attributes, areAllRead } = attributesIn(assertion)
  const status = childrenOf(root, PROTOCOL, 'Status').flatMap((each) => childrenOf(each, PROTOCOL, 'StatusCode'))
  const [responseIssuer] = childrenOf(root, ASSERTION, 'Issuer')
  return {
    issuer: textOf(childrenOf(assertion, ASSERTION, 'Issuer')[0]),
    assertionId: attributeOf(assertion, 'ID') ?? '',
    issuedAt: timeOf(assertion, 'IssueInstant') ?? 0,
    nameId: textOf(nameId),
    nameIdFormat: attributeOf(nameId, 'Format') ?? '',
    audiences: childrenOf(conditions[0] ?? assertion, ASSERTION, 'AudienceRestriction').map((restriction) =>
      childrenOf(restriction, ASSERTION, 'Audience').map(textOf),
    ),
    notBefore: timeOf(conditions[0], 'NotBefore'),
    notOnOrAfter: timeOf(conditions[0], 'NotOnOrAfter'),
    confirmations: childrenOf(subject, ASSERTION, 'SubjectConfirmation').map(confirmationOf),
    attributes: attributesBy(attributes, 'Name'),
    friendlyNames: attributesBy(attributes, 'FriendlyName'),
    ...(!areAllRead && { hasSealedAttributes: true }),
    ...authenticationOf(assertion),
    isEncrypted,
    response: {
      destination: attributeOf(root, 'Destination'),
      inResponseTo: attributeOf(root, 'InResponseTo'),
      issuer: responseIssuer && textOf(responseIssuer),
      status: status.length === 1 ? (attributeOf(status[0], 'Value') ?? '') : '',
    },
  }
}
