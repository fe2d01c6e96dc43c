import type { LaneQueue } from '../webhook-ports.ts'

/** Lanes that run at once. */
const WORKERS = 8

/** Within one process, for a store that lives in it. */
export const createMemoryLaneQueue = (onError: (error: unknown) => void): LaneQueue => {
  const waiting = new Set<string>()
  const running = new Set<Promise<void>>()
  let run: ((lane: string) => Promise<void>) | undefined

  const startNext = () => {
    const [lane] = waiting
    if (!run || lane === undefined || running.size >= WORKERS) return
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
      for (const lane of lanes) waiting.add(lane)
      startNext()
    },
    async stop() {
      run = undefined
      await Promise.all(running)
    },
  }
}
