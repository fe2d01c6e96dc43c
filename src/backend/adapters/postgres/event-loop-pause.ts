/**
 * Milliseconds of work without a pause: short enough that other requests are not delayed noticeably, long enough that
 * pauses cost little.
 */
const MAX_BUSY_MS = 25

/**
 * Creates a pause for the embedded database, which runs in the server's thread and never waits for I/O: without it, a
 * request with many statements would block the event loop, and so all other requests, from its start to its end.
 */
export const createEventLoopPause = (): (() => Promise<void>) => {
  let turned = performance.now()
  return async () => {
    if (performance.now() - turned < MAX_BUSY_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    turned = performance.now()
  }
}
