import type { AuditColumn, AuditHistogram, AuditProblem, AuditRow } from '../../entities/audits.ts'
import type { Report } from '../../entities/reports.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import { emptyList, type ListState } from '../../parts/record-list/list-state.ts'
import { type AuditsQuery, auditsQueryCodec, DEFAULT_QUERY, type FilterId } from './audits.query.ts'
import { NO_REPORTS, type ReportsState } from './reports/reports.state.ts'

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
