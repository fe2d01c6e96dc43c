import Papa from 'papaparse'
import { breathe } from '../../kernel/breathe.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { decodeText, type Encoding } from './decode-text.ts'

/** Faults in how a row is written. */
export type RowFault = 'openQuote' | 'strayQuote' | 'extraCells' | 'damaged'

export interface Table {
  /** Empty texts where the file has no heading. */
  header: string[]
  rows: string[][]
  /** The line of the file in which each row begins. */
  lines: number[]
  /** By the place of the row. */
  faults: ReadonlyMap<number, RowFault>
  encoding: Encoding
  /** `false`: the first line is a user already. */
  hasHeading: boolean
}

/** A file with more rows is refused. */
const MAX_ROWS = 20_000

export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError'
}

/** The first line that spreadsheets write and read to name the separator. */
const SEPARATOR = /^"?sep=(.)"?\n/i
const REPLACEMENT = '\ufffd'
/** Cells that stand for a quoted cell with blanks before it, which no reader takes for quoted. */
const LATE_QUOTE = /^\s+"/

interface Written {
  cells: string[]
  line: number
  fault: RowFault | undefined
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

const faultOf = (cells: readonly string[], errors: readonly Papa.ParseError[]): RowFault | undefined => {
  // A quotation mark that is closed lines later by that of another cell has the users between in one cell.
  const isOpen = cells.some((cell) => cell.includes('\n') && cell.includes('@'))
  if (isOpen || errors.some(({ code }) => code === 'MissingQuotes')) return 'openQuote'
  if (errors.some(({ type }) => type === 'Quotes') || cells.some((cell) => LATE_QUOTE.test(cell))) return 'strayQuote'
  return cells.some((cell) => cell.includes(REPLACEMENT)) ? 'damaged' : undefined
}

const breaksIn = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const parse = (text: string, firstLine: number, delimiter: string): Written[] => {
  const found: Written[] = []
  let line = firstLine
  let from = 0
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      if (!isBlank(data)) found.push({ cells: data, line, fault: faultOf(data, errors) })
      line += breaksIn(text, from, meta.cursor)
      from = meta.cursor
    },
  })
  return found
}

const DELIMITERS = [',', ';', '\t', '|']
const GUESSED_ROWS = 20

const hasEmail = (cells: readonly string[]): boolean => cells.some((cell) => normalizeEmail(cell.trim()) !== undefined)

/** The width of most rows; of two that are equally frequent the smaller one, so that no cell is lost in silence. */
const commonWidth = (rows: readonly (readonly string[])[]): number => {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [[width] = [0]] = [...counts].sort(([one, often], [other, more]) => more - often || one - other)
  return width
}

/** The separator that sets emails apart in most of the first rows, and cuts most of them into equally many cells. */
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

/** Cells beyond the heading would be lost: most often a separator in a name that isn't quoted. */
const withExtraCells = (row: Written, width: number): Written =>
  row.fault === undefined && !isBlank(row.cells.slice(width)) ? { ...row, fault: 'extraCells' } : row

/**
 * Reads a file: decoded as a whole first, then parsed. Every row that may not be what its writer meant has a fault.
 *
 * @throws WorkbookError, TooManyRowsError
 */
export const readCsv = async (file: File): Promise<Table> => {
  const { text: decoded, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()))
  await breathe()
  const whole = decoded.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const separator = SEPARATOR.exec(whole)
  const text = separator ? whole.slice(separator[0].length) : whole
  const written = parse(text, separator ? 2 : 1, separator?.[1] ?? guessDelimiter(text))
  const [first] = written
  const hasHeading = first !== undefined && !hasEmail(first.cells)
  const body = hasHeading ? written.slice(1) : written
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
