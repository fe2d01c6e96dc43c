import type { SamlFacts } from '../../sso-ports.ts'

export interface SamlExpectation {
  acsUrl: string
  spEntityId: string
  /** `''` accepts any issuer that signs with the key. */
  idpEntityId: string
  /** Id of the request of ours; `undefined` only where the provider may begin by itself. */
  requestId: string | undefined
  now: number
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

/** Why a signed assertion is not taken, or `undefined` when it is; the reason is for the audit log only. */
export const samlProblem = (facts: SamlFacts, expected: SamlExpectation): string | undefined => {
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
  return facts.nameId === '' || facts.assertionId === '' ? 'subject' : undefined
}

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
/** What identity providers call these; compared without regard to case. */
const EMAIL_NAMES = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const NAME_NAMES = [
  'name',
  'displayname',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
]
const GROUP_NAMES = ['groups', 'group', 'memberof', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups']

const valuesOf = ({ attributes }: SamlFacts, names: readonly string[]): readonly string[] => {
  const found = Object.entries(attributes).find(([name]) => names.includes(name.toLowerCase()))
  return found?.[1] ?? []
}

/** Who the assertion is about. */
export const samlIdentity = (facts: SamlFacts) => {
  const fromName = facts.nameIdFormat === EMAIL_FORMAT || facts.nameId.includes('@') ? facts.nameId : undefined
  return {
    subject: facts.nameId,
    email: valuesOf(facts, EMAIL_NAMES)[0] ?? fromName,
    emailVerified: undefined,
    name: valuesOf(facts, NAME_NAMES)[0],
    groups: valuesOf(facts, GROUP_NAMES),
  }
}
