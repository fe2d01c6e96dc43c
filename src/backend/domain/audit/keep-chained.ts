import type { Ports } from '../../ports.ts'
import { chainLeftRows } from './audits-last.ts'

/** Rows get their places within 5 s: they are left for `YOUNG_MS`, and found at the next round. */
const ROUND_MS = 2_500
const YOUNG_MS = 2_000
/** A database that is away fails every round. */
const QUIET_MS = 60_000

/** Chains audit rows that another process, or a failure, left without a place. Returns a function that ends it. */
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
