/** Milliseconds until another process's change is found; unknown key IDs cause no more than two reads a minute. */
export const RELOAD_AFTER_MS = 30_000

/** Calls `load` once, and again after a while; all callers share the result. A failed read is not cached. */
export const rereading = <Value>(load: () => Promise<Value>, now: () => number = Date.now): (() => Promise<Value>) => {
  let current: Promise<Value> | undefined
  let readAt = 0
  return () => {
    const ageMs = now() - readAt
    // A clock that was set back must not keep an old value for as long as it was set back.
    if (current && ageMs >= 0 && ageMs < RELOAD_AFTER_MS) return current
    readAt = now()
    const reading = load().catch((error: unknown) => {
      if (current === reading) current = undefined
      throw error
    })
    current = reading
    return reading
  }
}
