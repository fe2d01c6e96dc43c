import type { invitation } from '../../contract/invitation.ts'
import type { activation, linkOwner, signUp } from '../../contract/sign-up.ts'
import { NEEDS_NO_RIGHTS, READS, type RulesOf, SENDS_MESSAGE, SIGNS_IN } from '../http/rules.ts'

export const invitationRules = {
  verifyInviteToken: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  acceptInvitation: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['users'] },
  resendInvitationEmail: { ...NEEDS_NO_RIGHTS, audit: SENDS_MESSAGE, events: [] },
  resendInvitationToAllTenants: { ...NEEDS_NO_RIGHTS, audit: SENDS_MESSAGE, events: [] },
} satisfies RulesOf<typeof invitation>

export const linkOwnerRules = {
  getLinkOwner: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
} satisfies RulesOf<typeof linkOwner>

export const signUpRules = {
  signUp: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
} satisfies RulesOf<typeof signUp>

export const activationRules = {
  getActivationStrategy: { permission: null },
  activateAccount: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
  resendActivationEmail: { ...NEEDS_NO_RIGHTS, audit: SENDS_MESSAGE, events: [] },
} satisfies RulesOf<typeof activation>
