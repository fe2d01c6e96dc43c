import type { AuthResponse } from '../../entities/auth.ts'
import type { MfaDevices, MfaStrategies } from '../../entities/mfa.ts'
import type { Session } from '../../entities/policies.ts'
import { appearanceOf, type Fields, fieldsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { PASSKEYS } from '../../navigation/field-places.ts'
import { IDLE, type Progress } from '../../parts/failure/failure.ts'
import { type Notice, nextNotice } from '../../parts/notices/use-notice.ts'
import { type Device, devicesOf, type Enrollable, type Names } from './privacy.devices.ts'

export const PRIVACY_FIELDS = ['loginSessions', 'mfa'] as const

/** The configurable fields, and the passkeys, which have no field of their own. */
export type PrivacyFields = Fields<(typeof PRIVACY_FIELDS)[number] | 'passkeys'>

export const privacyFieldsOf = (settings: Pick<AppSettings, 'theme' | 'configuration'>): PrivacyFields => ({
  ...fieldsOf(settings, 'privacy', PRIVACY_FIELDS),
  passkeys: appearanceOf(settings, PASSKEYS),
})

type NoticeKey = 'enrolled' | 'renamed' | 'disabled' | 'sessionEnded' | 'sessionsEnded' | 'failed' | 'unavailable'

/** A texted code and the number it verifies. */
interface Sent {
  otcToken: string
  phoneNumber: string
  sentAt: number
}

export type PrivacyDialog =
  /** An existing factor is verified before another one is added. */
  | { kind: 'proof'; mfaRequest: AuthResponse; next: Enrollable }
  | { kind: 'app'; qrCode: string }
  | { kind: 'smsNumber' }
  | ({ kind: 'smsCode' } & Sent)
  | { kind: 'key'; strategy: 'WebAuthnPlatform' | 'WebAuthnCrossPlatform' }
  | { kind: 'recovery'; code: string }
  | { kind: 'rename'; device: Device }
  | { kind: 'disable'; device: Device }
  | { kind: 'disableApp'; device: Device }
  | ({ kind: 'disableSms'; device: Device } & Sent)
  | { kind: 'endSession'; session: Session }
  | { kind: 'endAll' }

export interface PrivacyState {
  phase: 'loading' | 'ready' | 'failed'
  failure: Progress
  devices: readonly Device[]
  strategies?: MfaStrategies['strategies']
  /** The backend can name devices. */
  canRename: boolean
  sessions: { phase: 'loading' | 'ready' | 'failed'; items: readonly Session[]; failure: Progress }
  dialog: PrivacyDialog | null
  dialogWork: Progress
  /** The kind of factor whose setup is starting. */
  starting?: Enrollable | undefined
  notice?: Notice<NoticeKey>
}

export const initialPrivacy: PrivacyState = {
  phase: 'loading',
  failure: IDLE,
  devices: [],
  canRename: false,
  sessions: { phase: 'loading', items: [], failure: IDLE },
  dialog: null,
  dialogWork: IDLE,
}

type Transition = (state: PrivacyState) => PrivacyState

export const devicesLoaded =
  (devices: MfaDevices, names: Names | undefined): Transition =>
  (state) => ({
    ...state,
    phase: 'ready',
    failure: IDLE,
    devices: devicesOf(devices, names),
    canRename: names !== undefined,
  })

export const sessionsChanged =
  (patch: Partial<PrivacyState['sessions']>): Transition =>
  (state) => ({ ...state, sessions: { ...state.sessions, ...patch } })

export const openDialog =
  (dialog: PrivacyDialog): Transition =>
  (state) => ({ ...state, dialog, dialogWork: IDLE, starting: undefined })

/**
 * Closes the dialog. A recovery code is shown only once, so its dialog closes only by the button that confirms it is
 * saved.
 */
export const closeDialog: Transition = (state) =>
  state.dialogWork.kind === 'busy' || state.dialog?.kind === 'recovery'
    ? state
    : { ...state, dialog: null, dialogWork: IDLE }

export const done: Transition = (state) => ({ ...state, dialog: null, dialogWork: IDLE, starting: undefined })

export const noticed =
  (key: NoticeKey, more?: Parameters<typeof nextNotice>[2]): Transition =>
  (state) => ({ ...state, notice: nextNotice(state.notice, key, more) })
