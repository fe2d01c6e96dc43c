import type { AuthResponse } from '../entities/auth.ts'
import type { Ignored, JsonText } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

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

/** Links that are emailed to a user and open a page before any user is signed in. */
export const MAILED_LINKS = ['activation', 'invitation', 'password-reset'] as const

/** Values of an emailed link, and its purpose. */
export interface LinkToOwn {
  purpose: (typeof MAILED_LINKS)[number]
  userId: string
  token: string
}

/** Facts that the holder of a link receives before using it. */
export interface LinkOwner {
  /** Why the link no longer works; its owner is then not returned. `used` also applies when a newer link was sent. */
  dead?: 'used' | 'expired'
  /** Whether another user invited the user with it. */
  isInvitation?: boolean
  email?: string
  /** Account of the invitation. */
  tenantName?: string
  /** User who sent the invitation, if known. */
  inviterName?: string
  /** Whether the activation requires a password. */
  shouldSetPassword?: boolean
}

export const linkOwner = {
  /**
   * Returns the purpose of an emailed link to its holder without using it up: a password manager stores the new
   * password under this email. A token that was never issued to this user is refused.
   */
  getLinkOwner: ours<void, LinkToOwn, LinkOwner>()('POST', '/link-owner', {
    noToken: true,
  }),
}
