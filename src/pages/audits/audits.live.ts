import type { AuditsContext } from './audits.context.ts'
import { toFilters } from './audits.query.ts'

/** Interval at which new events are counted. */
export const LIVE_MS = 5_000

const isHidden = () => document.visibilityState === 'hidden'

/**
 * Counts new events while it is on and the tab is visible. They are announced, but the list never moves while it is
 * being read.
 */
export const liveMode = ({ api, apply, get, deps, known }: AuditsContext) => {
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
