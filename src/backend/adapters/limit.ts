/** Creates a limit that runs at most `atOnce` tasks; the others wait in order. */
export const createLimit = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  const run = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return Object.assign(run, { waiting: () => waiting.length })
}
