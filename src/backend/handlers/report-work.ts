import type { reports } from '../../contract/reports.ts'
import type { Report } from '../../entities/reports.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { holdsPermission } from '../../rules/permission.ts'
import type { SignedRequest } from '../call/auth.ts'
import { oneOf, optionalText } from '../call/read.ts'
import { badRequest, forbidden, Refusal } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { type Limit, takeAttempt } from '../domain/base/limits/limits.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { countStopped } from '../domain/delivery/channels/recipients.ts'
import { guarantorIdOf } from '../domain/identity/guarantor/guarantor-id.ts'
import { sendLater } from '../domain/mail/mails.ts'
import { filtersOf, recipientsOf, reportTypeOf, scheduleOf, templateOf } from '../domain/reports/report-fields.ts'
import { reportFile, reportHtml, reportMails } from '../domain/reports/send-report.ts'
import { REPORT_TEMPLATES, type ReportTemplate } from '../domain/reports/templates.ts'
import { asFile, type SignedCall } from '../http/handler.ts'
import type { ReportScheduleRecord } from '../store/records.ts'

const NOT_IMPLEMENTED = 501
const SENDS: Limit = { name: 'reports-sent', tries: 20, windowMs: 3_600_000 }

/** Returns the templates that the caller may use: a report shows only data that they could also see on its page. */
const heldTemplates = async ({ auth }: SignedRequest): Promise<ReportTemplate[]> => {
  const { keys } = await auth.grants()
  return REPORT_TEMPLATES.filter(({ permission }) => holdsPermission(keys, permission))
}

const heldTemplate = async (call: SignedRequest, id: unknown): Promise<ReportTemplate> => {
  const template = templateOf(id)
  if (!(await heldTemplates(call)).includes(template)) throw forbidden()
  return template
}

const toReport = ({ id, name, description }: ReportTemplate, kept: ReportScheduleRecord | undefined): Report => ({
  id,
  name,
  description,
  status: kept?.status ?? 'active',
  type: kept?.type ?? 'pdf',
  ...(kept && {
    schedule: { interval: kept.interval, cron: kept.cron, tz: kept.tz, active: kept.isActive },
  }),
  htmlTemplate: '',
  customerListApiUrl: '',
  dataFilters: [{ type: 'period', config: { days: filtersOf(kept?.dataFilters).days } }],
  createdAt: iso(kept?.createdAt ?? 0),
  updatedAt: iso(kept?.updatedAt ?? 0),
})

const reportsOf = async (call: SignedRequest): Promise<Report[]> => {
  const { ports, auth } = call
  const kept = await ports.store.reportSchedules.list({ tenantId: auth.tenantId })
  return (await heldTemplates(call)).map((template) =>
    toReport(
      template,
      kept.find(({ templateId }) => templateId === template.id),
    ),
  )
}

const objectOf = (given: string | undefined, field: string): Record<string, unknown> => {
  if (given === undefined || given === '') return {}
  const value = parseJson(given)
  if (!isRecord(value)) throw badRequest(`${field} must be a JSON object`)
  return value
}

const SORTS = ['name', 'description', 'status', 'type', 'createdAt', 'updatedAt'] as const

const list = async (call: SignedCall<(typeof reports)['listReports']>) => {
  const filters = objectOf(call.query.filters, 'filters')
  const sort = objectOf(call.query.sort, 'sort')
  const words = optionalText(filters.query, 'query', 200)?.toLowerCase() ?? ''
  const by = isRecord(filters.filterBy) ? filters.filterBy : {}
  const column = oneOf(optionalText(by.column, 'column'), 'column', SORTS)
  const found = (await reportsOf(call)).filter(
    (report) =>
      `${report.name} ${report.description}`.toLowerCase().includes(words) &&
      (column === undefined || report[column] === by.value),
  )
  const sorted = oneOf(optionalText(sort.column, 'column'), 'column', SORTS)
  if (!sorted) return found
  const sign = sort.direction === 'desc' ? -1 : 1
  return found.sort((left, right) => sign * left[sorted].localeCompare(right[sorted], 'en'))
}

const build = async (call: SignedRequest, query: { templateId?: string; dataFilters?: string }) => {
  const template = await heldTemplate(call, query.templateId)
  return template.build(call.ports, { tenantId: call.auth.tenantId, filters: filtersOf(query.dataFilters) })
}

const download = async (call: SignedCall<(typeof reports)['downloadReport']>) => {
  const { ports, query, reply } = call
  const type = reportTypeOf(query.responseType)
  const report = await build(call, query)
  const file = await reportFile(ports, report, { type, name: optionalText(query.name, 'name', 200) })
  if (!file) throw new Refusal(NOT_IMPLEMENTED, ['PDF files and images can’t be made here'])
  reply.headers.set('Content-Disposition', `attachment; filename="${file.fileName}"`)
  return asFile(new Blob([new Uint8Array(file.content)], { type: file.type }))
}

/** Returns the fields of a schedule that the audit log shows. */
const scheduleFactsOf = ({
  cron,
  tz,
  isActive,
  type,
}: Pick<ReportScheduleRecord, 'cron' | 'tz' | 'isActive' | 'type'>) => ({ cron, tz, isActive, type })

const schedule = async (call: SignedCall<(typeof reports)['scheduleReport']>) => {
  const { ports, auth, body, path } = call
  const template = await heldTemplate(call, path.templateId)
  const { tenantId } = auth
  filtersOf(body.dataFilters)
  const now = ports.clock.now()
  const fields = {
    ...scheduleOf(ports, body.schedule),
    type: reportTypeOf(body.type),
    status: optionalText(body.status, 'status', 40) ?? 'active',
    dataFilters: body.dataFilters,
    guarantorId: await guarantorIdOf(auth),
    updatedAt: now,
  }
  const own = { tenantId, templateId: template.id }
  const before = await ports.store.reportSchedules.find(own)
  const description = `${fields.isActive ? 'Scheduled' : 'Stopped'} the report ${template.name}`
  const change = beforeAndAfter(before ? scheduleFactsOf(before) : null, scheduleFactsOf(fields))
  const detail = { templateId: template.id, ...change }
  const row = { action: 'Report scheduled', resource: 'Reports', severity: 'Medium', description, detail } as const
  await ports.store.transaction(async (store) => {
    if (!(await store.reportSchedules.update(own, fields))) {
      await store.reportSchedules.insert({ id: ports.random.uuid(), ...own, ...fields, createdAt: now })
    }
    await call.audit({ inside: store, ...row })
  })
  return toReport(template, await ports.store.reportSchedules.find(own))
}

const send = async (call: SignedCall<(typeof reports)['sendReport']>) => {
  const { ports, auth, body } = call
  const template = await heldTemplate(call, body.templateId)
  const to = recipientsOf(body.to)
  await takeAttempt(ports, SENDS, auth.tenantId)
  const kept = await ports.store.reportSchedules.find({ tenantId: auth.tenantId, templateId: template.id })
  const wanted = { tenantId: auth.tenantId, template, filters: filtersOf(kept?.dataFilters), type: 'pdf' as const }
  const mails = await reportMails(ports, wanted, to)
  for (const mail of mails) await sendLater(ports, mail)
  const description = `Sent the report ${template.name} to ${mails.length} recipients`
  await call.audit({
    action: 'Report sent',
    resource: 'Reports',
    severity: 'Medium',
    description,
    detail: { to: mails.map((mail) => mail.to) },
  })
  const stopped = await countStopped(ports, { tenantId: auth.tenantId, channel: 'email' }, to)
  return { sent: mails.length, pending: to.length - mails.length - stopped, stopped }
}

const one = async (call: SignedCall<(typeof reports)['getReport']>) => {
  const { id } = await heldTemplate(call, call.path.id)
  return (await reportsOf(call)).find((report) => report.id === id) as Report
}

const render = async (call: SignedCall<(typeof reports)['renderReport']>) => reportHtml(await build(call, call.query))

/** The work of the reports' handlers, loaded with the first report. */
export const reportWork = { list, one, schedule, render, download, send }
