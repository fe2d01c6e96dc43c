import { ParseError, parsePhoneNumberWithError, validatePhoneNumberLength } from 'libphonenumber-js/min'
import { withPlainDigits } from '../../rules/digits.ts'
import type { PhoneReading, Ports } from '../ports.ts'

const NO_COUNTRY = 'must be a phone number with its country'

const TOO_SHORT = 'has too few digits for its country'
const TOO_LONG = 'has too many digits for its country'
const LENGTHS: Readonly<Record<string, string>> = {
  TOO_SHORT,
  TOO_LONG,
  INVALID_LENGTH: 'has a number of digits that its country doesn’t use',
}

/** E.164 allows 15 digits; the library allows 17. With fewer than 7 digits, it is a code that only its country can dial. */
const MAX_LENGTH = '+'.length + 15
const MIN_LENGTH = '+'.length + 7

/** Mobile numbers of Mexico had a 1 after the country until 2019, and address books still have it. */
const FORMER_MEXICAN = /^\+521(?=\d{10}$)/

/** Removes what the library doesn't read: invisible characters, other hyphens, brackets around the country, `tel:`, 00. */
const plain = (typed: string): string =>
  withPlainDigits(typed.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[()]/g, ' ')
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^00/, '+')

/** Numbers of +1 555 reach no one; sample data and tests also have them without an area code. */
const FICTIONAL = /^\+1555\d{4,}$/

const faultOf = (error: unknown): string => {
  if (error instanceof ParseError) return LENGTHS[error.message] ?? NO_COUNTRY
  throw error
}

const read = (typed: string): PhoneReading => {
  const found = parsePhoneNumberWithError(plain(typed), { extract: false })
  // Without it, the number would be the switchboard's, which can't receive a code.
  if (found.ext) return { fault: 'must be a phone number without an extension' }
  const phone = found.number.replace(FORMER_MEXICAN, '+52')
  const length = FICTIONAL.test(phone) ? undefined : validatePhoneNumberLength(phone)
  if (length) return { fault: LENGTHS[length] ?? NO_COUNTRY }
  if (phone.length < MIN_LENGTH) return { fault: TOO_SHORT }
  return phone.length > MAX_LENGTH ? { fault: TOO_LONG } : { phone }
}

/** Reads phone numbers by the numbering plans of all countries. */
export const readPhone: Ports['readPhone'] = (typed) => {
  try {
    return read(typed)
  } catch (error) {
    return { fault: faultOf(error) }
  }
}
