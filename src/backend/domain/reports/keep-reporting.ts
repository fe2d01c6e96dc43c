import type { Ports } from '../../ports.ts'
import { inRounds } from '../../store/queue.ts'
import { reportHeldLosses } from '../identity/lockout-guard/left-alone-report.ts'
import { sendDueReports } from './send-due.ts'
import { reportHeldNews } from './watch-stopped.ts'

const ROUND_MS = 60_000

/** Checks for due reports and held news every minute. Several processes may run this at once. */
export const keepReporting = (ports: Ports): (() => Promise<void>) => {
  const warn = (error: unknown) => ports.log.warn('Looking for due reports failed', error)
  const round = async () => {
    await sendDueReports(ports).catch(warn)
    await reportHeldNews(ports).catch(warn)
    await reportHeldLosses(ports).catch(warn)
  }
  return inRounds(round, ROUND_MS)
}
