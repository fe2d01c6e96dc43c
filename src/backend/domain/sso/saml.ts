import { type AttributeMapping, mappedUser } from '../../../rules/saml-attributes.ts'
import type { SamlProblem } from '../../../rules/saml-problem.ts'
import type { SamlFacts } from '../../ports/saml.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'

interface SamlExpectation {
  acsUrl: string
  spEntityId: string
  /** `''` accepts any issuer that signs with the key. */
  idpEntityId: string
  /** Id of the request of ours; `undefined` only where the provider may begin by itself. */
  requestId: string | undefined
  now: number
  requireEncryption?: boolean
  /** How far the provider's clock may be ahead or behind. */
  toleranceMs: number
  /** The user must have authenticated there since then. */
  since?: number | undefined
}

/** Whether a sign-in is new enough is a question of security, so a tolerant connection isn't tolerant there. */
const FRESHNESS_SKEW_MS = 30_000
/** An assertion is used at once; its id is remembered for longer than this. */
const MAX_AGE_MS = 10 * 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

interface Interval {
  notBefore?: number | undefined
  notOnOrAfter: number | undefined
}

const isOpen = ({ notBefore: from, notOnOrAfter: until }: Interval, { now, toleranceMs }: SamlExpectation): boolean =>
  (from === undefined || from <= now + toleranceMs) && (until === undefined || until > now - toleranceMs)

/** SAML Profiles 4.1.4.3: at least one bearer confirmation must fit in every respect. */
const isConfirmed = ({ confirmations }: SamlFacts, expected: SamlExpectation): boolean =>
  confirmations.some(
    ({ method, recipient, inResponseTo, notBefore, notOnOrAfter }) =>
      method === BEARER &&
      recipient === expected.acsUrl &&
      inResponseTo === expected.requestId &&
      notBefore === undefined &&
      notOnOrAfter !== undefined &&
      isOpen({ notOnOrAfter }, expected),
  )

/** Why a signed assertion is not taken, or `undefined` when it is. */
export const samlProblem = (facts: SamlFacts, expected: SamlExpectation): SamlProblem | undefined => {
  const { response, audiences } = facts
  const { acsUrl, spEntityId, idpEntityId, requestId, now, toleranceMs } = expected
  if (response.status !== SUCCESS) return 'status'
  if (response.destination !== undefined && response.destination !== acsUrl) return 'destination'
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

/** Sent by Microsoft Entra ID in place of more than 150 groups: where to ask for them. */
const GROUPS_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link'

/** False is a refusal, as in OpenID Connect; without a word the owner of the domain vouches for the email. */
const verificationIn = (attributes: SamlFacts['attributes']): false | undefined => {
  const [, values] = Object.entries(attributes).find(([name]) => /^email_?verified$/i.test(name)) ?? []
  return values?.[0]?.toLowerCase() === 'false' ? false : undefined
}

/** Who the assertion is about, and in which session of the provider. */
export const samlIdentity = (facts: SamlFacts, mapping?: AttributeMapping): ForeignIdentity => {
  const { email, name, groups } = mappedUser(facts, mapping)
  const { nameId, nameIdFormat, sessionIndex, attributes } = facts
  const areElsewhere =
    groups.length === 0 && Object.keys(attributes).some((each) => each.toLowerCase() === GROUPS_ELSEWHERE)
  return {
    subject: nameId,
    email,
    emailVerified: verificationIn(attributes),
    name,
    groups,
    ...(areElsewhere && { areGroupsUnknown: true }),
    session: { nameIdFormat, sessionIndex },
  }
}
