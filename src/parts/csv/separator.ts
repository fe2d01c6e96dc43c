import Papa from 'papaparse'
import { copiedEmail, normalizeEmail } from '../../rules/email.ts'
import { EMAIL_HEADING, headingOf } from './headings.ts'

/** Thrown for a file whose columns are separated by something that can't be recognized. */
export class SeparatorError extends Error {
  override readonly name = 'SeparatorError'
}

const USUAL = [',', ';', '\t', '|']

/** Characters that may also be in the part of an email before the @ (RFC 5322 §3.2.3). */
const IN_EMAILS = [...'~^#/!$%&*=?`{}']

/** Separators that also occur within cells, such as in times, or that only some keyboards have. */
const RARE = ['，', '；', '、', '｜', ':', '¦', '\\', '\x1f', ...IN_EMAILS]

const GUESSED_ROWS = 20

/** Returns whether the cell is an email as an import reads it, such as `Ada <ada@acme.test>`. */
const isEmail = (cell: string): boolean => normalizeEmail(copiedEmail(cell)) !== undefined
const hasEmail = (cells: readonly string[]): boolean => cells.some(isEmail)

/** Returns whether a row has nothing but emails. */
export const isOnlyEmails = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '' || isEmail(cell))

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Counts the cells of a row that contain something. */
export const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

/**
 * Returns the most frequent row width. Of equally frequent widths it returns the smallest, so that no cell is dropped
 * without a fault.
 */
export const commonWidth = (rows: readonly (readonly string[])[]): number => {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [[width] = [0]] = [...counts].sort(([one, often], [other, more]) => more - often || one - other)
  return width
}

const firstRows = (text: string, delimiter: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: GUESSED_ROWS }).data.filter(
    (cells) => !isBlank(cells),
  )

const score = (rows: readonly (readonly string[])[]): number => {
  const width = commonWidth(rows)
  const equal = rows.filter(({ length }) => length === width).length
  // A list of recipients is separated by semicolons if names have commas: `Byron, Ada <ada@acme.test>; …`.
  const list = rows.every(isOnlyEmails) ? 500 : 0
  return width < 2 ? 0 : 1_000 * rows.filter(hasEmail).length + list + 10 * equal + Math.min(width, 9)
}

/** The lowest score of a separator that isolates an email in some row. */
const MIN_WITH_EMAIL = 1_000

const HEADING = /^\s*\p{L}[^@\d]*$/u

/**
 * Returns whether a separator splits a heading of words and every row below it into the same number of cells, with the
 * email always in the same column. A less regular character could be punctuation within a cell.
 */
const fitsHeading = (rows: readonly (readonly string[])[]): boolean => {
  const [heading = [], ...users] = rows.slice(rows.findIndex((cells) => filled(cells) > 1))
  const column = users[0]?.findIndex(isEmail) ?? -1
  return (
    column >= 0 &&
    heading.length > 1 &&
    heading.every((cell) => HEADING.test(cell)) &&
    users.every((cells) => cells.length === heading.length && isEmail(cells[column] ?? ''))
  )
}

/** Matches a cell with an email and other text, which is an unsplit row. `Ada <ada@acme.test>` doesn't match. */
const ROW_IN_CELL = /^(?=.*[\p{L}\d].*[^\w.+@-])[^<]*?[\w.+-]+@[\w-]+(?:\.[\w-]+)+[^>]*$/su

/** Only the beginning of a cell is checked, because an unclosed quotation mark puts a whole file into one cell. */
const MAX_JUDGED = 500

/** Matches the heading of one column, such as `E-Mail`. */
const ONE_HEADING = /^\s*[\p{L}\p{M}-]+(?: address(?:es)?)?\s*$/iu

/** Returns whether a file has one column, of emails; other text in a row with an email is then a fault. */
const hasOneColumn = (rows: readonly (readonly string[])[]): boolean => {
  const heading = rows[0]?.join('') ?? ''
  const isHeading = ONE_HEADING.test(heading) && EMAIL_HEADING.test(headingOf(heading))
  return isHeading || rows.filter((cells) => filled(cells) === 1 && hasEmail(cells)).length * 2 >= rows.length
}

/** Returns whether most of the first rows are in a single cell that contains more than an email. */
const areRowsUnsplit = (rows: readonly (readonly string[])[]): boolean => {
  const cells = rows.flatMap((row) => (filled(row) === 1 ? [row.join('').trim().slice(0, MAX_JUDGED)] : []))
  // If all cells contain the same character, it more likely joins names and emails.
  const isJoined = cells.length > 1 && IN_EMAILS.some((mark) => cells.every((cell) => cell.includes(mark)))
  const unsplit = cells.filter((cell) => !cell.includes('\n') && !isEmail(cell) && ROW_IN_CELL.test(cell))
  return isJoined || (unsplit.length * 2 > Math.max(rows.length - 1, 1) && !hasOneColumn(rows))
}

/**
 * Guesses the separator: one that isolates emails in most of the first rows and splits most of them into the same
 * number of cells, or a rare one that splits the heading and every row alike.
 *
 * @throws SeparatorError if rows contain more than an email, no separator splits them, and there is not one column of emails
 */
export const guessSeparator = (text: string): string => {
  const scored = USUAL.map((delimiter) => {
    const rows = firstRows(text, delimiter)
    return { delimiter, rows, points: score(rows) }
  })
  const [best] = scored.toSorted((one, other) => other.points - one.points)
  if (!best || best.points >= MIN_WITH_EMAIL) return best?.delimiter ?? ','
  const rare = RARE.find((delimiter) => fitsHeading(firstRows(text, delimiter)))
  if (rare === undefined && areRowsUnsplit(best.rows)) throw new SeparatorError()
  return rare ?? best.delimiter
}
