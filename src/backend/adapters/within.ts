/**
 * Returns the result of `work`, or `otherwise` if it takes longer; `work` then continues. Without a limit, waits for
 * it.
 */
export const within = <Value>(work: Promise<Value>, limitMs: number | undefined, otherwise: Value): Promise<Value> => {
  if (limitMs === undefined) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, limitMs, otherwise)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
