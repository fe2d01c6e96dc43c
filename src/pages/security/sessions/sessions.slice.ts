import { sessionConfig } from '../../../contract/security.ts'
import type { Slice } from '../../../feature/slice.ts'
import { failedWith, failureOf, IDLE } from '../../../parts/failure/failure.ts'
import { createPageContext } from '../../../parts/page-kit/page-context.ts'
import { createGuard, type GuardActions } from '../../../parts/policy-guard/guard.slice.ts'
import { limitsOf, type SessionsDraft, toConfig } from './sessions.draft.ts'
import {
  discarded,
  edited,
  initialSessions,
  isBusy,
  isDirty,
  loaded,
  type SessionsState,
  saved,
} from './sessions.state.ts'

export interface SessionsActions {
  open(): Promise<void>
  load(): Promise<void>
  edit(patch: Partial<SessionsDraft>): void
  discard(): void
  /** Returns `true` if the limits were saved. */
  save(): Promise<boolean>
  guard: GuardActions
  close(): void
}

export const sessionsSlice: Slice<SessionsState, SessionsActions> = (sliceContext) => {
  const context = createPageContext(sliceContext, { tables: { sessionConfig }, initial: initialSessions })
  const { get, api, apply, start, submit, before, after, notify, leave } = context
  const guard = createGuard(context)
  const load = async (): Promise<void> => {
    if (get().phase === 'failed') apply((state) => ({ ...state, phase: 'loading', failure: IDLE }))
    try {
      apply(loaded(limitsOf({ ...(await api.sessionConfig.getSessionConfig()) })))
    } catch (error) {
      apply((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    load,
    async open() {
      start()
      await load()
    },
    edit: (patch) => apply(edited(patch)),
    discard: () => apply(discarded),
    async save() {
      const { stored, draft } = get()
      if (!stored || isBusy(get()) || !isDirty(get())) return false
      const config = toConfig(draft, limitsOf(stored))
      if (!before('update-policy', { policy: 'sessions', ...config })) return false
      if (!(await guard.allows({ kind: 'sessions', value: config }))) return false
      return submit(async () => {
        await api.sessionConfig.saveSessionConfig({ body: config })
        apply(saved(config))
        notify('saved')
        after('update-policy', { policy: 'sessions', ...config })
      })
    },
    guard,
    close() {
      guard.cancel()
      leave()
    },
  }
}
