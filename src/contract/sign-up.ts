import type { AuthResponse } from '../entities/auth.ts'
import type { JsonText } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export interface SignUpBody {
  email: string
  companyName: string
  name?: string
  password?: string
  recaptchaToken?: string
  metadata?: JsonText
  roleIds?: string[]
  invitationToken?: string
  phoneNumber?: string
}

export interface SignUpResponse {
  /** Whether an email must be confirmed first. */
  shouldActivate: boolean
  userId?: string
  tenantId?: string
  authResponse?: AuthResponse
}

export const signUp = {
  signUp: endpoint<void, SignUpBody, SignUpResponse>()('POST', '/identity/resources/users/v1/signUp', {
    noToken: true,
    tokens: true,
  }),
}
