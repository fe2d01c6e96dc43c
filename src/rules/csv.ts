/**
 * Text that a spreadsheet would run instead of showing (OWASP, CSV injection): the operators, their full-width forms,
 * and any white space or control characters before them.
 */
const ACTIVE = /^[\s\p{Cc}\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^\p{Cc}/u

/** Prefix of an active cell: spreadsheets treat the rest as text, and users can still read it. */
const SHIELD = "'"

export const isActiveCell = (text: string): boolean => ACTIVE.test(text)

/**
 * Returns a value that no spreadsheet runs. A value that already begins with the prefix gets another one, so that
 * nothing is lost.
 */
export const escapeFormula = (text: string): string =>
  isActiveCell(text) || (text.startsWith(SHIELD) && isShielded(text)) ? `${SHIELD}${text}` : text

const isShielded = (text: string): boolean => {
  const rest = text.slice(1)
  return isActiveCell(rest) || (rest.startsWith(SHIELD) && isShielded(rest))
}

/** Reverts `escapeFormula`. */
export const unescapeFormula = (text: string): string =>
  text.startsWith(SHIELD) && isShielded(text) ? text.slice(1) : text

/** Quotes a cell and doubles inner quotes (RFC 4180). */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Returns lines of RFC 4180; every cell is quoted and shielded. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => quoted(escapeFormula(cell))).join(',')}\r\n`).join('')
