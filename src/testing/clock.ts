import type { Clock } from '../kernel/clock.ts'

export interface TestClock extends Clock {
  /** Runs all timers that fall due within `ms`, and lets promises and streams settle in between. */
  advance(ms: number): Promise<void>
  /** Simulates a sleeping machine: time passes, and no timer runs until the next `advance`. */
  sleep(ms: number): void
  /** Simulates a user who sets the wall clock; timers are not affected. */
  skew(ms: number): void
  /** Returns the number of waiting timers. */
  pending(): number
}

interface Timer {
  due: number
  task: () => void
}

const ROUNDS = 6

const macrotask = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') return void setImmediate(resolve)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** Runs everything that is ready: microtasks, stream reads, message ports. */
export const settle = async (rounds = ROUNDS): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) await macrotask()
}

/** Creates a clock whose time passes only through `advance`, so that tests of delays are instant and exact. */
export const createTestClock = (start = 1_700_000_000_000): TestClock => {
  const timers = new Set<Timer>()
  let elapsed = 0
  let offset = 0
  const nextDue = (limit: number) => {
    let next: Timer | undefined
    for (const timer of timers) if (timer.due <= limit && (!next || timer.due < next.due)) next = timer
    return next
  }
  const advance = async (ms: number) => {
    const end = elapsed + ms
    await settle()
    for (let timer = nextDue(end); timer; timer = nextDue(end)) {
      timers.delete(timer)
      elapsed = Math.max(elapsed, timer.due)
      timer.task()
      await settle()
    }
    elapsed = end
  }
  return {
    now: () => start + offset + elapsed,
    schedule(task, delayMs) {
      const timer = { due: elapsed + Math.max(delayMs, 0), task }
      timers.add(timer)
      return () => {
        timers.delete(timer)
      }
    },
    advance,
    sleep(ms) {
      for (const timer of timers) timer.due += ms
      elapsed += ms
    },
    skew(ms) {
      offset += ms
    },
    pending: () => timers.size,
  }
}
