/** Range of a number of a security policy, inclusive. */
export interface PolicyRange {
  min: number
  max: number
}

/** Less than a minute would sign users out while they read; more than a year isn't a limit. */
export const SESSION_SECONDS: PolicyRange = { min: 60, max: 31_536_000 }
export const SESSIONS_PER_USER: PolicyRange = { min: 1, max: 1_000 }
/** Fewer than three would lock users out after a typo; NIST SP 800-63B-4 §3.2.2 allows no more than 100. */
export const LOCKOUT_ATTEMPTS: PolicyRange = { min: 3, max: 100 }
/** Each remembered password costs a hash comparison when users change their password. */
export const PASSWORD_HISTORY_SIZE: PolicyRange = { min: 1, max: 24 }
/** The range is from one minute to ten years, the same as for a token itself. */
export const API_TOKEN_MINUTES: PolicyRange = { min: 1, max: 5_256_000 }
