import { flagOf } from '../../../rules/claim-flag.ts'
import { isSameUrl } from '../../../rules/same-url.ts'
import { type AttributeMapping, mappedUser } from '../../../rules/saml-attributes.ts'
import type { SamlProblem } from '../../../rules/saml-problem.ts'
import { unambiguousEmail } from '../../../rules/unambiguous-email.ts'
import type { SamlFacts } from '../../ports/saml.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'

interface SamlExpectation {
  acsUrl: string
  spEntityId: string
  /** The provider's entity ID. An empty string accepts any issuer that signs with the key. */
  idpEntityId: string
  /** The id of our request; `undefined` only if the provider may start the sign-in. */
  requestId: string | undefined
  now: number
  requireEncryption?: boolean
  /** The accepted difference to the provider's clock, in both directions. */
  toleranceMs: number
  /** The time after which the user must have authenticated at the provider. */
  since?: number | undefined
}

/**
 * The accepted clock difference for the age of a sign-in. It is a matter of security, so a connection can't make it
 * more tolerant.
 */
const FRESHNESS_SKEW_MS = 30_000
/** The maximum age of an assertion, which is normally used at once; its id is remembered for longer. */
const MAX_AGE_MS = 10 * 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

interface Interval {
  notBefore?: number | undefined
  notOnOrAfter: number | undefined
}

const isOpen = ({ notBefore: from, notOnOrAfter: until }: Interval, { now, toleranceMs }: SamlExpectation): boolean =>
  (from === undefined || from <= now + toleranceMs) && (until === undefined || until > now - toleranceMs)

/** Returns whether at least one bearer confirmation fits in every respect (SAML Profiles 4.1.4.3). */
const isConfirmed = ({ confirmations }: SamlFacts, expected: SamlExpectation): boolean =>
  confirmations.some(
    ({ method, recipient, inResponseTo, notBefore, notOnOrAfter }) =>
      method === BEARER &&
      isSameUrl(recipient, expected.acsUrl) &&
      inResponseTo === expected.requestId &&
      notBefore === undefined &&
      notOnOrAfter !== undefined &&
      isOpen({ notOnOrAfter }, expected),
  )

/** Returns why a signed assertion is refused, or `undefined` if it is accepted. */
export const samlProblem = (facts: SamlFacts, expected: SamlExpectation): SamlProblem | undefined => {
  const { response, audiences } = facts
  const { acsUrl, spEntityId, idpEntityId, requestId, now, toleranceMs } = expected
  if (response.status !== SUCCESS) return 'status'
  if (response.destination !== undefined && !isSameUrl(response.destination, acsUrl)) return 'destination'
  if (response.inResponseTo !== requestId) return 'inResponseTo'
  if (response.issuer !== undefined && response.issuer !== facts.issuer) return 'issuer'
  if (idpEntityId !== '' && facts.issuer !== idpEntityId) return 'issuer'
  if (audiences.length === 0 || !audiences.every((names) => names.includes(spEntityId))) return 'audience'
  if (!isOpen(facts, expected)) return 'time'
  if (facts.issuedAt < now - MAX_AGE_MS || facts.issuedAt > now + toleranceMs) return 'age'
  if (!isConfirmed(facts, expected)) return 'subject confirmation'
  if (expected.requireEncryption && !facts.isEncrypted) return 'encryption'
  if (expected.since !== undefined && (facts.authenticatedAt ?? 0) < expected.since - FRESHNESS_SKEW_MS)
    return 'old sign-in'
  return facts.nameId === '' || facts.assertionId === '' ? 'subject' : undefined
}

/** Microsoft Entra ID sends this link instead of more than 150 groups. */
const GROUPS_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link'

/** Matches the names of the attribute, with or without a namespace. */
const VERIFIED = /(?:^|[/:#.])e?mail[_\s.-]?verified$/i

/**
 * Reads the verification of the email. An explicit false refuses it, as in OpenID Connect; without a value, the owner
 * of the domain vouches for the email.
 */
const verificationIn = (attributes: SamlFacts['attributes']): false | undefined => {
  const sent = Object.entries(attributes).filter(([name]) => VERIFIED.test(name))
  return sent.some(([, values]) => flagOf(values) === false) ? false : undefined
}

/** Returns the user that the assertion is about, and their session at the provider. */
export const samlIdentity = (facts: SamlFacts, mapping?: AttributeMapping): ForeignIdentity => {
  const { email, isEmailByName, name, groups } = mappedUser(facts, mapping)
  const { nameId, nameIdFormat, sessionIndex, attributes, hasSealedAttributes } = facts
  const areElsewhere = Object.keys(attributes).some((each) => each.toLowerCase() === GROUPS_ELSEWHERE)
  const areUnknown = groups.length === 0 && (areElsewhere || hasSealedAttributes)
  return {
    subject: nameId,
    email: unambiguousEmail(email),
    emailVerified: verificationIn(attributes),
    ...(isEmailByName && { isEmailByName }),
    name,
    groups,
    ...(areUnknown && { areGroupsUnknown: true }),
    ...(hasSealedAttributes && { hasSealedAttributes }),
    session: { nameIdFormat, sessionIndex },
  }
}
