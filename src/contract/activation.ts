import type { AuthResponse } from '../entities/auth.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export interface ActivateBody {
  userId: string
  token: string
  password?: string
  recaptchaToken?: string
  lastTermsCheck?: string
}

export const activation = {
  getActivationStrategy: endpoint<{ userId: string; token: string }, void, { shouldSetPassword: boolean }>()(
    'GET',
    '/identity/resources/users/v1/activate/strategy',
  ),
  activateAccount: endpoint<void, ActivateBody, AuthResponse>()('POST', '/identity/resources/users/v1/activate', {
    noToken: true,
    tokens: true,
  }),
  resendActivationEmail: endpoint<void, { email: string; recaptchaToken?: string }, Ignored>()(
    'POST',
    '/identity/resources/users/v1/activate/reset',
  ),
}
