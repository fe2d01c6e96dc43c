import { defineMessages } from '../../feature/messages.ts'

export const invitationMessages = defineMessages('loginBox.acceptInvitation', {
  title: 'Join {{name}}',
  titleWithoutName: 'You’re invited',
  message: 'Somebody invited you to work with them here. Accept to join; then sign in as usual.',
  accept: 'Accept invitation',
  successTitle: 'You’re in',
  successMessage: 'The invitation is accepted. Sign in to start.',
  signIn: 'Sign in',
  invalidTitle: 'This invitation link is incomplete',
  invalidMessage: 'Open the whole link from the mail, or ask the person who invited you to send it again.',
  failedTitle: 'We couldn’t accept the invitation',
  retry: 'Try again',
  invalidBackToLoginButton: 'Back to sign-in',
})

export type InvitationTexts = (typeof invitationMessages)['texts']
