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
