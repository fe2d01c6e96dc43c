/** Authentication class of a session with more than one factor. */
export const MULTI_FACTOR_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'

/** The longest time for which a factor can count as proven: one year, in seconds. */
export const MAX_MAX_AGE = 31_536_000

const STRONG_METHODS: readonly string[] = ['otp', 'sms', 'hwk']
/** The issuer's clock may be ahead of ours by this much. */
const FUTURE_TOLERANCE_SECONDS = 30

/** Claims come from outside, so their types are not relied on. */
export interface StepUpClaims {
  acr?: unknown
  amr?: unknown
  auth_time?: unknown
}

const isRecent = (authTime: unknown, maxAge: number, nowSeconds: number): boolean =>
  typeof authTime === 'number' &&
  Number.isFinite(authTime) &&
  nowSeconds - authTime <= maxAge &&
  authTime - nowSeconds <= FUTURE_TOLERANCE_SECONDS

/** Returns whether a session has a recent multi-factor sign-in; `maxAge` is in seconds. */
export const isSteppedUp = (claims: StepUpClaims | undefined, nowSeconds: number, maxAge?: number): boolean => {
  if (claims?.acr !== MULTI_FACTOR_ACR || !Array.isArray(claims.amr)) return false
  const methods: readonly unknown[] = claims.amr
  if (!methods.includes('mfa') || !STRONG_METHODS.some((method) => methods.includes(method))) return false
  return maxAge === undefined || isRecent(claims.auth_time, maxAge, nowSeconds)
}
