import type { invitation } from '../../contract/invitation.ts'
import { READS, SENDS_MESSAGE, SIGNS_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const invitationRules = {
  verifyInviteToken: { permission: null, rank: 'none', fresh: 'never', audit: READS, grants: false, events: [] },
  acceptInvitation: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SIGNS_IN,
    grants: false,
    events: ['users'],
  },
  resendInvitationEmail: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
  resendInvitationToAllTenants: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof invitation>
