import { defineMessages } from '../../i18n/messages.ts'

export const impersonateMessages = defineMessages('loginBox.impersonate', {
  title: 'Starting impersonation',
  message:
    'Everything you do is recorded in the audit log under your name. You can’t see or change the user’s password, second factors, or tokens.',
  successTitle: 'Impersonation started',
  successMessage: 'Redirecting…',
  failedTitle: 'We couldn’t start the impersonation',
  failedMessage: 'Go back and try again.',
  expiredTitle: 'This link is incomplete or has expired',
  expiredMessage: 'Impersonation links work once and expire after one minute. Go back and start again.',
  retry: 'Try again',
  backToLogin: 'Back to sign-in',
})

export type ImpersonateTexts = (typeof impersonateMessages)['texts']
