import type { NamedDevice } from '../../contract/me.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { MfaDevices, MfaStrategies, MfaStrategy } from '../../entities/mfa.ts'
import type { Session } from '../../entities/policies.ts'
import { appearanceOf, type Fields, fieldsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import type { Translate } from '../../i18n/messages.ts'
import { PASSKEYS } from '../../navigation/field-places.ts'
import { IDLE, type Progress } from '../../parts/failure/failure.ts'
import { type Notice, nextNotice } from '../../parts/notices/use-notice.ts'
import type { PrivacyTexts } from './privacy.messages.ts'

export type DeviceKind = 'app' | 'sms' | 'email' | 'platform' | 'key'

/** A second factor as a row of the page. */
export interface Device {
  id: string
  kind: DeviceKind
  /** Name given by the user; empty for the default name of its kind. */
  name: string
  /** Masked number or email. */
  detail: string
  createdAt?: string | number | Date | undefined
  lastUsedAt?: string | number | Date | null | undefined
}

export type Names = Readonly<Record<string, NamedDevice>>

/** Returns the factors from the API, with names and dates of our added call if it is available. */
export const devicesOf = (devices: MfaDevices, names: Names | undefined): Device[] => {
  const withFacts = (id: string, kind: DeviceKind, detail: string, own = ''): Device => {
    const facts = names?.[id]
    return {
      id,
      kind,
      detail,
      name: facts?.name || own,
      ...(facts && { createdAt: facts.createdAt, lastUsedAt: facts.lastUsedAt }),
    }
  }
  return [
    ...(devices.authenticators ?? []).map(({ id }) => withFacts(id, 'app', '')),
    ...(devices.phones ?? []).map(({ id, phoneNumber }) => withFacts(id, 'sms', phoneNumber)),
    ...(devices.webauthn ?? []).map(({ id, deviceType, name }) =>
      withFacts(id, deviceType === 'Platform' ? 'platform' : 'key', '', names ? '' : name),
    ),
    // An email has no id and can't be removed here.
    ...(devices.emails ?? []).map(({ email }) => withFacts('', 'email', email)),
  ]
}

/** Factors that can be enrolled. Email codes need no enrollment where the account allows them. */
export type Enrollable = Exclude<MfaStrategy, 'EmailCode'>

const ORDER: readonly Enrollable[] = ['AuthenticatorApp', 'WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SMS']

/**
 * Returns the factors that can still be added: one app, one phone, and any number of keys. Without a list, an app
 * always works.
 */
export const offersOf = (
  strategies: MfaStrategies['strategies'] | undefined,
  devices: readonly Device[],
  canUseKeys: boolean,
): Enrollable[] => {
  const active = (strategies ?? []).filter(({ isActive }) => isActive).map(({ strategy }) => strategy)
  const known: readonly MfaStrategy[] = active.length > 0 ? active : ['AuthenticatorApp']
  const has = (kind: DeviceKind) => devices.some((device) => device.kind === kind)
  const isTaken: Readonly<Record<Enrollable, boolean>> = {
    AuthenticatorApp: has('app'),
    SMS: has('sms'),
    WebAuthnPlatform: !canUseKeys,
    WebAuthnCrossPlatform: !canUseKeys,
  }
  return ORDER.filter((strategy) => known.includes(strategy) && !isTaken[strategy])
}

/** Offers that this device showed last, as text; all of them if it has shown none. */
export const keptOffers = (kept: string | undefined): readonly Enrollable[] => {
  const names = kept?.split(',')
  return ORDER.filter((strategy) => names?.includes(strategy) ?? true)
}

/** Returns whether a factor needs the browser's support for security keys. */
export const isKey = (strategy: Enrollable): boolean => strategy.startsWith('WebAuthn')

export const KIND_TEXT = {
  app: 'mfaAuthenticatorApp',
  sms: 'mfaSMS',
  email: 'mfaEmail',
  platform: 'mfaWebAuthnPlatform',
  key: 'mfaWebAuthnCrossPlatform',
} as const satisfies Record<DeviceKind, keyof PrivacyTexts>

/** Returns the name that the user gave, or that of the kind. */
export const deviceName = (device: Device, t: Translate<PrivacyTexts>): string =>
  device.name || t(KIND_TEXT[device.kind])

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
