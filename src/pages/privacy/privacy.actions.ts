import type { ComponentType } from 'react'
import type { Session } from '../../entities/policies.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import { failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import type { Ceremonies } from '../../parts/passkeys/ceremony/ceremonies.ts'
import type { PasskeysGiven } from '../../parts/passkeys/passkeys.state.ts'
import { normalizeName } from '../../rules/names.ts'
import { createPrivacyContext, type PrivacyContext } from './privacy.calls.ts'
import { enrollActions } from './privacy.enroll-actions.ts'
import type { PrivacyTexts } from './privacy.messages.ts'
import {
  closeDialog,
  type Device,
  done,
  type Enrollable,
  noticed,
  openDialog,
  type PrivacyFields,
  type PrivacyState,
  sessionsChanged,
} from './privacy.state.ts'

/** Creates the actions for the devices on which the user is signed in. */
const sessionActions = ({ api, apply, get, deps, inDialog }: PrivacyContext) => {
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

/** Creates the actions that rename and remove second factors. A removal requires the factor itself. */
const deviceActions = ({ api, apply, deps, inDialog, loadDevices, devicesChanged }: PrivacyContext) => {
  const finish = async (): Promise<void> => {
    await devicesChanged()
    deps.events.after('update-profile', { mfaDevices: true })
    apply(done, noticed('disabled'))
  }

  const sendCode = async (device: Device): Promise<void> => {
    const { otcToken, phoneNumber } = await api.mfa.preDisableSms({ path: { deviceId: device.id } })
    apply(openDialog({ kind: 'disableSms', device, otcToken, phoneNumber, sentAt: deps.clock.now() }))
  }

  const proveKey = async (device: Device, ceremonies: Ceremonies): Promise<void> => {
    const path = { deviceId: device.id }
    let webauthnToken = ''
    const options = await ceremonies.authenticate(async (signal) => {
      const started = await api.mfa.preDisableWebauthn({ path }, { signal })
      webauthnToken = started.webauthnToken
      return started.options
    })
    await api.mfa.disableWebauthn({ path, body: { webauthnToken, options } })
    await finish()
  }

  return {
    openRename: (device: Device) => apply(openDialog({ kind: 'rename', device })),
    rename: (device: Device, name: string) =>
      inDialog(async () => {
        await api.mfaDevices.renameMfaDevice({ path: { id: device.id }, body: { name: normalizeName(name) } })
        await loadDevices()
        apply(done, noticed('renamed'))
      }),
    openDisable: (device: Device) => apply(openDialog({ kind: 'disable', device })),
    /** Continues after the warning: asks for a code, or for the key itself. */
    startDisable: (device: Device, ceremonies: Ceremonies) =>
      inDialog(async () => {
        if (device.kind === 'app') apply(openDialog({ kind: 'disableApp', device }))
        else if (device.kind === 'sms') await sendCode(device)
        else await proveKey(device, ceremonies)
      }),
    sendDisableCode: (device: Device) => inDialog(() => sendCode(device)),
    disableApp: (token: string) =>
      inDialog(async () => {
        await api.mfa.disable({ body: { token } })
        await finish()
      }),
    disableSms: (device: Device, otcToken: string, code: string) =>
      inDialog(async () => {
        await api.mfa.disableSms({ path: { deviceId: device.id }, body: { otcToken, code } })
        await finish()
      }),
  }
}

const createPrivacyActions = (context: PrivacyContext) => {
  const { api, apply, get, deps, loadDevices, keepOffers } = context
  const sessions = sessionActions(context)

  const loadStrategies = async (): Promise<void> => {
    try {
      const { strategies } = await api.mfa.getStrategies()
      apply((state) => ({ ...state, strategies: strategies ?? [] }))
    } catch (error) {
      apply((state) => ({ ...state, strategies: state.strategies ?? [] }))
      deps.log.warn('The kinds of second factors could not be read; an authenticator app is offered', error)
    }
    keepOffers()
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

export type PrivacyActions = ReturnType<typeof createPrivacyActions>

export const privacySlice: Slice<PrivacyState, PrivacyActions> = (context) =>
  createPrivacyActions(createPrivacyContext(context))

export interface PrivacyViewProps extends FeatureProps<PrivacyState, PrivacyActions, PrivacyTexts> {
  email: string
  fields: PrivacyFields
  /** Error messages by place. */
  failures: Readonly<Record<'mfa' | 'sessions' | 'dialog', string | undefined>>
  ceremonies: Ceremonies
  /** Offers whose space is reserved until the account's are known. */
  expectedOffers: readonly Enrollable[]
  /** The card of the passkeys, which loads its own chunk. */
  Passkeys: ComponentType<PasskeysGiven>
  /** A link to the button that adds a passkey was followed. */
  isPasskeyWanted?: boolean
}
