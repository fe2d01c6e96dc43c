import { defineMessages } from '../../i18n/messages.ts'

export const gateMessages = defineMessages('custom.gate', {
  signedOut: 'Sign in to use this.',
  permission: 'You don’t have permission to use this. Ask an administrator of your account.',
  role: 'Your role doesn’t include this. Ask an administrator of your account.',
  feature: 'Your plan doesn’t include this.',
  expired: 'Your access to this has expired.',
})
