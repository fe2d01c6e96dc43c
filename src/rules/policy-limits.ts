/** Range that a number of a security policy must lie in, inclusive. */
export interface PolicyRange {
  min: number
  max: number
}

/** Less than a minute would sign users out while they read; more than a year is no limit. */
export const SESSION_SECONDS: PolicyRange = { min: 60, max: 31_536_000 }
export const SESSIONS_PER_USER: PolicyRange = { min: 1, max: 1_000 }
/** Fewer than three would lock users out for a slip; NIST SP 800-63B-4 §3.2.2 allows no more than 100. */
export const LOCKOUT_ATTEMPTS: PolicyRange = { min: 3, max: 100 }
/** Each remembered password costs a hash comparison when a user changes theirs. */
export const PASSWORD_HISTORY_SIZE: PolicyRange = { min: 1, max: 24 }
/** From one minute to ten years, as for a token itself. */
export const API_TOKEN_MINUTES: PolicyRange = { min: 1, max: 5_256_000 }
