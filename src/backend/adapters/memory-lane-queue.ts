import type { LaneQueue } from '../ports/webhooks.ts'

/** Number of lanes that run at once. */
const WORKERS = 8

/** Creates a queue within one process, for a store in its memory. */
export const createMemoryLaneQueue = (onError: (error: unknown) => void): LaneQueue => {
  /** The position of each waiting lane in the order. */
  const waiting = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let run: ((lane: string) => Promise<void>) | undefined

  const first = (): string | undefined => {
    let found: string | undefined
    let lowest = Number.POSITIVE_INFINITY
    for (const [lane, order] of waiting) {
      if (order >= lowest) continue
      found = lane
      lowest = order
    }
    return found
  }

  const startNext = () => {
    const lane = run && running.size < WORKERS ? first() : undefined
    if (!run || lane === undefined) return
    waiting.delete(lane)
    const work: Promise<void> = run(lane)
      .catch(onError)
      .finally(() => {
        running.delete(work)
        startNext()
      })
    running.add(work)
    startNext()
  }

  return {
    async start(given) {
      run = given
      startNext()
    },
    async add(lanes) {
      for (const { lane, order } of lanes) if (!waiting.has(lane)) waiting.set(lane, order)
      startNext()
    },
    isRunning: () => run !== undefined,
    async stop() {
      run = undefined
      await Promise.all(running)
    },
  }
}
