/**
 * Runs `work` until it succeeds, at most this many times. Resolves with the errors of the failed attempts; rejects with
 * the last error if none succeeded.
 */
export const repeated = async (maxAttempts: number, work: () => Promise<void>): Promise<readonly unknown[]> => {
  const failures: unknown[] = []
  for (;;) {
    try {
      await work()
      return failures
    } catch (error) {
      failures.push(error)
      if (failures.length >= maxAttempts) throw error
    }
  }
}
