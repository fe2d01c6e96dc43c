import { toE164 } from './phone-number.ts'

/**
 * Allows digits, spaces and common punctuation with at least seven characters. A number without its country is stored as
 * it was typed.
 */
const PHONE = /^\+?[\d\s().-]{7,20}$/

/**
 * Returns the phone number of a user to invite as it was typed. A number that was copied with other characters, such as
 * full-width digits or `tel:`, is returned in E.164 format. Returns `undefined` if the text isn't a phone number.
 *
 * @example invitedPhone('tel:+44 20/7946 0000') // '+442079460000'
 */
export const invitedPhone = (typed: string): string | undefined => {
  const text = typed.trim()
  return PHONE.test(text) ? text : toE164(text)
}
