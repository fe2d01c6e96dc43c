import type { AuthResponse } from '../entities/auth.ts'
import type {
  OtcResponse,
  PhoneOtcResponse,
  QrCodeResponse,
  WebAuthnAssertion,
  WebAuthnAttestation,
  WebAuthnCreate,
  WebAuthnDeviceType,
  WebAuthnGet,
} from '../entities/mfa.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const MFA = '/identity/resources/auth/v1/user/mfa'

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
    `${MFA}/verify`,
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
  >()('POST', `${MFA}/recover`),
  preEnrollAuthenticator: endpoint<void, MfaToken, QrCodeResponse>()('POST', `${MFA}/authenticator/enroll`, {
    unused: true,
  }),
  enrollAuthenticator: endpoint<void, MfaToken & Remember & { token: string }, AuthResponse>()(
    'POST',
    `${MFA}/authenticator/enroll/verify`,
    { noToken: true, tokens: true },
  ),
  verifyAuthenticator: endpoint<void, MfaToken & Remember & { value: string }, AuthResponse>()(
    'POST',
    `${MFA}/authenticator/{deviceId}/verify`,
    { noToken: true, unused: true },
  ),
  preVerifyEmailCode: endpoint<void, MfaToken, OtcResponse>()('POST', `${MFA}/emailcode`),
  verifyEmailCode: endpoint<void, CodeOfOtc, AuthResponse>()('POST', `${MFA}/emailcode/verify`, { tokens: true }),
  preEnrollSms: endpoint<void, MfaToken & { phoneNumber: string }, PhoneOtcResponse>()('POST', `${MFA}/sms/enroll`),
  enrollSms: endpoint<void, CodeOfOtc, AuthResponse>()('POST', `${MFA}/sms/enroll/verify`, {
    noToken: true,
    tokens: true,
  }),
  preVerifySms: endpoint<void, MfaToken, PhoneOtcResponse>()('POST', `${MFA}/sms/{deviceId}`),
  verifySms: endpoint<void, CodeOfOtc, AuthResponse>()('POST', `${MFA}/sms/{deviceId}/verify`, {
    noToken: true,
    tokens: true,
  }),
  preEnrollWebauthn: endpoint<void, MfaToken, { webauthnToken: string; options: WebAuthnCreate }>()(
    'POST',
    `${MFA}/webauthn/enroll`,
  ),
  enrollWebauthn: endpoint<
    void,
    MfaToken & Remember & { deviceType: WebAuthnDeviceType; webauthnToken: string; options: WebAuthnAttestation },
    AuthResponse
  >()('POST', `${MFA}/webauthn/enroll/verify`, { noToken: true, tokens: true }),
  preVerifyWebauthn: endpoint<void, MfaToken, { webauthnToken: string; options: WebAuthnGet }>()(
    'POST',
    `${MFA}/webauthn/{deviceId}`,
  ),
  verifyWebauthn: endpoint<
    void,
    MfaToken & Remember & { webauthnToken: string; options: WebAuthnAssertion },
    AuthResponse
  >()('POST', `${MFA}/webauthn/{deviceId}/verify`, { noToken: true, tokens: true }),
}
