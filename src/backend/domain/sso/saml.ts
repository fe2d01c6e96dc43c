import { type AttributeMapping, mappedUser } from '../../../rules/saml-attributes.ts'
import type { SamlProblem } from '../../../rules/saml-problem.ts'
import type { SamlFacts } from '../../saml-ports.ts'
import type { ForeignIdentity } from '../../sso-ports.ts'

export interface SamlExpectation {
  acsUrl: string
  spEntityId: string
  /** `''` accepts any issuer that signs with the key. */
  idpEntityId: string
  /** Id of the request of ours; `undefined` only where the provider may begin by itself. */
  requestId: string | undefined
  now: number
  requireEncryption?: boolean
  /** The user must have authenticated there since then. */
  since?: number | undefined
}

/** Clocks may differ by this much. */
const SKEW_MS = 30_000
/** An assertion is used at once; its id is remembered for longer than this. */
const MAX_AGE_MS = 10 * 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const isOpen = (from: number | undefined, until: number | undefined, now: number): boolean =>
  (from === undefined || from <= now + SKEW_MS) && (until === undefined || until > now - SKEW_MS)

/** SAML Profiles 4.1.4.3: at least one bearer confirmation must fit in every respect. */
const isConfirmed = ({ confirmations }: SamlFacts, { acsUrl, requestId, now }: SamlExpectation): boolean =>
  confirmations.some(
    ({ method, recipient, inResponseTo, notBefore, notOnOrAfter }) =>
      method === BEARER &&
      recipient === acsUrl &&
      inResponseTo === requestId &&
      notBefore === undefined &&
      notOnOrAfter !== undefined &&
      isOpen(undefined, notOnOrAfter, now),
  )

/** Why a signed assertion is not taken, or `undefined` when it is. */
export const samlProblem = (facts: SamlFacts, expected: SamlExpectation): SamlProblem | undefined => {
  const { response, audiences } = facts
  const { acsUrl, spEntityId, idpEntityId, requestId, now } = expected
  if (response.status !== SUCCESS) return 'status'
  if (response.destination !== undefined && response.destination !== acsUrl) return 'destination'
  if (response.inResponseTo !== requestId) return 'inResponseTo'
  if (response.issuer !== undefined && response.issuer !== facts.issuer) return 'issuer'
  if (idpEntityId !== '' && facts.issuer !== idpEntityId) return 'issuer'
  if (audiences.length === 0 || !audiences.every((names) => names.includes(spEntityId))) return 'audience'
  if (!isOpen(facts.notBefore, facts.notOnOrAfter, now)) return 'time'
  if (facts.issuedAt < now - MAX_AGE_MS || facts.issuedAt > now + SKEW_MS) return 'age'
  if (!isConfirmed(facts, expected)) return 'subject confirmation'
  if (expected.requireEncryption && !facts.isEncrypted) return 'encryption'
  if (expected.since !== undefined && (facts.authenticatedAt ?? 0) < expected.since - SKEW_MS) return 'old sign-in'
  return facts.nameId === '' || facts.assertionId === '' ? 'subject' : undefined
}

/** Who the assertion is about, and in which session of the provider. */
export const samlIdentity = (facts: SamlFacts, mapping?: AttributeMapping): ForeignIdentity => {
  const { email, name, groups } = mappedUser(facts, mapping)
  const { nameId, nameIdFormat, sessionIndex } = facts
  return { subject: nameId, email, emailVerified: undefined, name, groups, session: { nameIdFormat, sessionIndex } }
}
