import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import { type AuditsContext, createAuditsContext, listActions } from './audits.calls.ts'
import type { AuditsTexts } from './audits.messages.ts'
import { type AuditsState, NO_FILTERS, toFilters } from './audits.state.ts'
import { taskActions } from './audits.tasks.ts'
import { reportActions } from './reports/reports.actions.ts'

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
