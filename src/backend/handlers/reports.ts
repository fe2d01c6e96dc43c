import type { reports } from '../../contract/reports.ts'
import { lazy } from '../../kernel/lazy.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const READ = 'fe.secure.read.audits'
const WRITE = 'fe.connectivity.write.emailConfig'

const work = lazy(async () => (await import('./report-work.ts')).reportWork)

export const reportsHandlers = {
  listReports: allowed(READ, async (call) => (await work()).list(call)),
  getReport: allowed(READ, async (call) => (await work()).one(call)),
  scheduleReport: allowed(WRITE, async (call) => (await work()).schedule(call)),
  renderReport: allowed(READ, async (call) => (await work()).render(call)),
  downloadReport: allowed(READ, async (call) => (await work()).download(call)),
  sendReport: allowed(WRITE, async (call) => (await work()).send(call)),
} satisfies Handlers<typeof reports>
