import type { AuditColumn, AuditHistogram, AuditProblem, AuditRow } from '../../entities/audits.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import { emptyList, type ListState } from '../../parts/record-list/list-state.ts'
import { type AuditsQuery, auditsQueryCodec, DEFAULT_QUERY, type FilterId } from './audits.query.ts'

export type ListedAudit = AuditRow & { id: string }

export type AuditsDialog = { kind: 'details'; row: ListedAudit } | { kind: 'dates' } | { kind: 'value'; name: FilterId }

export type AuditsNotice = 'exported' | 'failed' | 'unavailable'

/** A part of the page that loads and fails by itself. */
export interface Loaded<Value> {
  value?: Value | undefined
  error?: string | undefined
}

export interface AuditsJob {
  kind: 'export' | 'verify'
  done: number
  total: number
}

export interface AuditsVerdict {
  problem: AuditProblem | null
  firstSeq: number
  lastSeq: number
}

export interface AuditsState extends PageState<never, AuditsDialog, AuditsNotice> {
  list: ListState<ListedAudit, AuditsQuery>
  columns: Loaded<readonly AuditColumn[]>
  stats: Loaded<{ totalToday: number; severeThisWeek: number }>
  histogram: Loaded<AuditHistogram>
  /** New events are counted while it is on. */
  isLive: boolean
  /** The newest position that the list knows, once it was read. */
  seenSeq?: number | undefined
  /** Matching events written since. */
  fresh: number
  job?: AuditsJob | undefined
  verdict?: AuditsVerdict | undefined
}

export const initialAudits: AuditsState = {
  ...PAGE_AT_START,
  list: emptyList(DEFAULT_QUERY),
  columns: {},
  stats: {},
  histogram: {},
  isLive: false,
  fresh: 0,
}

const linkOf = (dialog: AuditsDialog) => {
  if (dialog.kind === 'details') return { name: 'audit', id: dialog.row.id }
  return { name: dialog.kind, id: dialog.kind === 'value' ? dialog.name : '' }
}

export const auditsUrl: PageUrl<AuditsState, AuditsQuery> = {
  place: auditsQueryCodec,
  placeOf: ({ list }) => list.query,
  linkOf,
}

/** Calls of ours that a backend of the wire lacks hide what needs them. */
export const knows = ({ missing }: Pick<AuditsState, 'missing'>, call: string): boolean => !missing.includes(call)
