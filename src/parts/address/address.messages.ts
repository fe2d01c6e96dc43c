import { defineMessages } from '../../feature/messages.ts'

export const addressMessages = defineMessages('custom.address', {
  street: 'Street and number',
  street2: 'Building, floor or suite',
  city: 'City',
  state: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
})

export type AddressTexts = (typeof addressMessages)['texts']
