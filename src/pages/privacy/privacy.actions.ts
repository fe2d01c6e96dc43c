import type { ComponentType } from 'react'
import type { AuthResponse } from '../../entities/auth.ts'
import type { RecoveryCodeResponse } from '../../entities/mfa.ts'
import type { Session } from '../../entities/policies.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import { failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import type { Ceremonies } from '../../parts/passkeys/ceremony/ceremonies.ts'
import type { PasskeysGiven } from '../../parts/passkeys/passkeys.state.ts'
import { normalizeName } from '../../rules/names.ts'
import { createPrivacyContext, type PrivacyContext } from './privacy.calls.ts'
import type { PrivacyTexts } from './privacy.messages.ts'
import {
  closeDialog,
  type Device,
  done,
  type Enrollable,
  noticed,
  openDialog,
  type PrivacyDialog,
  type PrivacyFields,
  type PrivacyState,
  sessionsChanged,
} from './privacy.state.ts'

/** The server accepts a verification of the last five minutes; a minute is reserved for the steps that follow. */
const PROOF_MAX_AGE_SECONDS = 240

type Strategy = Extract<PrivacyDialog, { kind: 'key' }>['strategy']

const DEVICE_TYPE = { WebAuthnPlatform: 'Platform', WebAuthnCrossPlatform: 'CrossPlatform' } as const
const ATTACHMENT = { WebAuthnPlatform: 'platform', WebAuthnCrossPlatform: 'cross-platform' } as const

/** Creates the actions that set up a second factor. */
const enrollActions = (context: PrivacyContext) => {
  const { api, apply, get, deps, inDialog, devicesChanged } = context

  /** Ends the enrollment. A recovery code that comes with the first factor is shown before anything else. */
  const finish = async ({ recoveryCode }: RecoveryCodeResponse): Promise<void> => {
    await devicesChanged()
    deps.events.after('update-profile', { mfaEnrolled: true })
    apply(noticed('enrolled'))
    apply(recoveryCode ? openDialog({ kind: 'recovery', code: recoveryCode }) : done)
  }

  const begin = async (strategy: Enrollable): Promise<void> => {
    if (strategy === 'SMS') apply(openDialog({ kind: 'smsNumber' }))
    else if (strategy !== 'AuthenticatorApp') apply(openDialog({ kind: 'key', strategy }))
    else apply(openDialog({ kind: 'app', qrCode: (await api.mfa.startEnroll()).qrCode }))
  }

  /** Verifies an existing factor in a dialog over the page. Returns `true` if the setup can continue at once. */
  const prove = async (next: Enrollable): Promise<boolean> => {
    if (!get().devices.some(({ kind }) => kind !== 'email')) return true
    const response = await api.stepUp.generateStepUpSession({ body: { maxAge: PROOF_MAX_AGE_SECONDS } })
    if ('accessToken' in response && response.accessToken) {
      await deps.session.accept(response)
      return true
    }
    const mfaRequest: AuthResponse = {
      mfaRequired: true,
      mfaEnrolled: true,
      ...(response.mfaToken && { mfaToken: response.mfaToken }),
      ...(response.mfaDevices && { mfaDevices: response.mfaDevices }),
    }
    apply(openDialog({ kind: 'proof', mfaRequest, next }))
    return false
  }

  const sendText = async (phoneNumber: string): Promise<void> => {
    const response = await api.mfa.preEnrollSms({ body: { phoneNumber } })
    const sentAt = deps.clock.now()
    apply(openDialog({ kind: 'smsCode', otcToken: response.otcToken, phoneNumber, sentAt }))
  }

  const enroll = async (strategy: Enrollable): Promise<void> => {
    if (get().starting) return
    apply((state) => ({ ...state, starting: strategy }))
    try {
      if (await prove(strategy)) await begin(strategy)
    } catch (error) {
      apply((state) => ({ ...state, starting: undefined }))
      apply(noticed('failed', { failure: failureOf(error), retry: () => enroll(strategy) }))
    }
  }

  return {
    enroll,
    /** Handles the verification of an existing factor. */
    takeProof: (response: AuthResponse, next: Enrollable) =>
      inDialog(async () => {
        await deps.session.accept(response)
        await begin(next)
      }),
    verifyApp: (token: string) => inDialog(async () => finish(await api.mfa.verifyEnroll({ body: { token } }))),
    submitPhone: (phoneNumber: string) => inDialog(() => sendText(phoneNumber)),
    verifyPhone: (otcToken: string, code: string) =>
      inDialog(async () => finish(await api.mfa.enrollSms({ body: { otcToken, code } }))),
    enrollKey: (strategy: Strategy, ceremonies: Ceremonies) =>
      inDialog(async () => {
        let webauthnToken = ''
        const { attestation } = await ceremonies.register(async (signal) => {
          const started = await api.mfa.preEnrollWebauthn({}, { signal })
          webauthnToken = started.webauthnToken
          const authenticatorSelection = {
            ...started.options.authenticatorSelection,
            authenticatorAttachment: ATTACHMENT[strategy],
          }
          return { ...started.options, authenticatorSelection }
        })
        const body = { deviceType: DEVICE_TYPE[strategy], webauthnToken, options: attestation }
        await finish(await api.mfa.enrollWebauthn({ body }))
      }),
    recoverySaved: () => apply(done),
  }
}

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
