import type { AuditFilters, AuditListQuery } from '../../contract/audits.ts'
import type { AuditColumn, AuditHistogram, AuditProblem, AuditRow } from '../../entities/audits.ts'
import type { Report } from '../../entities/reports.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import {
  emptyList,
  type ListQuery,
  type ListState,
  listQuery,
  type UrlCodec,
} from '../../parts/record-list/list-state.ts'
import { NO_REPORTS, type ReportsState } from './reports/reports.state.ts'

/** Columns that can be filtered, each by one value. */
export const FILTERS = ['severity', 'email', 'action', 'ip'] as const
export type FilterId = (typeof FILTERS)[number]

const DAY_MS = 86_400_000

/** Time ranges that end now. */
export const PRESETS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, quarter: 90 * DAY_MS, year: 365 * DAY_MS }
export type Preset = keyof typeof PRESETS

export const PRESET_IDS = Object.keys(PRESETS) as Preset[]

/** Range in milliseconds; `to` is exclusive. */
export interface Dates {
  from?: number | undefined
  to?: number | undefined
}

export type AuditsQuery = ListQuery<string> & { [name in FilterId]?: string | undefined } & {
  preset?: Preset | undefined
  dates?: Dates | undefined
}

const listed = listQuery<string>([], { sort: 'createdAt', order: 'DESC' })

const DEFAULT_QUERY: AuditsQuery = listed.initial

export const NO_FILTERS: Partial<AuditsQuery> = {
  search: '',
  severity: undefined,
  email: undefined,
  action: undefined,
  ip: undefined,
  preset: undefined,
  dates: undefined,
}

export const isFiltered = (query: AuditsQuery): boolean =>
  Boolean(query.search || query.preset || query.dates || FILTERS.some((name) => query[name]))

/** Reads the sort order. The backend defines the columns, so any name is valid. */
const sortFrom = (params: URLSearchParams): Partial<AuditsQuery> => {
  const [, sort, direction] = /^([a-z]\w{0,40}):(asc|desc)$/i.exec(params.get('sort') ?? '') ?? []
  return sort ? { sort, order: direction?.toLowerCase() === 'asc' ? 'ASC' : 'DESC' } : {}
}

const timeFrom = (text: string | null): number | undefined => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}

const datesFrom = (params: URLSearchParams): Partial<AuditsQuery> => {
  const preset = PRESET_IDS.find((id) => id === params.get('range'))
  if (preset) return { preset }
  const [from, to] = [timeFrom(params.get('from')), timeFrom(params.get('to'))]
  return from === undefined && to === undefined ? {} : { dates: { from, to } }
}

const iso = (time: number) => new Date(time).toISOString()

/** The query in the page's URL. */
const auditsQueryCodec: UrlCodec<AuditsQuery> = {
  read(params) {
    const filters = FILTERS.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value] as const] : []
    })
    return { ...listed.read(params), ...sortFrom(params), ...Object.fromEntries(filters), ...datesFrom(params) }
  },
  write(query, params) {
    listed.write(query, params)
    for (const name of FILTERS) if (query[name]) params.set(name, query[name])
    const { preset, dates } = query
    if (preset) params.set('range', preset)
    if (dates?.from !== undefined) params.set('from', iso(dates.from))
    if (dates?.to !== undefined) params.set('to', iso(dates.to))
  },
}

const rangeOf = ({ preset, dates }: AuditsQuery, now: number) => (preset ? { from: now - PRESETS[preset] } : dates)

/** Converts the query into API filters, each under its own name. */
export const toFilters = (query: AuditsQuery, now: number): AuditFilters => {
  const range = rangeOf(query, now)
  return {
    ...(query.search && { filter: query.search }),
    ...Object.fromEntries(FILTERS.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
    ...(range && {
      createdAt: {
        ...(range.from !== undefined && { from: range.from }),
        ...(range.to !== undefined && { to: range.to }),
      },
    }),
  }
}

export const toWireQuery = (query: AuditsQuery, now: number): AuditListQuery => ({
  ...toFilters(query, now),
  sortBy: query.sort,
  sortDirection: query.order === 'ASC' ? 'asc' : 'desc',
  offset: query.page * query.size,
  count: query.size,
  paginationMode: 'virtual',
})

export type ListedAudit = AuditRow & { id: string }

export type AuditsAbility = 'send'

export type AuditsDialog =
  | { kind: 'details'; row: ListedAudit }
  | { kind: 'dates' }
  | { kind: 'value'; name: FilterId }
  | { kind: 'reports' }
  | { kind: 'preview'; report: Report }
  | { kind: 'schedule'; report: Report }
  | { kind: 'send'; report: Report }

type AuditsNotice =
  | 'exported'
  | 'reportScheduled'
  | 'reportStopped'
  | 'reportSent'
  | 'reportSentTo'
  | 'reportSentToSome'
  | 'reportPending'
  | 'reportUnwanted'
  | 'failed'
  | 'downloadFailed'
  | 'unavailable'

/** A part of the page that loads and fails separately. */
interface Loaded<Value> {
  value?: Value | undefined
  error?: string | undefined
}

export interface AuditsJob {
  kind: 'export' | 'verify'
  done: number
  total: number
}

interface AuditsVerdict {
  problem: AuditProblem | null
  firstSeq: number
  lastSeq: number
}

export interface AuditsState extends PageState<AuditsAbility, AuditsDialog, AuditsNotice> {
  list: ListState<ListedAudit, AuditsQuery>
  /** More events match than the backend counted. */
  hasMore: boolean
  columns: Loaded<readonly AuditColumn[]>
  stats: Loaded<{ totalToday: number; severeThisWeek: number }>
  histogram: Loaded<AuditHistogram>
  /** New events are counted while it is on. */
  isLive: boolean
  /** The latest position of the list in the log, once it is read; `null` if it can't be read. */
  seenSeq?: number | null
  /** Number of matching events written since then. */
  fresh: number
  reports: ReportsState
  /** Only servers can create PDF files; preview mode can't. */
  makesPdf: boolean
  job?: AuditsJob | undefined
  verdict?: AuditsVerdict | undefined
}

export const initialAudits: AuditsState = {
  ...PAGE_AT_START,
  list: emptyList(DEFAULT_QUERY),
  hasMore: false,
  columns: {},
  stats: {},
  histogram: {},
  isLive: false,
  fresh: 0,
  reports: NO_REPORTS,
  makesPdf: true,
}

const linkOf = (dialog: AuditsDialog) => {
  if (dialog.kind === 'details') return { name: 'audit', id: dialog.row.id }
  if (dialog.kind === 'value') return { name: 'value', id: dialog.name }
  // Only the list of reports has a link, because the dialogs that open from it need a report.
  return dialog.kind === 'dates' || dialog.kind === 'reports' ? { name: dialog.kind, id: '' } : undefined
}

export const auditsUrl: PageUrl<AuditsState, AuditsQuery> = {
  place: auditsQueryCodec,
  placeOf: ({ list }) => list.query,
  linkOf,
}

/** Returns whether the backend has an added call. Features that need a missing one are hidden. */
export const knows = ({ missing }: Pick<AuditsState, 'missing'>, call: string): boolean => !missing.includes(call)
