import type { Session } from '../../entities/policies.ts'
import { failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import type { PrivacyContext } from './privacy.context.ts'
import { done, noticed, openDialog, sessionsChanged } from './privacy.state.ts'

/** Creates the actions for the devices on which the user is signed in. */
export const sessionActions = ({ api, apply, get, deps, inDialog }: PrivacyContext) => {
  const loadSessions = async (): Promise<void> => {
    if (get().sessions.items.length === 0) apply(sessionsChanged({ phase: 'loading', failure: IDLE }))
    try {
      const items = await api.sessions.listSessions()
      // The current session comes first, then the latest.
      const sorted = [...items].sort((one, other) => Number(other.current ?? false) - Number(one.current ?? false))
      apply(sessionsChanged({ phase: 'ready', items: sorted, failure: IDLE }))
    } catch (error) {
      apply(sessionsChanged({ phase: 'failed', items: [], failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    loadSessions,
    openEndSession: (session: Session) => apply(openDialog({ kind: 'endSession', session })),
    openEndAll: () => apply(openDialog({ kind: 'endAll' })),
    endSession: (session: Session) =>
      inDialog(async () => {
        if (!deps.events.before('delete-session', { id: session.id })) return apply(done)
        await api.sessions.deleteSession({ path: { id: session.id } })
        deps.events.after('delete-session', { id: session.id })
        apply(done, noticed('sessionEnded'))
        await loadSessions()
      }),
    endAll: () =>
      inDialog(async () => {
        if (!deps.events.before('delete-session', { all: true })) return apply(done)
        await api.sessions.deleteAllSessions()
        deps.events.after('delete-session', { all: true })
        apply(done, noticed('sessionsEnded'))
        await loadSessions()
      }),
  }
}
