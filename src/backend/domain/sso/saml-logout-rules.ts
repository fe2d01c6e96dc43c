import { isSameUrl } from '../../../rules/same-url.ts'
import type { SamlLogout, SamlLogoutRequest } from '../../ports/saml.ts'
import type { SamlSessionRecord } from '../../store/records.ts'

interface LogoutExpectation {
  /** Our own URL for logout messages. */
  destination: string
  idpEntityId: string
  /** The id of our request that a response belongs to. */
  requestId?: string
  now: number
  /** The accepted difference between clocks. */
  toleranceMs: number
}

/** The maximum age of a message; message ids are remembered for longer. */
const MAX_AGE_MS = 10 * 60_000
const SUCCESS = ['Success', 'PartialLogout'].map((name) => `urn:oasis:names:tc:SAML:2.0:status:${name}`)
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

const kindProblem = (logout: SamlLogout, { requestId, now, toleranceMs }: LogoutExpectation): string | undefined => {
  if (logout.kind === 'response') {
    if (logout.inResponseTo !== requestId) return 'inResponseTo'
    return SUCCESS.includes(logout.status) ? undefined : 'status'
  }
  if (logout.notOnOrAfter !== undefined && logout.notOnOrAfter <= now - toleranceMs) return 'time'
  return logout.nameId === '' ? 'subject' : undefined
}

/**
 * Returns the reason, for the log, why a signed logout message is refused (SAML Profiles 4.4.4), if there is one. A
 * signed message names its destination.
 */
export const logoutProblem = (logout: SamlLogout, expected: LogoutExpectation): string | undefined => {
  const { destination, idpEntityId, now, toleranceMs } = expected
  if (!isSameUrl(logout.destination, destination)) return 'destination'
  if (idpEntityId === '' || logout.issuer !== idpEntityId) return 'issuer'
  if (logout.issuedAt < now - MAX_AGE_MS || logout.issuedAt > now + toleranceMs) return 'age'
  return kindProblem(logout, expected)
}

const isSameFormat = (left: string, right: string): boolean =>
  left === right || [left, right].some((format) => format === '' || format === UNSPECIFIED)

/** Returns whether a logout request names the provider session that a session here came from. */
export const isNamed = (
  { nameId, nameIdFormat, sessionIndexes }: SamlLogoutRequest,
  session: Pick<SamlSessionRecord, 'nameId' | 'nameIdFormat' | 'sessionIndex'>,
): boolean =>
  session.nameId === nameId &&
  isSameFormat(session.nameIdFormat, nameIdFormat) &&
  (sessionIndexes.length === 0 || sessionIndexes.includes(session.sessionIndex))
