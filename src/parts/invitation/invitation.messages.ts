import { defineMessages } from '../../feature/messages.ts'

export const invitationNoteMessages = defineMessages('loginBox.login', {
  invitationAsking: 'Looking at your invitation…',
  invitedTo: 'You are invited to join {{name}}.',
  // Seed 000 §8.
  invitationFailed: 'We couldn’t verify your invitation',
  invitationFailedText: 'Ask for a new link. You can still sign in to the accounts you have.',
})
