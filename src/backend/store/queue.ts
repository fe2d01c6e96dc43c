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
