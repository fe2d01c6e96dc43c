/**
 * Returns a function that runs `load` on its first call and shares the result with all callers. A failed load is not
 * kept: its callers get the error, and the next call loads again.
 */
export const lazy = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let pending: Promise<Value> | undefined
  return () => {
    pending ??= load().catch((error: unknown) => {
      pending = undefined
      throw error
    })
    return pending
  }
}

/** Milliseconds until a change by another process is found: two reads a minute are enough. */
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
