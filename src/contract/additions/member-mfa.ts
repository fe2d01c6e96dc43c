import { endpoint } from '../endpoint.ts'

export const memberMfa = {
  /** Members who must add a second factor at their next sign-in, whatever the MFA policy says; or no longer must. */
  requireMfa: endpoint<void, { userIds: string[]; required: boolean }, { count: number }>()(
    'PUT',
    '/identity/resources/fe/v1/members/mfa-requirement',
  ),
}
