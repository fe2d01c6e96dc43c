/** What another process changed is found after this long; unknown key IDs cost no more than two reads a minute. */
export const RELOAD_AFTER_MS = 30_000

/** What `load` reads from the store: once, and again when that was long ago. A failed read is not kept. */
export const rereading = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let current: Promise<Value> | undefined
  let readAt = 0
  return () => {
    if (current && Date.now() - readAt < RELOAD_AFTER_MS) return current
    readAt = Date.now()
    const reading = load().catch((error: unknown) => {
      if (current === reading) current = undefined
      throw error
    })
    current = reading
    return reading
  }
}

/** The same, read ahead: after the first time a call gets what was read last, while the next reading begins. */
export const readAhead = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  const read = rereading(load)
  let last = read()
  // A failed read is repeated by the next call, which gets its error.
  last.catch(() => undefined)
  return () => {
    const before = last
    const next = read()
    next.then(
      () => {
        last = next
      },
      () => undefined,
    )
    return before.catch(() => next)
  }
}
