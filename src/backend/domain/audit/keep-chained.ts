import type { Ports } from '../../ports.ts'
import { chainLeftRows } from './audits-last.ts'

/** Rows get their places within 5 s: they are skipped for `YOUNG_MS`, and chained in the next round. */
const ROUND_MS = 2_500
const YOUNG_MS = 2_000
/** Milliseconds between two warnings, because every round fails while the database is unreachable. */
const QUIET_MS = 60_000

/**
 * Repeatedly chains audit rows that another process, or a failure, left without a place. Returns a function that stops
 * it.
 */
export const keepChained = ({ store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  let quietUntil = 0
  const timer = setInterval(() => {
    running = chainLeftRows(store, clock.now() - YOUNG_MS).catch((error: unknown) => {
      if (clock.now() < quietUntil) return
      quietUntil = clock.now() + QUIET_MS
      log.warn('Adding rows to the chain of the audit log failed', error)
    })
  }, ROUND_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
