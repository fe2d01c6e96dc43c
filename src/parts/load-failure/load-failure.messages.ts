import { defineMessages } from '../../i18n/messages.ts'

export const loadFailureMessages = defineMessages('custom.loginBox', {
  loadFailedTitle: 'Something didn’t load',
  loadFailedMessage: 'Check your connection and try again.',
  retry: 'Try again',
})
