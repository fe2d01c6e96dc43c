import type { Slice } from '../../../feature/slice.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { adjusting } from './center.adjust.slice.ts'
import { bulkActions } from './center.bulk.slice.ts'
import { type CenterContext, createCenterContext } from './center.context.ts'
import { type CenterState, partFailed, partLoading } from './center.state.ts'
import { tablesActions } from './center.tables.slice.ts'

type FindingName = 'recommendations' | 'insights'

/**
 * Creates the actions that load the recommendations and the insights. Each loads separately and keeps its data when a
 * reload fails.
 */
const loading = ({ api, apply }: CenterContext) => {
  const rounds = { recommendations: 0, insights: 0 }
  const load = async (name: FindingName, read: () => Promise<object>): Promise<void> => {
    rounds[name] += 1
    const own = rounds[name]
    apply(partLoading(name))
    try {
      const value = await read()
      if (own === rounds[name]) apply((state) => ({ ...state, [name]: { phase: 'ready', value } }))
    } catch (error) {
      if (own === rounds[name]) apply(partFailed(name, messageOf(error)))
    }
  }
  const loadRecommendations = () =>
    load('recommendations', async () => {
      const { scoring, recommendations } = await api.securityCenter.getRecommendations()
      return { score: scoring?.score ?? 0, items: recommendations.items }
    })
  const loadInsights = () => load('insights', async () => (await api.securityCenter.getInsights()).insights.items)
  return {
    loadRecommendations,
    loadInsights,
    async loadFindings(): Promise<void> {
      await loadRecommendations()
      await loadInsights()
    },
    /** Discards pending responses. */
    stopFindings(): void {
      rounds.recommendations += 1
      rounds.insights += 1
    },
  }
}

const build = (context: CenterContext) => {
  const { stopFindings, ...findings } = loading(context)
  const { loadFindings } = findings
  const { loadTables, stopTables, reloadTable, ...tables } = tablesActions(context)
  const { guard, adjust, undoAdjust, forgetAdjusted } = adjusting(context)
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
    undoAdjust,
    ...findings,
    reloadTable,
    async open(): Promise<void> {
      context.start()
      await Promise.all([loadFindings(), ...(context.get().viewer?.may.seeUsers ? [loadTables()] : [])])
    },
    close(): void {
      guard.cancel()
      forgetAdjusted()
      stopFindings()
      stopTables()
      context.leave()
    },
  }
}

export type CenterActions = ReturnType<typeof build>

export const centerSlice: Slice<CenterState, CenterActions> = (context) => build(createCenterContext(context))
