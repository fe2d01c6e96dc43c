import type { AppStore } from '../../feature/app-state.ts'
import type { SessionUser } from '../../feature/ports.ts'
import type { Clock } from '../../kernel/clock.ts'
import { browserWakeEvents, type WakeEvents } from '../../session/wake.ts'

/** Maximum time, plus one request, for which a visible tab shows what is no longer paid for. */
export const POLL_MS = 4_000
/** Gives the server more time after a failure. */
export const FAILED_POLL_MS = 30_000
/**
 * Maximum part of an interval that is removed at random, so that tabs that start or fail together soon poll at
 * different times.
 */
const JITTER = 0.2

interface FollowParts {
  store: AppStore
  clock: Clock
  signal: AbortSignal
  /** Loads the entitlements of the signed-in user; rejects when that fails. */
  look(): Promise<unknown>
  isHidden?(): boolean
  onWake?: WakeEvents
  /** Returns a number in [0, 1). */
  random?(): number
}

/**
 * Returns whether the token is valid. A request with an expired one would refresh it, and so extend a session that the
 * host lets end.
 */
const isTokenLive = ({ exp }: SessionUser & { exp?: unknown }, now: number): boolean =>
  typeof exp !== 'number' || exp * 1_000 > now

/**
 * Polls for changes of a subscription, which the payment provider makes without this browser. A visible tab polls at
 * intervals; a hidden one doesn't, and polls at once when it is shown again.
 */
export const followPayments = ({
  store,
  clock,
  signal,
  look,
  isHidden = () => document.hidden,
  onWake = browserWakeEvents,
  random = Math.random,
}: FollowParts): void => {
  let cancel: (() => void) | undefined
  let isLooking = false
  let owner: string | undefined

  const stop = () => {
    cancel?.()
    cancel = undefined
  }
  const arm = (delay: number) => {
    stop()
    if (owner !== undefined && !signal.aborted) cancel = clock.schedule(tick, delay * (1 - JITTER * random()))
  }
  const tick = () => {
    const { user } = store.getState().session
    if (!user || isHidden() || isLooking) return
    if (!isTokenLive(user, clock.now())) return arm(POLL_MS)
    isLooking = true
    const next = (delay: number) => () => {
      isLooking = false
      if (!isHidden()) arm(delay)
    }
    look().then(next(POLL_MS), next(FAILED_POLL_MS))
  }
  const onUser = () => {
    const { id } = store.getState().session.user ?? {}
    if (id === owner) return
    owner = id
    arm(POLL_MS)
  }
  const ends = [store.subscribe(onUser), onWake(() => arm(0)), stop]
  const end = () => {
    for (const each of ends) each()
  }
  signal.addEventListener('abort', end, { once: true })
  onUser()
}
