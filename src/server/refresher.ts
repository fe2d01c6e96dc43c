import type { SealedSession } from './session-cookies.ts'

export type RefreshOutcome =
  | { kind: 'refreshed'; session: SealedSession; setCookies: readonly string[] }
  /** The API refused permanently. */
  | { kind: 'refused' }
  /**
   * No response, or none that is conclusive; the session is kept. After a response whose tokens can't be used, `session`
   * or `setCookies` has the new refresh token, because the API ends the session when the old one is used again later.
   */
  | { kind: 'unavailable'; session?: SealedSession; setCookies?: readonly string[] }

/**
 * A response may be lost on its way to the browser, which then sends the old refresh token again. The outcome is kept
 * for as long as the API gives concurrent uses of one token the same successor.
 */
const REMEMBER_MS = 30_000
/** While the API is down, it is not called for every page. */
const COOL_DOWN_MS = 2_000
const MAX_REMEMBERED = 10_000

export interface Refresher {
  renew(refreshToken: string, refresh: () => Promise<RefreshOutcome>): Promise<RefreshOutcome>
  /** Makes later calls with this token fail after a sign-out. */
  forget(refreshToken: string): void
}

/** Creates a refresher that runs one refresh per refresh token, shared by all callers. */
export const createRefresher = (now: () => number): Refresher => {
  const running = new Map<string, Promise<RefreshOutcome>>()
  const done = new Map<string, { outcome: RefreshOutcome; until: number }>()
  const untilOf = (outcome: RefreshOutcome): number => {
    if (outcome.kind === 'unavailable') return now() + COOL_DOWN_MS
    if (outcome.kind === 'refused') return now() + REMEMBER_MS
    return Math.min(now() + REMEMBER_MS, outcome.session.expiresAt * 1_000)
  }
  const remember = (key: string, outcome: RefreshOutcome) => {
    done.delete(key)
    done.set(key, { outcome, until: untilOf(outcome) })
    const [oldest] = done.keys()
    if (done.size > MAX_REMEMBERED && oldest !== undefined) done.delete(oldest)
  }
  const start = async (key: string, refresh: () => Promise<RefreshOutcome>) => {
    const outcome = await refresh().catch((): RefreshOutcome => ({ kind: 'unavailable' }))
    remember(key, outcome)
    return outcome
  }
  return {
    renew(key, refresh) {
      const past = done.get(key)
      if (past && past.until > now()) return Promise.resolve(past.outcome)
      const current = running.get(key)
      if (current) return current
      const next = start(key, refresh).finally(() => running.delete(key))
      running.set(key, next)
      return next
    },
    forget: (key) => remember(key, { kind: 'refused' }),
  }
}
