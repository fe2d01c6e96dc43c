/** Default lifetime when the server states none. */
const DEFAULT_LIFETIME_SECONDS = 300
/** A shorter lifetime is accepted only from `expiresIn`, so that claims never cause a storm of requests. */
const MIN_CLAIMED_SECONDS = 30
const MARGIN_SECONDS = 30
const JITTER_SECONDS = 15
/** Minimum time between two timed refreshes, whatever the server states. */
const MIN_WAIT_MS = 2000

const positive = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

/**
 * Returns milliseconds from receipt to expiry, from the server's values alone, because the client's clock may be wrong.
 */
export const lifetimeMs = (expiresIn: unknown, claims: { exp?: unknown; iat?: unknown } = {}): number => {
  const claimed = positive(Number(claims.exp) - Number(claims.iat))
  const believable = claimed !== undefined && claimed >= MIN_CLAIMED_SECONDS ? claimed : undefined
  return (positive(expiresIn) ?? believable ?? DEFAULT_LIFETIME_SECONDS) * 1000
}

/** Returns when to refresh: before expiry, and at a slightly different time than other tabs. `random` is in [0, 1). */
export const refreshAfterMs = (lifetime: number, random: number): number => {
  const margin = Math.min(MARGIN_SECONDS * 1000, lifetime / 5)
  const jitter = Math.min(JITTER_SECONDS * 1000, lifetime / 10) * random
  return Math.max(MIN_WAIT_MS, lifetime - margin - jitter)
}
