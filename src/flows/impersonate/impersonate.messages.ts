import { defineMessages } from '../../feature/messages.ts'

export const impersonateMessages = defineMessages('loginBox.impersonate', {
  title: 'Starting impersonation',
  message: 'Everything you do is recorded in the audit log under your name.',
  successTitle: 'You’re impersonating a user',
  successMessage:
    'You can’t see or change their password, second factors, or tokens. To stop impersonating, select Stop in the banner or sign out.',
  failedTitle: 'We couldn’t start the impersonation',
  failedMessage: 'Go back and try again.',
  expiredTitle: 'This link is incomplete or has expired',
  expiredMessage: 'Impersonation links work once and expire after one minute. Go back and start again.',
  retry: 'Try again',
  backToLogin: 'Back to sign-in',
})

export type ImpersonateTexts = (typeof impersonateMessages)['texts']
