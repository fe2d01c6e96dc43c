import type { NamedDevice } from '../../contract/me.ts'
import type { MfaDevices, MfaStrategies, MfaStrategy } from '../../entities/mfa.ts'

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
