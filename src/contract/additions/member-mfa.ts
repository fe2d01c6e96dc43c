import { endpoint } from '../endpoint.ts'

export const memberMfa = {
  /**
   * Requires members to add a second factor at their next sign-in, whatever the MFA policy is, or removes that
   * requirement.
   */
  requireMfa: endpoint<void, { userIds: string[]; required: boolean }, { count: number }>()(
    'PUT',
    '/identity/resources/fe/v1/members/mfa-requirement',
  ),
}
