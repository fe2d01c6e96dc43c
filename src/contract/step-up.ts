import type { AuthResponse } from '../entities/auth.ts'
import type { MfaDevices } from '../entities/mfa.ts'
import { endpoint } from './endpoint.ts'

export interface StepUpChallenge {
  mfaToken: string
  mfaEnrolled: boolean
  mfaDevices: MfaDevices
}

export const stepUp = {
  /** Starts a step-up. `maxAge` is in seconds. Clients compare the error text `MFA is not enrolled`. */
  generateStepUpSession: endpoint<void, { maxAge?: number }, StepUpChallenge | AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/user/step-up/generate',
    { tokens: true },
  ),
}
