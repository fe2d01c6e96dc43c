import type { AuthResponse } from '../entities/auth.ts'
import type { MfaDevices } from '../entities/mfa.ts'
import { endpoint } from './endpoint.ts'

export interface StepUpChallenge {
  mfaToken: string
  mfaEnrolled: boolean
  mfaDevices: MfaDevices
}

export const stepUp = {
  /** `maxAge` in seconds. The error text `MFA is not enrolled` is significant. */
  generateStepUpSession: endpoint<void, { maxAge?: number }, StepUpChallenge | AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/user/step-up/generate',
    { tokens: true },
  ),
}
