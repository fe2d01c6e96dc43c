import { defineMessages } from '../../i18n/messages.ts'

export const postalAddressMessages = defineMessages('custom.address', {
  street: 'Street address',
  street2: 'Apartment, suite, etc.',
  city: 'City',
  state: 'State or province',
  postalCode: 'ZIP or postal code',
  country: 'Country',
})

export type PostalAddressTexts = (typeof postalAddressMessages)['texts']
