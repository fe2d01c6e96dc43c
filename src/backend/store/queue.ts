type Enqueue = <Result>(task: () => Result | Promise<Result>) => Promise<Result>

/** Creates a queue that runs tasks one after the other; a failed task does not stop the next. */
export const createQueue = (): Enqueue => {
  let tail: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = tail.then(task)
    tail = turn.catch(() => undefined)
    return turn
  }
}

/** Runs tasks of the same name one after the other, and those of different names in parallel. */
export type InLine = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

export const createLines = (): InLine => {
  const lines = new Map<string, { enqueue: Enqueue; waiting: number }>()
  return async (name, task) => {
    const line = lines.get(name) ?? { enqueue: createQueue(), waiting: 0 }
    lines.set(name, line)
    line.waiting += 1
    try {
      return await line.enqueue(task)
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(name)
    }
  }
}

/**
 * Repeats a job in the background. A round that takes longer than the interval is not overtaken by the next one.
 * Returns a function that stops it and waits for the round in progress.
 */
export const inRounds = (round: () => Promise<unknown>, intervalMs: number): (() => Promise<void>) => {
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = undefined
    })
  }, intervalMs)
  // The timer must not keep an otherwise idle process alive.
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
