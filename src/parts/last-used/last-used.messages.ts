import { defineMessages } from '../../feature/messages.ts'

export const lastUsedMessages = defineMessages('custom.loginBox', {
  lastUsed: 'Last used',
})
