/** Short enough for other requests not to notice, long enough for the pauses not to count. */
const MAX_BUSY_MS = 25

/**
 * The embedded database works in the thread of the server and never waits for anything: without a pause, a request of many
 * statements would hold up the event loop, and all other requests, from its first to its last.
 */
export const createEventLoopPause = (): (() => Promise<void>) => {
  let turned = performance.now()
  return async () => {
    if (performance.now() - turned < MAX_BUSY_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    turned = performance.now()
  }
}
