import { IDLE } from '../../parts/failure/failure.ts'
import type { Challenge, Remember, Way } from '../../parts/mfa/challenge.ts'
import type { MfaState } from '../../parts/mfa/mfa.state.ts'
import { EMAIL, MFA_TOKEN, PHONE } from '../sample.ts'

type Common = { challenge: Challenge; remember: Remember | null; progress: typeof IDLE }

const WAYS: readonly Way[] = [
  { kind: 'WebAuthnPlatform', deviceId: 'w-1' },
  { kind: 'WebAuthnCrossPlatform', deviceId: 'w-2' },
  { kind: 'AuthenticatorApp' },
  { kind: 'SMS', deviceId: 'p-1', phoneNumber: PHONE },
  { kind: 'EmailCode', email: EMAIL },
]

const NEW_WAYS: readonly Way[] = [
  { kind: 'AuthenticatorApp' },
  { kind: 'SMS', phoneNumber: '' },
  { kind: 'EmailCode', email: EMAIL },
  { kind: 'WebAuthnPlatform' },
  { kind: 'WebAuthnCrossPlatform' },
]

const QR_CODE = 'otpauth://totp/Acme:ada%40acme.test?secret=JBSWY3DPEHPK3PXP&issuer=Acme'

const common = (challenge: Pick<Challenge, 'ways' | 'isEnrolled' | 'qrCode'>): Common => ({
  challenge: { mfaToken: MFA_TOKEN, email: EMAIL, ...challenge },
  remember: null,
  progress: IDLE,
})

/** State in which a user with these factors provides one. */
export const enrolled = (ways: readonly Way[] = WAYS): Common => common({ ways, isEnrolled: true })

/** State in which a user without a factor sets it up. */
export const enrolling = (): Common => common({ ways: NEW_WAYS, isEnrolled: false, qrCode: QR_CODE })

/** Returns the branch of the part that every flow shows. */
export const open = (state: MfaState) => ({ 'second-factor': state })
