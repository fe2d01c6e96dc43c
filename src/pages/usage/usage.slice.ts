import { type UsageReport, usage } from '../../contract/usage.ts'
import type { Slice } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import { initialUsage, type UsageState } from './usage.state.ts'

export interface UsageActions {
  open(): Promise<void>
  reload(): Promise<void>
  close(): void
  dialogsMissing(): void
}

/** Drops malformed data from a foreign backend. */
const readable = (report: UsageReport): UsageReport => ({
  ...report,
  features: Array.isArray(report?.features) ? report.features.filter(({ days }) => Array.isArray(days)) : [],
})

export const usageSlice: Slice<UsageState, UsageActions> = (sliceContext) => {
  const { api, apply, get, start, leave, dialogsMissing } = createPageContext(sliceContext, {
    tables: { usage },
    initial: initialUsage,
  })
  const reload = async (): Promise<void> => {
    const tenantId = get().viewer?.tenantId
    // A report that arrives after an account change belongs to the previous account.
    const put = (changes: Partial<UsageState>) =>
      apply((state) => (state.viewer?.tenantId === tenantId ? { ...state, loading: false, ...changes } : state))
    put({ loading: true, error: null })
    try {
      put({ report: readable(await api.usage.listUsage()) })
    } catch (error) {
      put({ error: messageOf(error) })
    }
  }
  return {
    async open() {
      start()
      if (get().viewer?.may.read) await reload()
    },
    reload,
    close: leave,
    dialogsMissing,
  }
}
