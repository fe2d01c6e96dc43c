const PATIENCE_MS = 10_000

/**
 * Waits for an effect after a response that no event announces.
 *
 * @throws Error after `patienceMs`, ten seconds by default.
 */
export const until = async (
  isReached: () => boolean | Promise<boolean>,
  patienceMs: number = PATIENCE_MS,
): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error(`Not reached within ${patienceMs / 1000} s: ${isReached}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
