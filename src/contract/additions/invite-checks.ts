import { endpoint } from '../endpoint.ts'

/** Why an invitation would be refused, known before it is sent. */
export interface InviteProblem {
  /** Place in the list that was asked about. */
  index: number
  reason: 'member' | 'email' | 'domain' | 'role'
}

export const inviteChecks = {
  /** At most 1,000 users; changes nothing. */
  checkInvites: endpoint<void, { users: { email: string; roleIds?: string[] }[] }, { problems: InviteProblem[] }>()(
    'POST',
    '/identity/resources/fe/v1/members/check',
  ),
}
