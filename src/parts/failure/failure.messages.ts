import { defineMessages } from '../../i18n/messages.ts'

export const failureMessages = defineMessages('custom.failures', {
  offline: 'We can’t reach the server. Check your connection and try again.',
  timeout: 'The server took too long to respond. Try again.',
  unavailable: 'Something went wrong on our side. Try again.',
  rateLimited: 'Too many attempts. Wait a moment, then try again.',
  rateLimitedFor: {
    one: 'Too many attempts. Try again in {{count}} second.',
    other: 'Too many attempts. Try again in {{count}} seconds.',
  },
})
