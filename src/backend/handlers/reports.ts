import type { reports } from '../../contract/reports.ts'
import { lazy } from '../../kernel/lazy.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

const work = lazy(async () => (await import('./report-work.ts')).reportWork)

export const reportsHandlers = {
  listReports: signedIn(async (call) => (await work()).list(call)),
  getReport: signedIn(async (call) => (await work()).one(call)),
  scheduleReport: signedIn(async (call) => (await work()).schedule(call)),
  renderReport: signedIn(async (call) => (await work()).render(call)),
  downloadReport: signedIn(async (call) => (await work()).download(call)),
  sendReport: signedIn(async (call) => (await work()).send(call)),
} satisfies Handlers<typeof reports>
