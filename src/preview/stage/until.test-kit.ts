/** A busy machine gets this long; what holds sooner is not waited for. */
const MAX_MS = 10_000

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Waits for what `find` returns to be truthy, and returns it. @throws Error that says what was waited for. */
export const until = async <Found>(
  what: string | (() => string),
  find: () => Found | undefined | null | false,
): Promise<Found> => {
  const end = performance.now() + MAX_MS
  for (;;) {
    const found = find()
    if (found) return found
    if (performance.now() > end) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}`)
    await nextTask()
  }
}
