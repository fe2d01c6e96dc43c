import { GUESSES_PER_NETWORK, type Limit, MESSAGES_PER_NETWORK } from './limits.ts'

/**
 * Limits that the edge applies before it runs a call of a signed-out user. Such a call writes a row, and may send a
 * message, for any email or id it names, so a limit per email or id alone would not bound it.
 */
export const NETWORK_LIMITS: Readonly<Record<string, Limit>> = {
  'password.forgotPassword': MESSAGES_PER_NETWORK,
  'activation.resendActivationEmail': MESSAGES_PER_NETWORK,
  'invitation.resendInvitationEmail': MESSAGES_PER_NETWORK,
  'invitation.resendInvitationToAllTenants': MESSAGES_PER_NETWORK,
  'phoneReset.resetPhoneNumber': MESSAGES_PER_NETWORK,
  'password.resetPassword': GUESSES_PER_NETWORK,
  'activation.getActivationStrategy': GUESSES_PER_NETWORK,
  'activation.activateAccount': GUESSES_PER_NETWORK,
  'invitation.verifyInviteToken': GUESSES_PER_NETWORK,
  'invitation.acceptInvitation': GUESSES_PER_NETWORK,
  'phoneReset.verifyResetPhoneNumber': GUESSES_PER_NETWORK,
  'phoneReset.changePhoneNumber': GUESSES_PER_NETWORK,
  'mfaLogin.recover': GUESSES_PER_NETWORK,
  'linkOwner.getLinkOwner': GUESSES_PER_NETWORK,
  'selfService.undoEmailChange': GUESSES_PER_NETWORK,
  'selfService.restoreUser': GUESSES_PER_NETWORK,
}
