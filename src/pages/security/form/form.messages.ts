import { defineMessages } from '../../../i18n/messages.ts'

/** Texts that the forms of the security page share. */
export const formMessages = defineMessages('adminPortal.security.form', {
  save: 'Save changes',
  discard: 'Discard',
  on: 'On',
  off: 'Off',
  unit: 'Unit',
  seconds: { one: 'second', other: 'seconds' },
  minutes: { one: 'minute', other: 'minutes' },
  hours: { one: 'hour', other: 'hours' },
  days: { one: 'day', other: 'days' },
  numberInvalid: 'Enter a whole number from {{min}} to {{max}}.',
  timeInvalid: 'Enter a time from {{min}} to {{max}}.',
})

export type FormTexts = (typeof formMessages)['texts']
