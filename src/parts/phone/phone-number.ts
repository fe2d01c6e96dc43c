/** E.164 allows 15 digits. A number with fewer than 7 digits is incomplete. */
const MAX_DIGITS = 15
const MIN_DIGITS = 7
/** Calling codes whose numbers keep their leading 0. */
const KEEPS_ZERO = ['39', '378', '379']

/** Converts a typed or pasted number into `+<digits>`; `undefined` if it is incomplete. */
export const toE164 = (typed: string, callingCode: string): string | undefined => {
  const text = typed.normalize('NFKC').replace(/\(0\)/, '')
  if (/[^\d\s()+./-]/.test(text) || text.lastIndexOf('+') > text.search(/\S/)) return undefined
  const digits = text.replace(/\D/g, '')
  const isInternational = text.trim().startsWith('+') || digits.startsWith('00')
  const national = KEEPS_ZERO.includes(callingCode) ? digits : digits.replace(/^0/, '')
  const whole = isInternational ? digits.replace(/^00/, '') : callingCode + national
  const isWhole = whole.length >= MIN_DIGITS && whole.length <= MAX_DIGITS && !whole.startsWith('0')
  return isWhole ? `+${whole}` : undefined
}
