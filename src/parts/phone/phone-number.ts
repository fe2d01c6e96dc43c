import { withPlainDigits } from '../../rules/digits.ts'

/** E.164 allows 15 digits. A number with fewer than 7 digits is incomplete, or a short code. */
const MAX_DIGITS = 15
const MIN_DIGITS = 7
/** Calling codes whose numbers keep their leading 0. */
const KEEPS_ZERO = ['39', '378', '379', '225', '229', '242']
/** Lists the digits before a number inside a country, by calling code. They are 0 in all others. */
const TRUNKS: Readonly<Record<string, RegExp>> = {
  1: /^1(?=\d{10}$)/,
  7: /^8(?=\d{10}$)/,
  36: /^06/,
  370: /^[08](?=\d{8}$)/,
  375: /^(?:80?|0)(?=\d{9}$)/,
  993: /^8(?=\d{8}$)/,
}
const NEVER = /(?!)/

/**
 * Returns a number as it is typed on a keyboard: with digits 0 to 9 and plain hyphens, without the invisible characters
 * that address books add around it.
 */
const plainPhone = (typed: string): string =>
  withPlainDigits(typed.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()
    .replace(/^tel:/i, '')

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const keepsZero = (number: string): boolean => KEEPS_ZERO.some((code) => number.startsWith(code))

/** Returns calling code and number, from the number as it is dialed inside the country. */
const withCallingCode = (callingCode: string, dialed: string): string => {
  // Countries of North America with a calling code of four digits share the area code with it: 1 684 and 684.
  const isArea = /^1\d{3}$/.test(callingCode)
  const trunk = TRUNKS[isArea ? '1' : callingCode] ?? (keepsZero(callingCode) ? NEVER : /^0/)
  const number = dialed.replace(trunk, '')
  return isArea && number.length === 10 ? `1${number}` : callingCode + number
}

/** Returns the digits of a number that names its country; `undefined` for the number inside a country. */
const international = (text: string, callingCode: string): string | undefined => {
  const hasPlus = /^\(?\+/.test(text)
  const exit = callingCode.startsWith('1') ? /^0(?:0|11)/ : /^00/
  if (!hasPlus && !exit.test(digitsOf(text))) return undefined
  const numberIn = (given: string) => (hasPlus ? digitsOf(given) : digitsOf(given).replace(exit, ''))
  const number = numberIn(text)
  return keepsZero(number) ? number : numberIn(text.replace('(0)', ''))
}

/**
 * Converts a typed or pasted number into `+<digits>`; `undefined` if it is incomplete, has letters or an extension, or
 * names no country and there is no calling code.
 *
 * @example toE164('(202) 555-0143', '1') // '+12025550143'
 */
export const toE164 = (typed: string, callingCode = ''): string | undefined => {
  const text = plainPhone(typed)
  if (!/^\(?\+?[\d\s()./-]+$/.test(text)) return undefined
  const named = international(text, callingCode)
  const isOwn = named === undefined || (callingCode !== '' && named.startsWith(callingCode))
  const dialed = named === undefined ? digitsOf(text) : named.slice(callingCode.length)
  const whole = isOwn ? callingCode && withCallingCode(callingCode, dialed) : named
  const isWhole = whole.length >= MIN_DIGITS && whole.length <= MAX_DIGITS && !whole.startsWith('0')
  return isWhole ? `+${whole}` : undefined
}
