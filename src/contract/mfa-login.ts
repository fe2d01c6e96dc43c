import type { AuthAnswer } from '../entities/auth.ts'
import type {
  OtcAnswer,
  PhoneOtcAnswer,
  QrCodeAnswer,
  WebAuthnAssertion,
  WebAuthnAttestation,
  WebAuthnCreate,
  WebAuthnDeviceType,
  WebAuthnGet,
} from '../entities/mfa.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const MFA = '/identity/resources/auth/v1/user/mfa'

/** From the answer that asked for a second factor; stands in for the access token. */
export interface MfaToken {
  mfaToken: string
}

export interface Remember {
  rememberDevice?: boolean
}

type CodeOfOtc = MfaToken & OtcAnswer & Remember & { code: string }

/** The second factor on the way in. */
export const mfaLogin = {
  verifyCode: endpoint<void, MfaToken & Remember & { value: string; invitationToken?: string }, AuthAnswer>()(
    'POST',
    `${MFA}/verify`,
    { noToken: true, tokens: true },
  ),
  /** After the first factor, which a cookie proves; `mfaToken` proves it where there are no cookies. */
  recover: endpoint<
    void,
    { email: string; recoveryCode: string; recaptchaToken?: string; mfaToken?: string },
    Ignored
  >()('POST', `${MFA}/recover`),
  preEnrollAuthenticator: endpoint<void, MfaToken, QrCodeAnswer>()('POST', `${MFA}/authenticator/enroll`, {
    unused: true,
  }),
  enrollAuthenticator: endpoint<void, MfaToken & Remember & { token: string }, AuthAnswer>()(
    'POST',
    `${MFA}/authenticator/enroll/verify`,
    { noToken: true, tokens: true },
  ),
  verifyAuthenticator: endpoint<void, MfaToken & Remember & { value: string }, AuthAnswer>()(
    'POST',
    `${MFA}/authenticator/{deviceId}/verify`,
    { noToken: true, unused: true },
  ),
  preVerifyEmailCode: endpoint<void, MfaToken, OtcAnswer>()('POST', `${MFA}/emailcode`),
  verifyEmailCode: endpoint<void, CodeOfOtc, AuthAnswer>()('POST', `${MFA}/emailcode/verify`, { tokens: true }),
  preEnrollSms: endpoint<void, MfaToken & { phoneNumber: string }, PhoneOtcAnswer>()('POST', `${MFA}/sms/enroll`),
  enrollSms: endpoint<void, CodeOfOtc, AuthAnswer>()('POST', `${MFA}/sms/enroll/verify`, {
    noToken: true,
    tokens: true,
  }),
  preVerifySms: endpoint<void, MfaToken, PhoneOtcAnswer>()('POST', `${MFA}/sms/{deviceId}`),
  verifySms: endpoint<void, CodeOfOtc, AuthAnswer>()('POST', `${MFA}/sms/{deviceId}/verify`, {
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
    AuthAnswer
  >()('POST', `${MFA}/webauthn/enroll/verify`, { noToken: true, tokens: true }),
  preVerifyWebauthn: endpoint<void, MfaToken, { webauthnToken: string; options: WebAuthnGet }>()(
    'POST',
    `${MFA}/webauthn/{deviceId}`,
  ),
  verifyWebauthn: endpoint<
    void,
    MfaToken & Remember & { webauthnToken: string; options: WebAuthnAssertion },
    AuthAnswer
  >()('POST', `${MFA}/webauthn/{deviceId}/verify`, { noToken: true, tokens: true }),
}
