import type { AuthResponse } from '../../entities/auth.ts'
import type { MfaStrategy, RememberDevicePolicy } from '../../entities/mfa.ts'

/** A method to verify or enroll a second factor. */
type AnyWay =
  | { kind: 'AuthenticatorApp' }
  | { kind: 'SMS'; deviceId?: string; phoneNumber: string }
  | { kind: 'EmailCode'; email: string }
  /** A built-in authenticator of this device, or a portable security key. With an id it is already enrolled. */
  | { kind: 'WebAuthnPlatform'; deviceId?: string }
  | { kind: 'WebAuthnCrossPlatform'; deviceId?: string }

export type Way<Kind extends AnyWay['kind'] = AnyWay['kind']> = Extract<AnyWay, { kind: Kind }>

/** The requirements of a response with `mfaRequired`. */
export interface Challenge {
  mfaToken: string
  email: string
  /** `false`: a factor must be set up first (forceTwoFactor). */
  isEnrolled: boolean
  /** A signed-in user confirms a factor again. Then devices can't be remembered and recovery codes are not accepted. */
  isStepUp?: boolean
  ways: readonly Way[]
  qrCode?: string
  /** Some backends send the code with the challenge, others with the response. */
  recoveryCode?: string
}

/** Number of days for which this device may be remembered. */
export interface Remember {
  days: number
}

const DAY_SECONDS = 86_400

/** Returns one entry per kind, because the browser finds the available key regardless of the named one. */
const keyWays = (response: AuthResponse): Way[] => {
  const keys = response.mfaDevices?.webauthn ?? []
  const platform = keys.find(({ deviceType }) => deviceType === 'Platform')
  const carried = keys.find(({ deviceType }) => deviceType !== 'Platform')
  return [
    ...(platform ? [{ kind: 'WebAuthnPlatform' as const, deviceId: platform.id }] : []),
    ...(carried ? [{ kind: 'WebAuthnCrossPlatform' as const, deviceId: carried.id }] : []),
  ]
}

const enrolledWays = (response: AuthResponse): Way[] => [
  ...keyWays(response),
  ...(response.mfaDevices?.authenticators?.length ? [{ kind: 'AuthenticatorApp' as const }] : []),
  ...(response.mfaDevices?.phones ?? []).map((phone) => ({
    kind: 'SMS' as const,
    deviceId: phone.id,
    phoneNumber: phone.phoneNumber,
  })),
  ...(response.mfaDevices?.emails ?? []).map(({ email }) => ({ kind: 'EmailCode' as const, email })),
]

const wayOf = (strategy: MfaStrategy, email: string): Way | undefined => {
  if (strategy === 'AuthenticatorApp') return { kind: 'AuthenticatorApp' }
  if (strategy === 'SMS') return { kind: 'SMS', phoneNumber: '' }
  if (strategy === 'WebAuthnPlatform' || strategy === 'WebAuthnCrossPlatform') return { kind: strategy }
  return strategy === 'EmailCode' ? { kind: 'EmailCode', email } : undefined
}

/**
 * Converts a response into a challenge. Only `mfaEnrolled: false` requires enrollment; every other response requires a
 * factor.
 */
export const challengeOf = (response: AuthResponse, email: string, isStepUp = false): Challenge => {
  const isEnrolled = response.mfaEnrolled !== false
  const known = response.userEmail || email
  // A backend that names no strategies supports only the authenticator app.
  const strategies = response.mfaStrategies?.length ? response.mfaStrategies : (['AuthenticatorApp'] as const)
  const offered = strategies.map((strategy) => wayOf(strategy, known)).filter((way) => way !== undefined)
  return {
    mfaToken: response.mfaToken ?? '',
    email: known,
    isEnrolled,
    ...(isStepUp ? { isStepUp } : {}),
    ways: isEnrolled ? enrolledWays(response) : offered,
    ...(response.qrCode ? { qrCode: response.qrCode } : {}),
    ...(response.recoveryCode ? { recoveryCode: response.recoveryCode } : {}),
  }
}

/** Reads the policy. Backends use two spellings; the newer one takes precedence. */
export const rememberOf = (policy: RememberDevicePolicy): Remember | undefined => {
  const isAllowed = policy.isAllowedToRememberMfaDevice ?? policy.isAllowedToRemember ?? false
  const days = Math.floor(policy.mfaDeviceExpiration / DAY_SECONDS)
  return isAllowed && days >= 1 ? { days } : undefined
}
