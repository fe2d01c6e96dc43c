import type { Clock } from '../kernel/clock.ts'

/** Long waits are split, so that sleep is noticed and no timer overflows. */
const MAX_TIMER_MS = 30_000

interface RefreshTimer {
  /** Calls `task` once when `delayMs` have passed, including time asleep. */
  start(delayMs: number, task: () => void): void
  stop(): void
  /** Called when the page wakes up: runs the task at once if its time is over. */
  check(): void
}

/** Creates a timer of elapsed time; a wall clock that is changed delays it by at most one part of the wait. */
export const createRefreshTimer = (clock: Clock): RefreshTimer => {
  let cancel: (() => void) | undefined
  let pending: { leftMs: number; at: number; task: () => void } | undefined

  const stop = () => {
    cancel?.()
    cancel = undefined
    pending = undefined
  }
  const spend = (atLeast: number) => {
    if (!pending) return
    const now = clock.now()
    pending.leftMs -= Math.max(atLeast, now - pending.at)
    pending.at = now
    arm()
  }
  const arm = () => {
    if (!pending) return
    cancel?.()
    if (pending.leftMs <= 0) {
      const { task } = pending
      stop()
      return task()
    }
    const piece = Math.min(pending.leftMs, MAX_TIMER_MS)
    cancel = clock.schedule(() => spend(piece), piece)
  }
  return {
    start(delayMs, task) {
      stop()
      pending = { leftMs: delayMs, at: clock.now(), task }
      arm()
    },
    stop,
    check: () => spend(0),
  }
}
