import { defineMessages } from '../../feature/messages.ts'

export const loginBoxMessages = defineMessages('custom.loginBox', {
  label: 'Sign-in',
  loading: 'Loading the sign-in box',
  loadFailedTitle: 'This part did not load',
  loadFailedMessage: 'Check your connection, then try again.',
  retry: 'Try again',
})
