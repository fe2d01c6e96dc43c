import { defineMessages } from '../../i18n/messages.ts'

export const invitationMessages = defineMessages('loginBox.acceptInvitation', {
  title: 'Join {{name}}',
  titleWithoutName: 'You’re invited',
  message: 'Accept the invitation to join, then sign in.',
  accept: 'Accept invitation',
  successTitle: 'Invitation accepted',
  successMessage: 'Sign in to get started.',
  signIn: 'Sign in',
  invalidTitle: 'This invitation link is incomplete',
  invalidMessage: 'Open the full link from your email, or ask for a new invitation.',
  failedTitle: 'We couldn’t accept the invitation',
  retry: 'Try again',
  invalidBackToLoginButton: 'Back to sign-in',
})

export type InvitationTexts = (typeof invitationMessages)['texts']
