import { defineMessages } from '../../feature/messages.ts'

export const gateMessages = defineMessages('custom.gate', {
  signedOut: 'Sign in to use this.',
  permission: "You don't have permission to use this. Ask an administrator of your account.",
  role: 'This is for other roles than yours. Ask an administrator of your account.',
  feature: 'This is not part of your plan.',
  expired: 'Your access to this has expired.',
})
