import { endpoint } from '../endpoint.ts'

/** Reason why an invitation would be refused, known before it is sent. */
export interface InviteProblem {
  /** Index in the list of the request. */
  index: number
  reason: 'member' | 'email' | 'domain' | 'role'
}

export const inviteChecks = {
  /** Checks invitations for at most 1,000 users; changes nothing. */
  checkInvites: endpoint<void, { users: { email: string; roleIds?: string[] }[] }, { problems: InviteProblem[] }>()(
    'POST',
    '/identity/resources/fe/v1/members/check',
  ),
}
