import { defineMessages } from '../../i18n/messages.ts'

export const invitationNoteMessages = defineMessages('loginBox.login', {
  invitationAsking: 'Checking your invitation…',
  invitedTo: 'You’ve been invited to join {{name}}.',
  invitationFailed: 'We couldn’t verify your invitation',
  invitationFailedText: 'Ask for a new invitation link. You can still sign in to your existing accounts.',
})
