import { defineMessages } from '../../feature/messages.ts'

export const lateStepMessages = defineMessages('custom.loginBox', {
  loading: 'One moment',
  loadFailedTitle: 'This part did not load',
  loadFailedMessage: 'Check your connection, then try again.',
  retry: 'Try again',
})
