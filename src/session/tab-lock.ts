import type { Clock } from '../kernel/clock.ts'

/** The part of the Web Locks API that is used. */
export interface Locks {
  request<Result>(name: string, options: { signal?: AbortSignal }, work: () => Promise<Result>): Promise<Result>
}

/** Returns the name of the lock for everything that uses the refresh cookie of one session. */
export const refreshLockName = (sessionName: string): string => `fe-refresh:${sessionName}`

/** After this time the lock's holder has crashed, hangs or is frozen: continue, but never steal the lock. */
const WAIT_MS = 5000

/**
 * Runs `work` once: exclusively among the tabs if the lock is granted within 5 s, else without it. `work` receives
 * whether it had to wait.
 */
export const withTabLock = async <Result>(
  locks: Locks | undefined,
  name: string,
  clock: Clock,
  stop: AbortSignal,
  work: (hadToWait: boolean) => Promise<Result>,
): Promise<Result> => {
  if (!locks) return work(false)
  let started = false
  let hadToWait = false
  const run = () => {
    started = true
    cancel()
    return work(hadToWait)
  }
  const giveUp = new AbortController()
  const abort = () => giveUp.abort(stop.reason)
  const cancel = clock.schedule(() => giveUp.abort(), WAIT_MS)
  const cancelMark = clock.schedule(() => {
    hadToWait = true
  }, WAITED_MS)
  stop.addEventListener('abort', abort, { once: true })
  try {
    return await locks.request(name, { signal: giveUp.signal }, run)
  } catch (error) {
    if (started) throw error
    stop.throwIfAborted()
    started = true
    return await work(true)
  } finally {
    cancel()
    cancelMark()
    stop.removeEventListener('abort', abort)
  }
}

/** An uncontended lock is granted well within this time. */
const WAITED_MS = 5
