/**
 * What a spreadsheet would run instead of showing (OWASP, CSV injection): the signs themselves, their full-width forms,
 * and whatever white space or control characters stand before them.
 */
const ACTIVE = /^[\s\p{Cc}\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^\p{Cc}/u

/** Set before an active cell: spreadsheets take the rest as text, users still read it. */
const SHIELD = "'"

export const isActiveCell = (text: string): boolean => ACTIVE.test(text)

/** A value that no spreadsheet runs; a shield of the value's own gets another one, so that nothing is lost. */
export const shieldCell = (text: string): string =>
  isActiveCell(text) || (text.startsWith(SHIELD) && isShielded(text)) ? `${SHIELD}${text}` : text

const isShielded = (text: string): boolean => {
  const rest = text.slice(1)
  return isActiveCell(rest) || (rest.startsWith(SHIELD) && isShielded(rest))
}

/** The value as it was before `shieldCell`. */
export const unshieldCell = (text: string): string =>
  text.startsWith(SHIELD) && isShielded(text) ? text.slice(1) : text

/** RFC 4180: quoted, inner quotes doubled. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** RFC 4180 lines, every cell quoted and shielded. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => quoted(shieldCell(cell))).join(',')}\r\n`).join('')
