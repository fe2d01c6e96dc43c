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
  WebAuthnDeviceType,
  WebAuthnGet,
} from '../entities/mfa.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

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
