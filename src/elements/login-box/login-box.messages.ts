import { defineMessages } from '../../i18n/messages.ts'

export const loginBoxMessages = defineMessages('custom.loginBox', {
  label: 'Sign-in',
  loading: 'Loading sign-in',
  outageTitle: 'We can’t reach the server',
  outageText: 'We’ll keep trying and continue your session as soon as it responds.',
  outageRetry: 'Try again',
  outageLeave: 'Sign in as someone else',
})
