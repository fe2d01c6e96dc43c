import { endpoint } from '../endpoint.ts'

/** At most this many members in one call. */
export const MAX_REQUIRED_AT_ONCE = 500

export const memberMfa = {
  /** Members who must add a second factor at their next sign-in, whatever the MFA policy says; or no longer must. */
  requireMfa: endpoint<void, { userIds: string[]; required: boolean }, { count: number }>()(
    'PUT',
    '/identity/resources/fe/v1/members/mfa-requirement',
  ),
}
