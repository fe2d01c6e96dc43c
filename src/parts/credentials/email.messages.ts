import { defineMessages } from '../../i18n/messages.ts'

export const emailMessages = defineMessages('custom.email', {
  foreignLocalPart: 'Before the @, an email address has only letters from a to z, digits, and signs like . _ + and -.',
})
