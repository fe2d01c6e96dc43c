/** Reason why an ID token is refused; each names the broken rule of OpenID Connect Core 3.1.3.7 (or 12.2). */
export type IdTokenFault =
  | 'malformed'
  | 'algorithm'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'authorized-party'
  | 'expired'
  | 'issued-at'
  | 'nonce'
  | 'subject'
  | 'access-token-hash'
  | 'authentication-time'

export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
  constructor(readonly fault: IdTokenFault) {
    super(`The ID token was refused: ${fault}`)
  }
}

export interface IdTokenExpectation {
  /** Accepted issuers, compared exactly; one provider may be listed with and without its path prefix. */
  issuers: readonly string[]
  clientId: string
  /** Seconds since the epoch, by the provider's clock if it is known. */
  now: number
  /** Nonce of this flow; absent when none was sent. */
  nonce?: string
  /** Subject of the session that is refreshed. */
  subject?: string
  /** Nonce of the ID token that is refreshed: absent or the same in the new one (12.2). */
  formerNonce?: string
  /** Expected `at_hash` of the access token, if known. */
  accessTokenHash?: string
  /** `max_age` of the request. */
  maxAge?: number
}

type Claims = Readonly<Record<string, unknown>>

/** Allows for small differences between clocks. */
const TOLERANCE_SECONDS = 30
/** Maximum age, because an ID token is issued for the response that contains it. */
const OLDEST_SECONDS = 86_400
const MAX_SUBJECT_LENGTH = 255

/** Only asymmetric algorithms: a public client has no secret, and `none` proves nothing. */
export const ID_TOKEN_ALGORITHMS: readonly string[] = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
]

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isForUs = ({ aud }: Claims, clientId: string): boolean =>
  // Step 3: no other audience is trusted.
  Array.isArray(aud) ? aud.length > 0 && aud.every((one) => one === clientId) : aud === clientId

const isSubject = (sub: unknown): boolean => typeof sub === 'string' && sub !== '' && sub.length <= MAX_SUBJECT_LENGTH

const isExpired = ({ exp }: Claims, now: number): boolean => !isTime(exp) || exp + TOLERANCE_SECONDS <= now

const isOddlyIssued = ({ iat }: Claims, now: number): boolean =>
  !isTime(iat) || iat - TOLERANCE_SECONDS > now || now - iat > OLDEST_SECONDS

const isOtherNonce = ({ nonce }: Claims, expected: IdTokenExpectation): boolean => {
  if (expected.nonce !== undefined) return nonce !== expected.nonce
  return expected.formerNonce !== undefined && nonce !== undefined && nonce !== expected.formerNonce
}

const isTooLongAgo = ({ auth_time: authTime }: Claims, { maxAge, now }: IdTokenExpectation): boolean =>
  maxAge !== undefined && (!isTime(authTime) || now - authTime > maxAge + TOLERANCE_SECONDS)

/**
 * Checks the claims of an ID token whose signature has been verified.
 *
 * @throws IdTokenError that names the first broken rule
 * @see OpenID Connect Core 1.0, 3.1.3.7
 */
export const checkIdTokenClaims = (claims: Claims, expected: IdTokenExpectation): void => {
  const { issuers, clientId, now, subject, accessTokenHash } = expected
  const rules: readonly [boolean, IdTokenFault][] = [
    [typeof claims.iss === 'string' && issuers.includes(claims.iss), 'issuer'],
    [isForUs(claims, clientId), 'audience'],
    [claims.azp === undefined || claims.azp === clientId, 'authorized-party'],
    [!isExpired(claims, now), 'expired'],
    [!isOddlyIssued(claims, now), 'issued-at'],
    [!isOtherNonce(claims, expected), 'nonce'],
    [isSubject(claims.sub) && (subject === undefined || claims.sub === subject), 'subject'],
    [
      claims.at_hash === undefined || accessTokenHash === undefined || claims.at_hash === accessTokenHash,
      'access-token-hash',
    ],
    [!isTooLongAgo(claims, expected), 'authentication-time'],
  ]
  for (const [holds, fault] of rules) if (!holds) throw new IdTokenError(fault)
}
