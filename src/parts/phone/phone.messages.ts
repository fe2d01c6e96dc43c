import { defineMessages } from '../../feature/messages.ts'

export const phoneMessages = defineMessages('loginBox.login', {
  phoneLabel: 'Phone number',
  phoneCountry: 'Country code',
  phoneIsRequired: 'Enter your phone number.',
  phoneIsInvalid: 'Enter a whole phone number, such as 202 555 0143.',
})
