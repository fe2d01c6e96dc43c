import type { Base64Url, WireDate } from './wire.ts'

export type MfaStrategy = 'AuthenticatorApp' | 'WebAuthnPlatform' | 'WebAuthnCrossPlatform' | 'SMS' | 'EmailCode'
export type EnforceMfa = 'DontForce' | 'Force' | 'ForceExceptSAML'
export type WebAuthnDeviceType = 'Platform' | 'CrossPlatform'

export interface MfaDevices {
  webauthn: { id: string; deviceType: string; name: string }[]
  phones: { id: string; phoneNumber: string }[]
  authenticators: { id: string }[]
  emails: { email: string }[]
}

export interface WebAuthnCredentialId {
  type: string
  id: Base64Url
  transports?: string[]
}

/** `PublicKeyCredentialCreationOptions` with its buffers as base64url. */
export interface WebAuthnCreate {
  rp: { id: string; name: string; icon?: string }
  user: { id: Base64Url; name: string; displayName: string }
  challenge: Base64Url
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  excludeCredentials?: WebAuthnCredentialId[]
  /** Milliseconds. */
  timeout?: number
  authenticatorSelection?: {
    authenticatorAttachment?: 'platform' | 'cross-platform'
    residentKey?: 'discouraged' | 'preferred' | 'required'
    requireResidentKey?: boolean
    userVerification?: 'discouraged' | 'preferred' | 'required'
  }
}

/** `PublicKeyCredentialRequestOptions` with its buffers as base64url. */
export interface WebAuthnGet {
  challenge: Base64Url
  allowCredentials?: WebAuthnCredentialId[]
  /** Milliseconds. */
  timeout?: number
  rpId?: string
  userVerification?: 'discouraged' | 'preferred' | 'required'
}

export interface WebAuthnAssertion {
  id: string
  response: {
    clientDataJSON: Base64Url
    authenticatorData: Base64Url
    signature: Base64Url
    userHandle?: Base64Url
  }
}

export interface WebAuthnAttestation {
  id: string
  response: { clientDataJSON: Base64Url; attestationObject: Base64Url }
}

export interface WebAuthnDevice {
  id: string
  deviceType: WebAuthnDeviceType
  createdAt: WireDate
}

export interface MfaStrategies {
  strategies: { strategy: MfaStrategy; isActive: boolean }[]
}

export interface QrCodeResponse {
  qrCode: string
}

/** Result of enrolling; the recovery code is never shown again. */
export interface RecoveryCodeResponse {
  recoveryCode?: string
}

/** Opaque handle of one texted or emailed one-time code. */
export interface OtcResponse {
  otcToken: string
}

export interface PhoneOtcResponse extends OtcResponse {
  /** Phone number, masked if the backend hides it. */
  phoneNumber: string
}

/** Two fields for the same fact; read `isAllowedToRememberMfaDevice` first. */
export interface RememberDevicePolicy {
  isAllowedToRememberMfaDevice?: boolean
  isAllowedToRemember?: boolean
  /** Seconds. */
  mfaDeviceExpiration: number
}
