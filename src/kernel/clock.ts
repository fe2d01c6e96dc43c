/** Time as a dependency, so that tests of delays are instant. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number
  /** Runs `task` once after `delayMs`. Returns a function that cancels it. */
  schedule(task: () => void, delayMs: number): () => void
}

/** Longer delays overflow the 32-bit timer of browsers and would fire at once. */
const MAX_TIMER_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(task, delayMs) {
    const timer = setTimeout(task, Math.min(Math.max(delayMs, 0), MAX_TIMER_MS))
    return () => clearTimeout(timer)
  },
}

/** Resolves after `delayMs` of `clock`; rejects with the signal's reason when aborted first. */
export const wait = (clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.schedule(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', abort, { once: true })
  })
