import Papa from 'papaparse'
import { breathe } from '../../kernel/breathe.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { decodeText, type Encoding, isDoubtful } from './decode-text.ts'

/** Faults in how a row is written. */
export type RowFault = 'openQuote' | 'strayQuote' | 'extraCells' | 'damaged'

export interface Table {
  /** The headings; empty texts if the file has none. */
  header: string[]
  rows: string[][]
  /** The line of the file in which each row begins. */
  lines: number[]
  /** Faults by row index. */
  faults: ReadonlyMap<number, RowFault>
  encoding: Encoding
  /** `false` if the first line is already a user. */
  hasHeading: boolean
}

/** A file with more rows is rejected. */
const MAX_ROWS = 20_000

export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError'
}

/**
 * Matches the first line that spreadsheets write and read to name the separator, also with blanks or in quotation marks,
 * and with the empty cells that a spreadsheet adds when it saves the line as a row.
 */
const SEPARATOR = /^\s*"?\s*sep[ ]*=[ ]*(?:"{1,2}|')?(\\t|[^\w\s"']|\t| )?(?:"{1,2}|')?[ ]*"?[,;\t| ]*\n/i
/** A byte order mark, also of a file that isn't UTF-8 in spite of it. */
const BYTE_ORDER_MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)+/
/** A lost letter, or the letters that appear when UTF-8 is read in another encoding, such as Ã¶ for ö. */
const DAMAGED = /\ufffd|[ÂÃ][\x80-\xbfŒœŠšŸŽžƒˆ˜\u2013-\u2122]|â€/
const BEYOND_ASCII = /[^\0-\x7f]/
/** Matches a quoted cell with leading blanks, which no reader treats as quoted. */
const LATE_QUOTE = /^\s+"/

interface Written {
  cells: string[]
  line: number
  fault: RowFault | undefined
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

const faultOf = (
  cells: readonly string[],
  { errors, damaged }: { errors: readonly Papa.ParseError[]; damaged: RegExp },
): RowFault | undefined => {
  // An unclosed quotation mark that a later cell closes puts all users in between into one cell.
  const isOpen = cells.some((cell) => cell.includes('\n') && cell.includes('@'))
  if (isOpen || errors.some(({ code }) => code === 'MissingQuotes')) return 'openQuote'
  if (errors.some(({ type }) => type === 'Quotes') || cells.some((cell) => LATE_QUOTE.test(cell))) return 'strayQuote'
  return cells.some((cell) => damaged.test(cell)) ? 'damaged' : undefined
}

const breaksIn = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

interface Source {
  text: string
  firstLine: number
  delimiter: string
  /** Matches a cell with letters that its author didn't write. */
  damaged: RegExp
}

const parse = ({ text, firstLine, delimiter, damaged }: Source): Written[] => {
  const found: Written[] = []
  let line = firstLine
  let from = 0
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      if (!isBlank(data)) found.push({ cells: data, line, fault: faultOf(data, { errors, damaged }) })
      line += breaksIn(text, from, meta.cursor)
      from = meta.cursor
    },
  })
  return found
}

const DELIMITERS = [',', ';', '\t', '|']
const GUESSED_ROWS = 20

const isEmail = (cell: string): boolean => normalizeEmail(cell.trim()) !== undefined
const hasEmail = (cells: readonly string[]): boolean => cells.some(isEmail)

/**
 * Returns the most frequent row width. Of equally frequent widths it returns the smallest, so that no cell is dropped
 * without a fault.
 */
const commonWidth = (rows: readonly (readonly string[])[]): number => {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [[width] = [0]] = [...counts].sort(([one, often], [other, more]) => more - often || one - other)
  return width
}

/**
 * Guesses the separator that isolates emails in most of the first rows and splits most of them into the same number of
 * cells.
 */
const guessDelimiter = (text: string): string => {
  const score = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: GUESSED_ROWS })
    const rows = data.filter((cells) => !isBlank(cells))
    const width = commonWidth(rows)
    const equal = rows.filter(({ length }) => length === width).length
    return width < 2 ? 0 : 1_000 * rows.filter(hasEmail).length + 10 * equal + Math.min(width, 9)
  }
  const [best = ','] = DELIMITERS.toSorted((one, other) => score(other) - score(one))
  return best
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

/** Leaves out a title above the heading: whole rows with one cell, before a row with several of which none is an email. */
const withoutTitle = (rows: readonly Written[]): readonly Written[] => {
  const at = rows.findIndex(({ cells, fault }) => fault || filled(cells) > 1 || cells[0]?.includes('@'))
  return at > 0 && !rows[at]?.fault && !rows[at]?.cells.some((cell) => cell.includes('@')) ? rows.slice(at) : rows
}

/** Reports cells beyond the heading, which would be lost. Usually a name contains an unquoted separator. */
const withExtraCells = (row: Written, width: number): Written =>
  row.fault === undefined && !isBlank(row.cells.slice(width)) ? { ...row, fault: 'extraCells' } : row

/** Returns a row for each email if a file has nothing else, as emails that were copied from a message. */
const emailPerRow = (rows: readonly Written[]): readonly Written[] => {
  const cellsOf = ({ cells }: Written) => cells.filter((cell) => cell.trim() !== '')
  if (!rows.every((row) => cellsOf(row).every(isEmail))) return rows
  return rows.flatMap((row) => cellsOf(row).map((cell) => ({ ...row, cells: [cell] })))
}

/** Reports a row with several emails in a file without a heading, because only one of them would be imported. */
const withOneEmail = (row: Written): Written =>
  row.fault === undefined && row.cells.filter(isEmail).length > 1 ? { ...row, fault: 'extraCells' } : row

/**
 * Reads a file: decodes it as a whole, then parses it. Every row that may differ from what its author meant has a
 * fault.
 *
 * @throws WorkbookError, TooManyRowsError
 */
export const readCsv = async (file: File): Promise<Table> => {
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  const { encoding } = decoded
  await breathe()
  const whole = decoded.text.replace(BYTE_ORDER_MARK, '').replace(/\r\n?/g, '\n')
  const [heading = '', named] = SEPARATOR.exec(whole) ?? []
  const text = whole.slice(heading.length)
  const firstLine = 1 + breaksIn(heading, 0, heading.length)
  const delimiter = named === '\\t' ? '\t' : (named ?? guessDelimiter(text))
  const damaged = isDoubtful(decoded) ? BEYOND_ASCII : DAMAGED
  const written = withoutTitle(parse({ text, firstLine, delimiter, damaged }))
  const [first] = written
  // A heading with an unclosed quotation mark or an @ has users in it, which have to be reported as a row.
  const hasHeading =
    first !== undefined && first.fault !== 'openQuote' && !first.cells.some((cell) => cell.includes('@'))
  const body = hasHeading ? written.slice(1) : emailPerRow(written).map(withOneEmail)
  if (body.length > MAX_ROWS) throw new TooManyRowsError()
  const width = hasHeading ? first.cells.length : commonWidth(body.map(({ cells }) => cells))
  const rows = body.map((row) => withExtraCells(row, width))
  return {
    header: Array.from({ length: width }, (_, at) => (hasHeading ? (first.cells[at] ?? '').trim() : '')),
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
    faults: new Map(rows.flatMap(({ fault }, at) => (fault ? [[at, fault] as const] : []))),
    encoding,
    hasHeading,
  }
}
