/** Maximum wait on a busy machine; the wait ends as soon as the condition holds. */
const MAX_MS = 10_000

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

type MaybeFound<Found> = Found | undefined | null | false

/** Waits until `find` returns a truthy value, and returns it. @throws Error that names the missing value. */
export const until = async <Found>(
  what: string | (() => string),
  find: () => MaybeFound<Found> | Promise<MaybeFound<Found>>,
): Promise<Found> => {
  const end = performance.now() + MAX_MS
  for (;;) {
    const found = await find()
    if (found) return found
    if (performance.now() > end) throw new Error(`Timed out waiting for ${typeof what === 'string' ? what : what()}`)
    await nextTask()
  }
}
