import { holdsPermission } from '../../../rules/permission.ts'
import { SYSTEM_CALLER } from '../../call/caller.ts'
import type { Mail, Ports } from '../../ports.ts'
import type { ReportScheduleRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { permissionsOfGuarantor } from '../identity/guarantor/guarantor.ts'
import { administratorsOf } from '../identity/roles/administrators.ts'
import { sendLater } from '../mail/mails.ts'
import { filtersOf, templateOf } from './report-fields.ts'
import { reportMails } from './send-report.ts'

const MAX_PER_ROUND = 100
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Milliseconds until the next try, after a failure or after the process that prepares a report ends. */
const RETRY_MS = 600_000
/**
 * Milliseconds after the due time during which a report is retried; after that the next one is sent at its usual time.
 */
const RETRY_FOR_MS = 2 * HOUR_MS

/** The claim of one process on a due report; no other process takes the report until `retryAt`. */
interface Claim {
  retryAt: number
  nextRunAt: number
}

/** Returns the next time of a stored schedule, which runs in UTC if its time zone is unknown. */
const nextRunOf = ({ nextRun }: Ports, { cron, tz }: ReportScheduleRecord, after: number): number =>
  nextRun(cron, tz, after) ?? nextRun(cron, 'UTC', after) ?? after + DAY_MS

/** Claims a due report, so that only one of several processes sends it. */
const claim = async (ports: Ports, schedule: ReportScheduleRecord): Promise<Claim | undefined> => {
  const { id } = schedule
  const now = ports.clock.now()
  const nextRunAt = nextRunOf(ports, schedule, now)
  const dueAt = nextRunOf(ports, schedule, now - RETRY_FOR_MS)
  const retryAt = dueAt > now ? nextRunAt : Math.min(nextRunAt, now + RETRY_MS)
  const isOurs = await ports.store.reportSchedules.update({ id, nextRunAt: schedule.nextRunAt }, { nextRunAt: retryAt })
  return isOurs ? { retryAt, nextRunAt } : undefined
}

/** @throws when no email is accepted; if some of them were sent, a retry would send those again */
const postAll = async (ports: Ports, mails: readonly Mail[]): Promise<void> => {
  const failed: unknown[] = []
  for (const mail of mails) await sendLater(ports, mail).catch((error: unknown) => failed.push(error))
  if (mails.length > 0 && failed.length === mails.length) throw failed[0]
  for (const error of failed) ports.log.error('An email could not be sent', error)
}

/** Returns whether the member who scheduled a report may still see its content. */
export const isReportVouchedFor = async (ports: Ports, schedule: ReportScheduleRecord): Promise<boolean> => {
  const { tenantId, templateId, guarantorId } = schedule
  const held = [...(await permissionsOfGuarantor(ports, tenantId, guarantorId))]
  return holdsPermission(held, templateOf(templateId).permission)
}

/** Sends a report and returns whether it was sent, which it isn't if its schedule was changed in the meantime. */
const send = async (ports: Ports, schedule: ReportScheduleRecord, { retryAt, nextRunAt }: Claim): Promise<boolean> => {
  const { id, tenantId, templateId, type } = schedule
  const template = templateOf(templateId)
  const administrators = await administratorsOf(ports.store, tenantId)
  const wanted = { tenantId, template, filters: filtersOf(schedule.dataFilters), type }
  const mails = await reportMails(
    ports,
    wanted,
    administrators.map(({ email }) => email),
  )
  // The schedule is updated before the first email, so that no recipient gets the report twice, even if the process
  // ends here.
  if (!(await ports.store.reportSchedules.update({ id, nextRunAt: retryAt }, { nextRunAt }))) return false
  try {
    await postAll(ports, mails)
  } catch (error) {
    await ports.store.reportSchedules.update({ id, nextRunAt }, { nextRunAt: retryAt })
    throw error
  }
  await audit(ports, SYSTEM_CALLER, {
    tenantId,
    action: 'Report sent',
    resource: 'Reports',
    description: `Sent the scheduled report ${template.name} to ${mails.length} administrators`,
    detail: { templateId },
  })
  return true
}

const skip = ({ store }: Ports, { id }: ReportScheduleRecord, { retryAt, nextRunAt }: Claim) =>
  store.reportSchedules.update({ id, nextRunAt: retryAt }, { nextRunAt })

/** Sends due reports to the administrators of their accounts. */
export const sendDueReports = async (ports: Ports): Promise<number> => {
  const { items } = await ports.store.reportSchedules.page({
    where: { isActive: true, nextRunAt: { lt: ports.clock.now() + 1 } },
    sort: { field: 'nextRunAt', order: 'ASC' },
    offset: 0,
    limit: MAX_PER_ROUND,
  })
  let sent = 0
  for (const schedule of items) {
    const claimed = await claim(ports, schedule)
    if (!claimed) continue
    try {
      if (!(await isReportVouchedFor(ports, schedule))) await skip(ports, schedule, claimed)
      else if (await send(ports, schedule, claimed)) sent += 1
    } catch (error) {
      ports.log.error('A scheduled report could not be sent', error)
    }
  }
  return sent
}
