export type Enqueue = <Result>(task: () => Result | Promise<Result>) => Promise<Result>

/** Runs tasks one after the other; a failed one does not stop the next. */
export const createQueue = (): Enqueue => {
  let tail: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = tail.then(task)
    tail = turn.catch(() => undefined)
    return turn
  }
}
