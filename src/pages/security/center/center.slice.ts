import type { SessionConfig } from '../../../entities/policies.ts'
import type { Recommendation } from '../../../entities/security-center.ts'
import type { Slice } from '../../../feature/slice.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { createGuard } from '../guard/guard.slice.ts'
import { bulkActions } from './center.bulk.slice.ts'
import { ACTIONS, recommendedOf } from './center.cards.ts'
import { type CenterContext, createCenterContext } from './center.context.ts'
import { type CenterState, partFailed, partLoading } from './center.state.ts'
import { tablesActions } from './center.tables.slice.ts'

/** Score and cards, then what is set up; each keeps what it had when it can't be loaded. */
const loading = ({ api, apply }: CenterContext) => {
  let round = 0
  const part = async (name: 'recommendations' | 'insights', own: number, read: () => Promise<object>) => {
    apply(partLoading(name))
    try {
      const value = await read()
      if (own === round) apply((state) => ({ ...state, [name]: { phase: 'ready', value } }))
    } catch (error) {
      if (own === round) apply(partFailed(name, messageOf(error)))
    }
  }
  return {
    async loadFindings(): Promise<void> {
      const own = ++round
      await part('recommendations', own, async () => {
        const { scoring, recommendations } = await api.securityCenter.getRecommendations()
        return { score: scoring?.score ?? 0, items: recommendations.items }
      })
      if (own === round)
        await part('insights', own, async () => (await api.securityCenter.getInsights()).insights.items)
    },
    stopFindings(): void {
      round += 1
    },
  }
}

/** The limit that a card sets; the other two stay. */
const adjusted = (config: SessionConfig, { code, metadata }: Recommendation): SessionConfig => {
  const { reloginSeconds, idleSeconds, maxSessions } = recommendedOf(metadata)
  const action = ACTIONS[code]
  if (action === 'ADJUST_FORCE_RELOGIN')
    return { ...config, sessionTimeoutConfiguration: { isActive: true, timeout: reloginSeconds } }
  if (action === 'ADJUST_IDLE_TIMEOUT')
    return { ...config, sessionIdleTimeoutConfiguration: { isActive: true, timeout: idleSeconds } }
  return { ...config, sessionConcurrentConfiguration: { isActive: true, maxSessions } }
}

const adjusting = (context: CenterContext) => {
  const { get, apply, api, before, after, notify } = context
  const guard = createGuard(context)
  const save = async (recommendation: Recommendation): Promise<boolean> => {
    const config = adjusted(await api.sessionConfig.getSessionConfig(), recommendation)
    if (!before('update-policy', { policy: 'sessions', ...config })) return false
    if (!(await guard.allows({ kind: 'sessions', value: config }))) {
      const { formError } = get()
      if (formError) notify('failed', { reason: formError })
      return false
    }
    await api.sessionConfig.saveSessionConfig({ body: config })
    after('update-policy', { policy: 'sessions', ...config })
    notify('adjusted')
    return true
  }
  return {
    guard,
    /** Sets the recommended limit; `true` when it was saved. */
    async adjust(recommendation: Recommendation): Promise<boolean> {
      if (get().adjusting) return false
      apply((state) => ({ ...state, adjusting: recommendation.code, formError: undefined }))
      try {
        return await save(recommendation)
      } catch (error) {
        notify('failed', { reason: messageOf(error) })
        return false
      } finally {
        apply((state) => ({ ...state, adjusting: undefined, formError: undefined }))
      }
    },
  }
}

const build = (context: CenterContext) => {
  const { loadFindings, stopFindings } = loading(context)
  const { loadTables, stopTables, reloadTable, ...tables } = tablesActions(context)
  const { guard, adjust } = adjusting(context)
  const reload = async (preset: Parameters<typeof reloadTable>[0]) => {
    await Promise.all([reloadTable(preset), loadFindings()])
  }
  const { openDialog, closeDialog } = context
  return {
    openDialog,
    closeDialog,
    ...tables,
    ...bulkActions(context, reload),
    guard,
    adjust,
    loadFindings,
    reloadTable,
    async open(): Promise<void> {
      context.start()
      await Promise.all([loadFindings(), ...(context.get().viewer?.may.seeUsers ? [loadTables()] : [])])
    },
    close(): void {
      guard.cancel()
      stopFindings()
      stopTables()
      context.leave()
    },
  }
}

export type CenterActions = ReturnType<typeof build>

export const centerSlice: Slice<CenterState, CenterActions> = (context) => build(createCenterContext(context))
