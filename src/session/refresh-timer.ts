import type { Clock } from '../kernel/clock.ts'

/** Long waits are cut into pieces, so that sleep is noticed and no timer overflows. */
const MAX_TIMER_MS = 30_000

interface RefreshTimer {
  /** Calls `task` once when `delayMs` have passed, sleep included. */
  start(delayMs: number, task: () => void): void
  stop(): void
  /** To be called when the page wakes: runs the task at once if its time is over. */
  check(): void
}

/** Counts elapsed time; a wall clock that is set back or forward delays nothing by more than one piece. */
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
