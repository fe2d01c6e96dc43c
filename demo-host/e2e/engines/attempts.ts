/**
 * Runs `work` until it succeeds, at most so many times. Resolves with the errors of the attempts before; rejects with the
 * last error when none succeeded.
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
