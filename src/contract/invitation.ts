import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export const invitation = {
  /** Returns the name of the inviting tenant. */
  verifyInviteToken: endpoint<void, { token: string }, { name: string }>()(
    'POST',
    '/identity/resources/tenants/invites/v1/verify',
  ),
  acceptInvitation: endpoint<void, { userId: string; token: string }, Ignored>()(
    'POST',
    '/identity/resources/users/v1/invitation/accept',
    { noToken: true },
  ),
  resendInvitationEmail: endpoint<void, { email: string; recaptchaToken?: string }, Ignored>()(
    'POST',
    '/identity/resources/users/v1/invitation/reset',
  ),
  resendInvitationToAllTenants: endpoint<void, { email: string; recaptchaToken?: string }, Ignored>()(
    'POST',
    '/identity/resources/users/v1/invitation/reset/all',
  ),
}
