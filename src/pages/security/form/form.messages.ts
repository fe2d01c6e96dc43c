import { defineMessages } from '../../../feature/messages.ts'

/** What the forms of the security page have in common. */
export const formMessages = defineMessages('adminPortal.security.form', {
  save: 'Save changes',
  discard: 'Discard',
  on: 'On',
  off: 'Off',
  unit: 'Unit',
  seconds: 'seconds',
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  numberInvalid: 'Enter a whole number from {{min}} to {{max}}.',
  timeInvalid: 'Enter a time from {{min}} to {{max}}.',
})

export type FormTexts = (typeof formMessages)['texts']
