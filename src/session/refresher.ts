import type { AuthResponse } from '../entities/auth.ts'
import { type Clock, wait } from '../kernel/clock.ts'
import { HttpError, NetworkError } from '../kernel/errors.ts'
import { isRecord } from '../kernel/safe-json.ts'
import { type Locks, withTabLock } from './tab-lock.ts'

const FIRST_MS = 3000
/** Allows recovery within 20 s of the end of an outage, jitter included. */
const MAX_MS = 16_000
const MAX_RETRY_AFTER_MS = 3_600_000
const JITTER = 0.15

/** Returns the wait in milliseconds after the `failures`-th failure in a row. `random` is in [0, 1). */
const coolDownMs = (failures: number, random: number, retryAfterSeconds?: number): number => {
  const base = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  const jittered = base * (1 - JITTER + 2 * JITTER * random)
  const requested = Math.min(MAX_RETRY_AFTER_MS, (retryAfterSeconds ?? 0) * 1000)
  // Timers and clocks count whole milliseconds; with a fraction, the timer would fire before the end of the wait.
  return Math.ceil(Math.max(jittered, requested))
}

/** `shared`: another tab was faster. `dropped`: a logout or another login happened meanwhile. */
type RefreshEnd = 'refreshed' | 'shared' | 'signed-out' | 'dropped'

interface RefresherDeps {
  clock: Clock
  random(): number
  locks?: Locks
  lockName: string
  /** Requests a token from the server. */
  request(signal: AbortSignal): Promise<AuthResponse>
  /** Returns a number that changes whenever the token does. */
  serial(): number
  /**
   * Stores the response in the session, inside the lock, so that other tabs are notified before they may send a
   * request.
   */
  commit(response: AuthResponse): 'refreshed' | 'signed-out'
  /** Called when the server ended the session. */
  refused(): void
  /** Reports an outage to the other tabs. */
  reportOutage(forMs: number, failures: number): void
}

export interface Refresher {
  /** Sends one request for all callers; `force` skips the cool-down. */
  refresh(options?: { force?: boolean }): Promise<RefreshEnd>
  /** Drops a late response of the pending request. */
  cancel(): void
  noteOutage(forMs: number, failures: number): void
  endCoolDown(): void
  /** Returns whether the last attempt, here or in another tab, got no conclusive response. */
  isFailing(): boolean
  /** Returns the milliseconds that automatic attempts must wait. */
  coolDownLeftMs(): number
}

/** The message with the token of the tab that just released the lock may not have arrived yet. */
const HEAR_MS = 100

interface CoolDown {
  at: number
  forMs: number
  error: unknown
  /** Whether the server set the time itself. */
  isSetByServer: boolean
}

/** Returns whether the error ends a session; all others may be temporary. */
const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof HttpError)) return false
  if (error.status === 401) return true
  const { body } = error
  const named = isRecord(body) ? [body.error, ...(Array.isArray(body.errors) ? body.errors : [])] : []
  return error.status === 400 && named.includes('invalid_grant')
}

export const createRefresher = (deps: RefresherDeps): Refresher => {
  const { clock } = deps
  let flight: { promise: Promise<RefreshEnd>; stop: AbortController } | undefined
  let coolDown: CoolDown | undefined
  let failures = 0
  /** Errors of outages that another tab reported. */
  const heard = new WeakSet<object>()

  const coolDownLeftMs = () => {
    if (!coolDown) return 0
    const passed = clock.now() - coolDown.at
    // A clock that was set back must not extend the wait.
    return passed < 0 ? 0 : Math.max(0, coolDown.forMs - passed)
  }

  const requestToken = async (stop: AbortSignal, serial: number, before: CoolDown | undefined, hadToWait: boolean) => {
    if (hadToWait && deps.serial() === serial) await wait(clock, HEAR_MS, stop)
    if (deps.serial() !== serial) return 'shared'
    if (coolDown !== before && coolDownLeftMs() > 0) throw coolDown?.error
    const response = await deps.request(stop)
    stop.throwIfAborted()
    return deps.commit(response)
  }

  const fail = (error: unknown, failuresBefore: number) => {
    if (error instanceof Error && heard.has(error)) return
    // Tabs that fail at the same time see the same outage, so their failures don't add up to a longer wait.
    failures = Math.max(failures, failuresBefore + 1)
    const retryAfter = error instanceof HttpError ? error.retryAfter : undefined
    const forMs = coolDownMs(failures, deps.random(), retryAfter)
    coolDown = { at: clock.now(), forMs, error, isSetByServer: retryAfter !== undefined }
    deps.reportOutage(forMs, failures)
  }

  const run = async (stop: AbortSignal): Promise<RefreshEnd> => {
    const serial = deps.serial()
    const before = coolDown
    const failuresBefore = failures
    try {
      const end = await withTabLock(deps.locks, deps.lockName, clock, stop, (hadToWait) =>
        requestToken(stop, serial, before, hadToWait),
      )
      failures = 0
      coolDown = undefined
      return end
    } catch (error) {
      if (stop.aborted) return 'dropped'
      if (!isRefusal(error)) {
        fail(error, failuresBefore)
        throw error
      }
      failures = 0
      coolDown = undefined
      // The flight is released first, because listeners of the sign-out may start another one at once.
      flight = undefined
      deps.refused()
      return 'signed-out'
    }
  }

  const begin = (): Promise<RefreshEnd> => {
    const stop = new AbortController()
    const promise = run(stop.signal).finally(() => {
      if (flight?.promise === promise) flight = undefined
    })
    flight = { promise, stop }
    return promise
  }

  return {
    refresh({ force = false } = {}) {
      if (flight) return flight.promise
      return coolDownLeftMs() > 0 && !force ? Promise.reject(coolDown?.error) : begin()
    },
    cancel() {
      const late = flight
      flight = undefined
      late?.stop.abort(new DOMException('The session changed', 'AbortError'))
    },
    noteOutage(forMs, count) {
      failures = Math.max(failures, count)
      const error = new NetworkError('The session cannot be refreshed now')
      heard.add(error)
      coolDown = { at: clock.now(), forMs, error, isSetByServer: false }
    },
    endCoolDown() {
      if (coolDown && !coolDown.isSetByServer) coolDown = { ...coolDown, forMs: 0 }
    },
    isFailing: () => failures > 0,
    coolDownLeftMs,
  }
}
