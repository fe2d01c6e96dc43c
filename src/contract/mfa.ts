import type { AuthResponse } from '../entities/auth.ts'
import type {
  MfaDevices,
  MfaStrategies,
  OtcResponse,
  PhoneOtcResponse,
  QrCodeResponse,
  RecoveryCodeResponse,
  RememberDevicePolicy,
  WebAuthnAssertion,
  WebAuthnAttestation,
  WebAuthnCreate,
  WebAuthnDevice,
  WebAuthnDeviceType,
  WebAuthnGet,
} from '../entities/mfa.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

const MFA = '/identity/resources/users/v1/mfa'

interface WebauthnEnrollment {
  deviceType: WebAuthnDeviceType
  webauthnToken: string
  options: WebAuthnAttestation
}

/** Second factors of the signed-in user. */
export const mfa = {
  startEnroll: endpoint<void, void, QrCodeResponse>()('POST', `${MFA}/enroll`),
  verifyEnroll: endpoint<void, { token: string }, RecoveryCodeResponse>()('POST', `${MFA}/enroll/verify`),
  disable: endpoint<void, { token?: string }, Ignored>()('POST', `${MFA}/disable`),
  listDevices: endpoint<void, void, MfaDevices>()('GET', `${MFA}/devices`),
  getStrategies: endpoint<void, void, MfaStrategies>()('GET', '/identity/resources/configurations/v1/mfa/strategies'),
  preEnrollAuthenticator: endpoint<void, void, QrCodeResponse>()('POST', `${MFA}/authenticator/enroll`, {
    unused: true,
  }),
  enrollAuthenticator: endpoint<void, { token: string }, Ignored>()('POST', `${MFA}/authenticator/enroll/verify`, {
    unused: true,
  }),
  disableAuthenticator: endpoint<void, { token?: string }, Ignored>()(
    'POST',
    `${MFA}/authenticator/{deviceId}/disable/verify`,
    { unused: true },
  ),
  preEnrollSms: endpoint<void, { phoneNumber: string }, PhoneOtcResponse>()('POST', `${MFA}/sms/enroll`),
  enrollSms: endpoint<void, OtcResponse & { code: string }, RecoveryCodeResponse>()('POST', `${MFA}/sms/enroll/verify`),
  preDisableSms: endpoint<void, void, PhoneOtcResponse>()('POST', `${MFA}/sms/{deviceId}/disable`),
  disableSms: endpoint<void, { otcToken?: string; code?: string }, Ignored>()(
    'POST',
    `${MFA}/sms/{deviceId}/disable/verify`,
  ),
  preEnrollWebauthn: endpoint<void, void, { webauthnToken: string; options: WebAuthnCreate }>()(
    'POST',
    `${MFA}/webauthn/enroll`,
  ),
  enrollWebauthn: endpoint<void, WebauthnEnrollment, RecoveryCodeResponse>()('POST', `${MFA}/webauthn/enroll/verify`),
  preDisableWebauthn: endpoint<void, void, { webauthnToken: string; options: WebAuthnGet }>()(
    'POST',
    `${MFA}/webauthn/{deviceId}/disable`,
  ),
  disableWebauthn: endpoint<void, { webauthnToken?: string; options?: WebAuthnAssertion }, Ignored>()(
    'POST',
    `${MFA}/webauthn/{deviceId}/disable/verify`,
  ),
  getRememberDevicePolicy: endpoint<{ mfaToken: string }, void, RememberDevicePolicy>()(
    'GET',
    '/identity/resources/configurations/v1/mfa-policy/allow-remember-device',
  ),
}

const SIGN_IN_MFA = '/identity/resources/auth/v1/user/mfa'

/** Token of the response that required a second factor; replaces the access token. */
export interface MfaToken {
  mfaToken: string
}

export interface Remember {
  rememberDevice?: boolean
}

type CodeOfOtc = MfaToken & OtcResponse & Remember & { code: string }

/** Second factor during sign-in. */
export const mfaLogin = {
  verifyCode: endpoint<void, MfaToken & Remember & { value: string; invitationToken?: string }, AuthResponse>()(
    'POST',
    `${SIGN_IN_MFA}/verify`,
    { noToken: true, tokens: true },
  ),
  /**
   * Removes the second factors with the recovery code after the first factor, which a cookie proves, or `mfaToken` where
   * there are no cookies.
   */
  recover: endpoint<
    void,
    { email: string; recoveryCode: string; recaptchaToken?: string; mfaToken?: string },
    Ignored
  >()('POST', `${SIGN_IN_MFA}/recover`),
  preEnrollAuthenticator: endpoint<void, MfaToken, QrCodeResponse>()('POST', `${SIGN_IN_MFA}/authenticator/enroll`, {
    unused: true,
  }),
  enrollAuthenticator: endpoint<void, MfaToken & Remember & { token: string }, AuthResponse>()(
    'POST',
    `${SIGN_IN_MFA}/authenticator/enroll/verify`,
    { noToken: true, tokens: true },
  ),
  verifyAuthenticator: endpoint<void, MfaToken & Remember & { value: string }, AuthResponse>()(
    'POST',
    `${SIGN_IN_MFA}/authenticator/{deviceId}/verify`,
    { noToken: true, unused: true },
  ),
  preVerifyEmailCode: endpoint<void, MfaToken, OtcResponse>()('POST', `${SIGN_IN_MFA}/emailcode`),
  verifyEmailCode: endpoint<void, CodeOfOtc, AuthResponse>()('POST', `${SIGN_IN_MFA}/emailcode/verify`, {
    tokens: true,
  }),
  preEnrollSms: endpoint<void, MfaToken & { phoneNumber: string }, PhoneOtcResponse>()(
    'POST',
    `${SIGN_IN_MFA}/sms/enroll`,
  ),
  enrollSms: endpoint<void, CodeOfOtc, AuthResponse>()('POST', `${SIGN_IN_MFA}/sms/enroll/verify`, {
    noToken: true,
    tokens: true,
  }),
  preVerifySms: endpoint<void, MfaToken, PhoneOtcResponse>()('POST', `${SIGN_IN_MFA}/sms/{deviceId}`),
  verifySms: endpoint<void, CodeOfOtc, AuthResponse>()('POST', `${SIGN_IN_MFA}/sms/{deviceId}/verify`, {
    noToken: true,
    tokens: true,
  }),
  preEnrollWebauthn: endpoint<void, MfaToken, { webauthnToken: string; options: WebAuthnCreate }>()(
    'POST',
    `${SIGN_IN_MFA}/webauthn/enroll`,
  ),
  enrollWebauthn: endpoint<
    void,
    MfaToken & Remember & { deviceType: WebAuthnDeviceType; webauthnToken: string; options: WebAuthnAttestation },
    AuthResponse
  >()('POST', `${SIGN_IN_MFA}/webauthn/enroll/verify`, { noToken: true, tokens: true }),
  preVerifyWebauthn: endpoint<void, MfaToken, { webauthnToken: string; options: WebAuthnGet }>()(
    'POST',
    `${SIGN_IN_MFA}/webauthn/{deviceId}`,
  ),
  verifyWebauthn: endpoint<
    void,
    MfaToken & Remember & { webauthnToken: string; options: WebAuthnAssertion },
    AuthResponse
  >()('POST', `${SIGN_IN_MFA}/webauthn/{deviceId}/verify`, { noToken: true, tokens: true }),
}

export const passkeys = {
  startDeviceRegistration: endpoint<void, void, { options: WebAuthnCreate }>()(
    'POST',
    '/identity/resources/users/webauthn/v1/devices',
  ),
  verifyDeviceRegistration: endpoint<void, WebAuthnAttestation & { deviceType: WebAuthnDeviceType }, Ignored>()(
    'POST',
    '/identity/resources/users/webauthn/v1/devices/verify',
  ),
  listDevices: endpoint<void, void, { devices: WebAuthnDevice[] }>()(
    'GET',
    '/identity/resources/users/webauthn/v1/devices',
  ),
  deleteDevice: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/users/webauthn/v1/devices/{deviceId}'),
}

export const rememberDevice = {
  /** Same as the wire's GET, whose query would expose the token in logs and histories. */
  readRememberDevicePolicy: ours<void, { mfaToken: string }, RememberDevicePolicy>()(
    'POST',
    '/mfa/remember-device-policy',
    { noToken: true },
  ),
}
