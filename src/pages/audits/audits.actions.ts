import type { AuditColumn } from '../../entities/audits.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import { breathe } from '../../kernel/breathe.ts'
import { saveFile } from '../../kernel/save-file.ts'
import { type AuditsContext, createAuditsContext, listActions } from './audits.calls.ts'
import type { AuditsTexts } from './audits.messages.ts'
import { type AuditsJob, type AuditsState, NO_FILTERS, toFilters } from './audits.state.ts'
import { reportActions } from './reports/reports.actions.ts'

type ExportFormat = 'csv' | 'jsonl'

const TYPES = { csv: 'text/csv;charset=utf-8', jsonl: 'application/jsonl;charset=utf-8' } as const

/** Creates the tasks on the whole log. Only one runs at a time, and it can be stopped. */
const taskActions = (context: AuditsContext) => {
  const { api, apply, get, known, deps, notify, fail } = context
  let running: AbortController | undefined

  const advance = (job: AuditsJob) => apply((state) => ({ ...state, job }))

  const run = async (kind: AuditsJob['kind'], name: string, work: (signal: AbortSignal) => Promise<void>) => {
    if (running) return
    const own = new AbortController()
    running = own
    advance({ kind, done: 0, total: 0 })
    try {
      await work(own.signal)
    } catch (error) {
      if (!own.signal.aborted) fail(name, error, () => run(kind, name, work))
    } finally {
      running = undefined
      apply((state) => ({ ...state, job: undefined }))
    }
  }

  const queryOf = () => {
    const { query } = get().list
    const order = query.order === 'ASC' ? ('asc' as const) : ('desc' as const)
    return { ...toFilters(query, deps.clock.now()), sortBy: query.sort, sortDirection: order }
  }

  /** Saves the parts. Each one becomes a blob at once, which the browser keeps outside the page's memory. */
  const saveParts = async (format: ExportFormat, properties: AuditColumn[], signal: AbortSignal): Promise<number> => {
    const query = queryOf()
    const total = get().list.totalItems
    const blobs: Blob[] = []
    let done = 0
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const body = { format, properties, ...(cursor && { cursor }) }
      const part = await api.auditLog.exportAuditPart({ query, body }, { signal })
      blobs.push(new Blob([part.text]))
      done += part.rows
      advance({ kind: 'export', done, total: Math.max(total, done) })
      cursor = part.cursor
      await breathe()
    }
    saveFile(new Blob(blobs, { type: TYPES[format] }), `audits.${format}`)
    return done
  }

  /** Saves the file whole, for a backend without partial exports. */
  const saveWhole = async (properties: AuditColumn[], signal: AbortSignal): Promise<number> => {
    const query = { ...queryOf(), offset: 0, outputFileName: 'audits.csv' }
    await api.audits.exportAudits({ path: { endpoint: 'csv/v2' }, query, body: { properties } }, { signal })
    return get().list.totalItems
  }

  return {
    exportAll: (format: ExportFormat, name: string): Promise<void> =>
      run('export', name, async (signal) => {
        const properties = [...(get().columns.value ?? [])]
        const count = await known(
          'exportAuditPart',
          () => saveParts(format, properties, signal),
          () => saveWhole(properties, signal),
        )
        notify('exported', { count })
      }),

    /** Exports the latest matching events; the server reports how many fit. */
    exportPdf: (name: string): Promise<void> =>
      run('export', name, async (signal) => {
        const query = { ...queryOf(), offset: 0, outputFileName: 'audits.pdf' }
        const properties = [...(get().columns.value ?? [])]
        await api.audits.exportAudits({ path: { endpoint: 'pdf' }, query, body: { properties } }, { signal })
      }),

    verify: (name: string): Promise<void> =>
      run('verify', name, async (signal) => {
        apply((state) => ({ ...state, verdict: undefined }))
        for (let from: number | null = 0; from !== null; ) {
          const part = await api.auditLog.verifyAudits({ query: { from } }, { signal })
          const { next, lastSeq, firstSeq, problem } = part
          advance({ kind: 'verify', done: (next ?? lastSeq + 1) - firstSeq, total: lastSeq + 1 - firstSeq })
          if (next === null) apply((state) => ({ ...state, verdict: { problem, firstSeq, lastSeq } }))
          from = next
        }
      }),

    stopJob: (): void => running?.abort(),
    closeVerdict: () => apply((state) => ({ ...state, verdict: undefined })),
  }
}

/** Interval at which new events are counted. */
export const LIVE_MS = 5_000

const isHidden = () => document.visibilityState === 'hidden'

/**
 * Counts new events while it is on and the tab is visible. They are announced, but the list never moves while it is
 * being read.
 */
const liveActions = ({ api, apply, get, deps, known }: AuditsContext) => {
  let cancel: (() => void) | undefined

  const look = async (): Promise<void> => {
    const { seenSeq, list } = get()
    if (typeof seenSeq !== 'number' || isHidden()) return
    const query = { ...toFilters(list.query, deps.clock.now()), after: seenSeq }
    const found = await known(
      'getAuditNews',
      () => api.auditLog.getAuditNews({ query }),
      async () => undefined,
    )
    // The list may have been reloaded in the meantime.
    if (found && get().seenSeq === seenSeq) apply((state) => ({ ...state, fresh: found.total }))
  }

  const round = (): void => {
    cancel = deps.clock.schedule(() => {
      void look()
        .catch((error: unknown) => deps.log.warn('New events could not be counted', error))
        .finally(() => {
          if (get().isLive && cancel) round()
        })
    }, LIVE_MS)
  }

  const end = (): void => {
    cancel?.()
    cancel = undefined
    apply((state) => (state.isLive ? { ...state, isLive: false } : state))
  }

  return {
    setLive(isLive: boolean): void {
      end()
      if (!isLive) return
      apply((state) => ({ ...state, isLive }))
      round()
    },
    endLive: end,
  }
}

const createAuditsActions = (context: AuditsContext) => {
  const { stop, ...list } = listActions(context)
  const { endLive, ...live } = liveActions(context)
  const work = taskActions(context)
  const { openDialog, closeDialog, dialogsMissing } = context
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...live,
    ...work,
    ...reportActions(context),
    /** Filters by one user or one IP address. */
    async showOnly(filter: { email: string } | { ip: string }): Promise<void> {
      closeDialog()
      await list.change({ ...NO_FILTERS, ...filter })
    },
    close(): void {
      stop()
      endLive()
      work.stopJob()
      context.leave()
    },
  }
}

export type AuditsActions = ReturnType<typeof createAuditsActions>

export const auditsSlice: Slice<AuditsState, AuditsActions> = (context) =>
  createAuditsActions(createAuditsContext(context))

export type AuditsViewProps = FeatureProps<AuditsState, AuditsActions, AuditsTexts>
