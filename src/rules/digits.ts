/** Returns the value of a digit in any script; each script has its ten digits in a row, beginning with 0. */
const digitOf = (digit: string): string => {
  let value = 0
  for (let at = digit.codePointAt(0) ?? 0; /\p{Nd}/u.test(String.fromCodePoint(at - 1)); at -= 1) value += 1
  return String(value % 10)
}

/** Returns the text with digits 0 to 9 in place of those that keyboards of other scripts write. */
export const withPlainDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitOf)

/**
 * Returns the digits of a code as it was typed or copied, without what separates them.
 *
 * @example codeDigits('١٢٣-４５６') // '123456'
 */
export const codeDigits = (text: string): string => withPlainDigits(text).replace(/\D/g, '')
