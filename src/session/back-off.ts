const FIRST_MS = 3000
/** Allows recovery within 20 s of the end of an outage, jitter included. */
const MAX_MS = 16_000
const MAX_RETRY_AFTER_MS = 3_600_000
const JITTER = 0.15

/** Returns the wait in milliseconds after the `failures`-th failure in a row. `random` is in [0, 1). */
export const coolDownMs = (failures: number, random: number, retryAfterSeconds?: number): number => {
  const base = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  const jittered = base * (1 - JITTER + 2 * JITTER * random)
  const asked = Math.min(MAX_RETRY_AFTER_MS, (retryAfterSeconds ?? 0) * 1000)
  // Timers and clocks count whole milliseconds; with a fraction, the timer would fire before the end of the wait.
  return Math.ceil(Math.max(jittered, asked))
}
