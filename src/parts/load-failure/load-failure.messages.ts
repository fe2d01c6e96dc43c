import { defineMessages } from '../../feature/messages.ts'

export const loadFailureMessages = defineMessages('custom.loginBox', {
  loadFailedTitle: 'This part did not load',
  loadFailedMessage: 'Check your connection, then try again.',
  retry: 'Try again',
})
