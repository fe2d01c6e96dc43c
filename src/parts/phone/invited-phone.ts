import { toE164 } from './phone-number.ts'

/**
 * Allows digits, spaces and common punctuation with at least seven characters. A number without its country is stored as
 * it was typed.
 */
const PHONE = /^\+?[\d\s().-]{7,20}$/

/**
 * Returns the phone number of a user to invite as it was typed, and one that was copied with other characters, such as
 * full-width digits or `tel:`, without them; `undefined` for a text that is no phone number.
 *
 * @example invitedPhone('tel:+44 20/7946 0000') // '+442079460000'
 */
export const invitedPhone = (typed: string): string | undefined => {
  const text = typed.trim()
  return PHONE.test(text) ? text : toE164(text)
}
