const PATIENCE_MS = 10_000

/**
 * Waits for an effect after a response that no event announces.
 *
 * @throws Error after ten seconds.
 */
export const until = async (isReached: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error(`Not reached within ${PATIENCE_MS / 1000} s: ${isReached}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
