import type { Clock } from '../kernel/clock.ts'
import { USER_ID_KEY } from '../kernel/storage.ts'
import type { Refresher } from './refresher.ts'
import { type Core, completeAside } from './session-core.ts'
import { ageOf, isSameSubject, refreshAfterMs } from './token.ts'
import type { Wake } from './wake.ts'

/** Long waits are split, so that sleep is noticed and no timer overflows. */
const MAX_TIMER_MS = 30_000

interface RefreshTimer {
  /** Calls `task` once when `delayMs` have passed, including time asleep. */
  start(delayMs: number, task: () => void): void
  stop(): void
  /** Called when the page wakes up: runs the task at once if its time has passed. */
  check(): void
}

/** Creates a timer of elapsed time; a wall clock that is changed delays it by at most one part of the wait. */
const createRefreshTimer = (clock: Clock): RefreshTimer => {
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

export interface BackgroundRefresh {
  /** Schedules the next refresh from the current state. */
  schedule(): void
  /** Handles the page waking up, or the network coming back. */
  wake(wake: Wake): void
  stop(): void
}

/** Loads data for another tenant or a first user, who need more than a new token. */
const afterRefresh = (core: Core) => {
  if (!core.token || core.isDisposed) return
  const { user } = core.snapshot
  if (!user || !isSameSubject(core.token, user)) completeAside(core)
}

/** Returns when the next refresh is due; `undefined` when there is nothing to refresh. */
const dueInMs = ({ token, deps, epoch }: Core, refresher: Refresher, random: () => number): number | undefined => {
  const leftMs = refresher.coolDownLeftMs()
  if (token) return Math.max(0, refreshAfterMs(token.lifetimeMs, random()) - ageOf(token, deps.clock), leftMs)
  // A returning user gets the session back after an outage at start-up, even when the wait has just ended.
  return refresher.isFailing() && deps.local.get(USER_ID_KEY) && epoch === 0 ? leftMs : undefined
}

/** Refreshes before the token expires, for as long as the page is open. */
export const createBackgroundRefresh = (core: Core, refresher: Refresher, random: () => number): BackgroundRefresh => {
  const { clock, log } = core.deps
  const timer = createRefreshTimer(clock)
  const schedule = () => {
    timer.stop()
    if (core.isDisposed || (core.deps.keepSessionAlive === false && core.token)) return
    const due = dueInMs(core, refresher, random)
    if (due !== undefined) timer.start(due, tick)
  }
  const tick = () => {
    const tryLater = (error: unknown) => {
      log.warn('The session cannot be refreshed now', error)
      schedule()
    }
    refresher.refresh().then(() => afterRefresh(core), tryLater)
  }
  return {
    schedule,
    stop: timer.stop,
    wake(wake) {
      if (wake === 'restored' && core.token) return tick()
      const wasWaiting = refresher.coolDownLeftMs() > 0
      refresher.endCoolDown()
      if (wasWaiting) schedule()
      timer.check()
    },
  }
}
