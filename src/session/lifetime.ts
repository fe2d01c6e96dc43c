/** The default lifetime when the server states none. */
const DEFAULT_LIFETIME_SECONDS = 300
/** A shorter claimed lifetime is believed only from `expiresIn`, so that it never causes a storm of requests. */
const MIN_CLAIMED_SECONDS = 30
const MARGIN_SECONDS = 30
const JITTER_SECONDS = 15
/** Whatever the server says, two timed refreshes are at least this far apart. */
const MIN_WAIT_MS = 2000

const positive = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

/** Milliseconds from receipt to expiry, from what the server stated alone: the wall clock of the client may be wrong. */
export const lifetimeMs = (expiresIn: unknown, claims: { exp?: unknown; iat?: unknown } = {}): number => {
  const claimed = positive(Number(claims.exp) - Number(claims.iat))
  const believable = claimed !== undefined && claimed >= MIN_CLAIMED_SECONDS ? claimed : undefined
  return (positive(expiresIn) ?? believable ?? DEFAULT_LIFETIME_SECONDS) * 1000
}

/** When to refresh, ahead of expiry and a little apart from other tabs. `random` is in [0, 1). */
export const refreshAfterMs = (lifetime: number, random: number): number => {
  const margin = Math.min(MARGIN_SECONDS * 1000, lifetime / 5)
  const jitter = Math.min(JITTER_SECONDS * 1000, lifetime / 10) * random
  return Math.max(MIN_WAIT_MS, lifetime - margin - jitter)
}
