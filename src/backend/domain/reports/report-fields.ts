import type { ReportType } from '../../../entities/reports.ts'
import { isRecord, parseJson } from '../../../kernel/safe-json.ts'
import { normalizeEmail } from '../../../rules/email.ts'
import { flagOf, number, oneOf, optionalText, text, textList } from '../../call/read.ts'
import { badRequest, notFound } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { ReportScheduleRecord } from '../../store/records.ts'
import { REPORT_TEMPLATES, type ReportFilters, type ReportTemplate } from './templates.ts'

const DAYS = { min: 1, max: 365 }
const DEFAULT_DAYS = 30
const MAX_RECIPIENTS = 20
const HOUR_MS = 3_600_000

export const templateOf = (id: unknown): ReportTemplate => {
  const found = REPORT_TEMPLATES.find((template) => template.id === id)
  if (!found) throw notFound('This report doesn’t exist')
  return found
}

const decode = (given: string): unknown => {
  try {
    return parseJson(new TextDecoder().decode(Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0))))
  } catch {
    return undefined
  }
}

/** Reads the filters of a report from the Base64 encoding of JSON, such as `{"days":30}`. */
export const filtersOf = (given: unknown): ReportFilters => {
  const encoded = optionalText(given, 'dataFilters', 2_000)
  if (encoded === undefined) return { days: DEFAULT_DAYS }
  const filters = decode(encoded)
  if (!isRecord(filters)) throw badRequest('dataFilters must be the base64 of a JSON object')
  return { days: filters.days === undefined ? DEFAULT_DAYS : Math.round(number(filters.days, 'days', DAYS)) }
}

export const reportTypeOf = (given: unknown): ReportType => {
  const type = oneOf(text(given, 'responseType', 10), 'type', ['html', 'pdf', 'image'])
  return type ?? 'html'
}

export const recipientsOf = (given: unknown): string[] => {
  const emails = textList(given, 'to').map((each) => {
    const email = normalizeEmail(each)
    if (email === undefined) throw badRequest(`${each.slice(0, 100)} is not an email`)
    return email
  })
  if (emails.length === 0) throw badRequest('Enter at least one recipient')
  if (emails.length > MAX_RECIPIENTS) throw badRequest(`A report can be sent to at most ${MAX_RECIPIENTS} recipients`)
  return [...new Set(emails)]
}

type ScheduleFields = Pick<ReportScheduleRecord, 'interval' | 'cron' | 'tz' | 'isActive' | 'nextRunAt'>

const INTERVALS = ['daily', 'weekly', 'monthly', 'custom'] as const

export const scheduleOf = ({ nextRun, clock }: Pick<Ports, 'nextRun' | 'clock'>, given: unknown): ScheduleFields => {
  if (!isRecord(given)) throw badRequest('schedule must be an object')
  const interval = oneOf(text(given.interval, 'interval', 20), 'interval', INTERVALS) ?? 'daily'
  const cron = text(given.cron, 'cron', 100).trim()
  const tz = text(given.tz, 'tz', 64)
  const isActive = flagOf(given.active, 'active')
  if (cron.split(/\s+/).length !== 5) throw badRequest('cron must have five fields')
  const now = clock.now()
  const first = nextRun(cron, tz, now)
  const second = first === undefined ? undefined : nextRun(cron, tz, first)
  if (first === undefined || second === undefined) throw badRequest('Check cron and tz')
  if (second - first < HOUR_MS) throw badRequest('A report can be sent once an hour at most')
  return { interval, cron, tz, isActive, nextRunAt: first }
}
