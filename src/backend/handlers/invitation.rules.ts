import type { invitation } from '../../contract/invitation.ts'
import { READS, SENDS_MESSAGE, SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const invitationRules = {
  verifyInviteToken: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  acceptInvitation: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['users'] },
  resendInvitationEmail: { ...NEEDS_NO_RIGHTS, audit: SENDS_MESSAGE, events: [] },
  resendInvitationToAllTenants: { ...NEEDS_NO_RIGHTS, audit: SENDS_MESSAGE, events: [] },
} satisfies RulesOf<typeof invitation>
