import { defineMessages } from '../../i18n/messages.ts'

export const loadFailureMessages = defineMessages('custom.loginBox', {
  loadFailedTitle: 'Something didn’t load',
  loadFailedMessage: 'Check your connection and try again, or contact this website’s owner.',
  retry: 'Try again',
})
