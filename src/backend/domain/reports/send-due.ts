import { SYSTEM_CALLER } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { ReportScheduleRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { post } from '../mail/mails.ts'
import { administratorsOf } from '../members/administrators.ts'
import { filtersOf, templateOf } from './report-fields.ts'
import { reportMails } from './send-report.ts'

const MAX_PER_ROUND = 100
const RETRY_MS = 3_600_000

/** Only one of several processes gets to send it. */
const claim = async ({ store, clock, nextRun }: Ports, { id, cron, tz, nextRunAt }: ReportScheduleRecord) => {
  const next = nextRun(cron, tz, clock.now()) ?? clock.now() + RETRY_MS
  return (await store.reportSchedules.update({ id, nextRunAt }, { nextRunAt: next })) > 0
}

const send = async (ports: Ports, schedule: ReportScheduleRecord): Promise<void> => {
  const { tenantId, templateId, type } = schedule
  const template = templateOf(templateId)
  const administrators = await administratorsOf(ports.store, tenantId)
  const wanted = { tenantId, template, filters: filtersOf(schedule.dataFilters), type }
  const mails = await reportMails(
    ports,
    wanted,
    administrators.map(({ email }) => email),
  )
  for (const mail of mails) await post(ports, mail)
  await audit(ports, SYSTEM_CALLER, {
    tenantId,
    action: 'Report sent',
    resource: 'Reports',
    description: `Sent the scheduled report ${template.name} to ${mails.length} administrators`,
    detail: { templateId },
  })
}

/** Sends the reports whose time has come to the administrators of their accounts. */
export const sendDueReports = async (ports: Ports): Promise<number> => {
  const { items } = await ports.store.reportSchedules.page({
    where: { isActive: true, nextRunAt: { lt: ports.clock.now() + 1 } },
    sort: { field: 'nextRunAt', order: 'ASC' },
    offset: 0,
    limit: MAX_PER_ROUND,
  })
  let sent = 0
  for (const schedule of items) {
    if (!(await claim(ports, schedule))) continue
    try {
      await send(ports, schedule)
      sent += 1
    } catch (error) {
      ports.log.error('A scheduled report could not be sent', error)
    }
  }
  return sent
}

const ROUND_MS = 60_000

/** Looks for due reports every minute; any number of processes may do so at once. */
export const keepReporting = (ports: Ports): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = sendDueReports(ports).catch((error: unknown) => ports.log.warn('Looking for due reports failed', error))
  }, ROUND_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
