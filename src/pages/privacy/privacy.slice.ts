import type { Slice } from '../../feature/slice.ts'
import { failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import { createPrivacyContext, type PrivacyContext } from './privacy.context.ts'
import { deviceActions } from './privacy.devices.slice.ts'
import { enrollActions } from './privacy.enroll.slice.ts'
import { sessionActions } from './privacy.sessions.slice.ts'
import { closeDialog, done, noticed, openDialog, type PrivacyState } from './privacy.state.ts'

const build = (context: PrivacyContext) => {
  const { api, apply, get, deps, loadDevices } = context
  const sessions = sessionActions(context)

  const loadStrategies = async (): Promise<void> => {
    try {
      const { strategies } = await api.mfa.getStrategies()
      apply((state) => ({ ...state, strategies }))
    } catch (error) {
      deps.log.warn('The kinds of second factors could not be read; an authenticator app is offered', error)
    }
  }
  const load = async (): Promise<void> => {
    if (get().phase === 'failed') apply((state) => ({ ...state, phase: 'loading', failure: IDLE }))
    try {
      await Promise.all([loadDevices(), loadStrategies()])
    } catch (error) {
      apply((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    ...sessions,
    ...enrollActions(context),
    ...deviceActions(context),
    load,
    open: async () => void (await Promise.all([load(), sessions.loadSessions()])),
    closeDialog: () => apply(closeDialog),
    /** Called when the chunk of the dialogs failed to load. */
    dialogsMissing: () => {
      const { dialog } = get()
      apply(done, noticed('unavailable', dialog ? { retry: () => apply(openDialog(dialog)) } : {}))
    },
  }
}

export type PrivacyActions = ReturnType<typeof build>

export const privacySlice: Slice<PrivacyState, PrivacyActions> = (context) => build(createPrivacyContext(context))
