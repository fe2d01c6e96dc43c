import type { Recommendation, RecommendationCode } from '../entities/security-center.ts'

/**
 * Points that following a recommendation adds to the score. The two of a pair, such as "enable" and "strengthen", never
 * apply together, so only the larger one of each pair counts; these add up to 100.
 */
export const WORTH: Readonly<Record<RecommendationCode, number>> = {
  FORCE_MFA: 25,
  BREACHED_PASSWORDS_EXIST: 20,
  ENABLE_USER_LOCKOUT: 10,
  STRENGTHEN_USER_LOCKOUT: 5,
  ENABLE_PASSWORD_HISTORY: 5,
  STRENGTHEN_PASSWORD_HISTORY: 2,
  ENABLE_FORCE_RELOGIN: 8,
  SET_FORCE_RELOGIN: 4,
  ENABLE_SESSION_CONCURRENCY: 7,
  SET_SESSION_CONCURRENCY: 3,
  ENABLE_IDLE_SESSION: 8,
  SET_IDLE_SESSION: 4,
  ENABLE_IP_RESTRICTIONS: 6,
  CHANGE_IP_TO_ALLOWLIST: 3,
  ENABLE_DOMAIN_RESTRICTIONS: 6,
  CHANGE_DOMAIN_TO_ALLOWLIST: 3,
  CONFIGURE_SSO: 5,
}

export const MAX_SCORE = 100

/** Returns the score: the full score minus the worth of the open recommendations. */
export const securityScore = (open: readonly Pick<Recommendation, 'code'>[]): number =>
  open.reduce((score, { code }) => score - WORTH[code], MAX_SCORE)
