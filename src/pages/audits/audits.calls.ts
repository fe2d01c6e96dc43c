import { auditLog, audits } from '../../contract/audits.ts'
import { reports } from '../../contract/reports.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError, messageOf } from '../../kernel/errors.ts'
import { createPageContext, type PageContext, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import type { ListPage } from '../../parts/record-list/list-state.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import {
  type AuditsDialog,
  type AuditsQuery,
  type AuditsState,
  auditsUrl,
  FILTERS,
  initialAudits,
  type ListedAudit,
  NO_FILTERS,
  toFilters,
  toWireQuery,
} from './audits.state.ts'

const tables = { audits, auditLog, reports }

export type AuditsContext = PageContext<AuditsState, typeof tables>

/** Creates the context that all actions of the page share. */
export const createAuditsContext = (context: SliceContext<AuditsState>): AuditsContext =>
  createPageContext(context, { tables, initial: initialAudits })

const BUCKETS = 60
const NOT_FOUND = 404
const STATS_QUERY = { sortBy: 'createdAt', sortDirection: 'desc', count: 20 } as const

type Part = 'columns' | 'stats' | 'histogram'

const fetchAudits =
  ({ api, apply, deps }: AuditsContext) =>
  async (query: AuditsQuery, signal: AbortSignal): Promise<ListPage<ListedAudit>> => {
    const {
      data,
      total,
      hasMore = false,
    } = await api.audits.listAudits({ query: toWireQuery(query, deps.clock.now()) }, { signal })
    apply((state) => ({ ...state, hasMore }))
    return { items: data.map((row) => ({ ...row, id: row._id })), totalItems: total }
  }

/** Loads the parts around the rows. Each part shows its own error, and the others stay. */
const surroundings = ({ api, apply, known, get, deps }: AuditsContext) => {
  let newest = 0
  const load = async <Name extends Part>(name: Name, read: () => Promise<AuditsState[Name]['value']>) => {
    // A part that is being retried counts as loading rather than failed.
    apply((state) => ({ ...state, [name]: { value: state[name].value } }))
    try {
      const value = await read()
      apply((state) => ({ ...state, [name]: { value } }))
    } catch (error) {
      apply((state) => ({ ...state, [name]: { ...state[name], error: messageOf(error) } }))
    }
  }
  const columns = () =>
    load('columns', async () => {
      const { rows } = await api.audits.getAuditMetadata({ query: { entityName: 'audits' } })
      if (!rows[0]) throw new HttpError('metadata not found: audits', NOT_FOUND)
      return rows[0].properties
    })
  const stats = () => load('stats', () => api.audits.getAuditStats({ query: STATS_QUERY }))
  const histogram = async () => {
    const own = ++newest
    const query = { ...toFilters(get().list.query, deps.clock.now()), buckets: BUCKETS }
    const read = () => api.auditLog.getAuditHistogram({ query })
    await load('histogram', async () => {
      const value = await known('getAuditHistogram', read, async () => undefined)
      return own === newest ? value : get().histogram.value
    })
  }
  /** Records the current end of the log, so that later events count as new. */
  const mark = async () => {
    const end = await known(
      'getAuditNews',
      () => api.auditLog.getAuditNews({ query: {} }),
      async () => undefined,
    ).catch(() => undefined)
    apply((state) => ({ ...state, seenSeq: end?.seq ?? null, fresh: 0 }))
  }
  return { columns, stats, histogram, mark }
}

const dialogOf =
  ({ get }: AuditsContext) =>
  ({ name, id }: LinkedDialog<string>): AuditsDialog | undefined => {
    if (name === 'dates' || name === 'reports') return { kind: name }
    const filter = FILTERS.find((known) => known === id)
    if (name === 'value') return filter && { kind: 'value', name: filter }
    const row = get().list.rows.find((known) => known.id === id)
    return row && { kind: 'details', row }
  }

/** Creates the actions that load the list and the parts around it, and follow the page's URL. */
export const listActions = (context: AuditsContext) => {
  const { show, change, reload, stop } = recordList(context, { fetchPage: fetchAudits(context) })
  const around = surroundings(context)
  const all = (rows: Promise<void>) => Promise.all([around.mark(), rows, around.histogram()])
  const following = followUrl(context, {
    url: auditsUrl,
    show: (query, isFirst) => {
      if (isFirst) context.apply((state) => ({ ...state, makesPdf: !context.deps.settings().preview }))
      const rest = isFirst ? [around.columns(), around.stats()] : []
      return Promise.all([...rest, all(show(query))])
    },
    dialogOf: dialogOf(context),
  })
  const failed = () => (['columns', 'stats'] as const).filter((part) => context.get()[part].error !== undefined)
  return {
    ...following,
    stop,
    /** Reloads the list, and the parts around it that failed. */
    reload: (): Promise<unknown> => Promise.all([...failed().map((part) => around[part]()), all(reload())]),
    /** Changes the query. Another page or order of the same events keeps the chart. */
    async change(patch: Partial<AuditsQuery>): Promise<void> {
      const isSame = Object.keys(patch).every((name) => ['page', 'size', 'sort', 'order'].includes(name))
      await (isSame ? change(patch) : all(change(patch)))
    },
    /** Reloads everything, starting with the latest events. */
    async refresh(): Promise<void> {
      await Promise.all([all(change({ page: 0 })), around.stats()])
    },
    clearFilters: (): Promise<unknown> => all(change(NO_FILTERS)),
    retry: (part: Part): Promise<void> => around[part](),
  }
}
