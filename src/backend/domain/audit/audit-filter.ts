import { isRecord } from '../../../kernel/safe-json.ts'
import { utcTimeOf } from '../../../rules/utc-time.ts'
import { optionalText } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Condition, Where } from '../../store/store.ts'

type Query = Readonly<Record<string, string | undefined>>
type AuditWhere = Where<AuditRecord>

const MAX_FILTER_LENGTH = 2_000
const MAX_LISTED = 50

/** Parses objects and lists, which are sent as JSON text, and returns any other text unchanged. */
const parsed = (text: string): unknown => {
  if (!/^[{["]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= MAX_LISTED && value.every((item) => typeof item === 'string')

/** Reads one value or a list of values. */
const exactly = (text: string, name: string): string | Condition<string> => {
  const value = parsed(text)
  if (typeof value === 'string') return value
  if (isTextList(value)) return { in: value }
  throw badRequest(`${name} must be a string or a list of at most ${MAX_LISTED} strings`)
}

const timeOf = (value: unknown): number => {
  const time = typeof value === 'number' ? value : utcTimeOf(String(value))
  if (!Number.isSafeInteger(time)) throw badRequest('createdAt must be {"from": time, "to": time}')
  return time
}

/** Reads `{"from": …, "to": …}`, where each is a date, in UTC unless it names a zone, or milliseconds, and `to` is exclusive. */
const range = (text: string): Condition<number> => {
  const value = parsed(text)
  if (!isRecord(value)) throw badRequest('createdAt must be {"from": time, "to": time}')
  const { from, to } = value
  return {
    ...(from !== undefined && from !== null && { gte: timeOf(from) }),
    ...(to !== undefined && to !== null && { lt: timeOf(to) }),
  }
}

const EXACT = ['email', 'action', 'severity', 'ip'] as const

/** Returns the condition for a tenant's rows that match the filters of a query. */
export const auditWhere = (tenantId: string, query: Query): AuditWhere => {
  const read = (name: string) => optionalText(query[name], name, MAX_FILTER_LENGTH)
  const search = read('filter')
  const createdAt = read('createdAt')
  const exact = EXACT.flatMap((name) => {
    const text = read(name)
    return text === undefined ? [] : [[name, exactly(text, name)]]
  })
  return {
    tenantId,
    ...Object.fromEntries(exact),
    ...(search !== undefined && { searchText: { contains: search } }),
    ...(createdAt !== undefined && { createdAt: range(createdAt) }),
  }
}

/** Severities of events that an administrator should review. */
export const SEVERE = ['High', 'Error', 'Critical'] as const
