import type { AuthAnswer } from '../entities/auth.ts'
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

export interface SignUpAnswer {
  /** `true`: a mail proves the address first. */
  shouldActivate: boolean
  userId?: string
  tenantId?: string
  authResponse?: AuthAnswer
}

export const signUp = {
  signUp: endpoint<void, SignUpBody, SignUpAnswer>()('POST', '/identity/resources/users/v1/signUp', {
    noToken: true,
    tokens: true,
  }),
}
