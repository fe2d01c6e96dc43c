import type { Ports } from '../ports.ts'
import type { Store } from '../store/store.ts'

/** As long as most windows of limits, so that expired rows never outnumber live ones by much. */
const ROUND_MS = 900_000

const DAY_MS = 86_400_000
/** Expired sessions are kept for support: they show why a user was signed out. */
const KEEP_SESSIONS_MS = DAY_MS
/** Audit rows that belong to no tenant are written for equal timing only; no tenant can read them. */
const KEEP_STRAY_AUDITS_MS = DAY_MS
/** The local inbox is for development; a mail server keeps its own. */
const KEEP_MESSAGES_MS = 7 * DAY_MS

type Swept = Pick<Store, 'sessions' | 'oauthGrants' | 'tickets' | 'attempts' | 'audits' | 'messages'>

/** Removes expired sessions, one-time secrets and counters, stray audit rows and old inbox messages; returns how many. */
export const removeExpired = async (store: Swept, now: number): Promise<number> => {
  const ended = { lt: now - KEEP_SESSIONS_MS }
  const removed = [
    await store.sessions.delete({ expiresAt: ended }),
    await store.oauthGrants.delete({ expiresAt: ended }),
    await store.tickets.delete({ expiresAt: { lt: now } }),
    await store.attempts.delete({ windowEndsAt: { lt: now } }),
    await store.audits.delete({ tenantId: '', createdAt: { lt: now - KEEP_STRAY_AUDITS_MS } }),
    await store.messages.delete({ createdAt: { lt: now - KEEP_MESSAGES_MS } }),
  ]
  return removed.reduce((sum, count) => sum + count, 0)
}

/** Removes expired rows every quarter of an hour; any number of processes may do so at once. */
export const keepClean = ({ store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = removeExpired(store, clock.now()).catch((error: unknown) =>
      log.warn('Removing expired rows failed', error),
    )
  }, ROUND_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
