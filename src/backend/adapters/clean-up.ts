import type { Ports } from '../ports.ts'
import type { Store } from '../store/store.ts'

/** How often rows that can never count again are removed. */
const ROUND_MS = 3_600_000

/** Expired sessions are kept a day, for whoever asks why somebody was signed out. */
const KEEP_MS = 86_400_000

type Swept = Pick<Store, 'sessions' | 'oauthGrants' | 'tickets' | 'attempts'>

/** Removes expired sessions, one-time secrets and counters of tries; answers how many. */
export const removeExpired = async (store: Swept, now: number): Promise<number> => {
  const expired = { lt: now - KEEP_MS }
  const sessions = await store.sessions.delete({ expiresAt: expired })
  const grants = await store.oauthGrants.delete({ expiresAt: expired })
  const tickets = await store.tickets.delete({ expiresAt: expired })
  return sessions + grants + tickets + (await store.attempts.delete({ windowEndsAt: expired }))
}

/** Removes what has expired every hour; any number of processes may do so at once. */
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
