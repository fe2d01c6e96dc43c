import { defineMessages } from '../../i18n/messages.ts'

export const lastUsedMessages = defineMessages('custom.loginBox', {
  lastUsed: 'Last used',
})
