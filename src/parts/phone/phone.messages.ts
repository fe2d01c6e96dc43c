import { defineMessages } from '../../i18n/messages.ts'

export const phoneMessages = defineMessages('loginBox.login', {
  phoneLabel: 'Phone number',
  phoneCountry: 'Country code',
  phoneIsRequired: 'Enter your phone number.',
  phoneIsInvalid: 'Enter a valid phone number, like 202 555 0143.',
})
