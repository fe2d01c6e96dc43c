import Papa from 'papaparse'
import { breathe } from '../../kernel/breathe.ts'
import { listOf } from '../../kernel/list-of.ts'
import { splitLines } from '../../rules/line-breaks.ts'
import { commonWidth, filled, guessSeparator, isBlank, isOnlyEmails } from './separator.ts'

/** Thrown for a file that is a workbook, whatever its extension. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError'
}

type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'

interface Decoded {
  text: string
  encoding: Encoding
}

/** Signatures of ZIP archives, such as .xlsx and .ods, of the compound file format of .xls, of PDF and of RTF. */
const WORKBOOKS = ['PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0', '%PDF', '{\\rtf'].map((mark) =>
  [...mark].map((letter) => letter.charCodeAt(0)),
)

/** Tables of HTML and XML, which some programs write with the extension .xls. */
const MARKUP = /^\s*<(!doctype|html|head|table|meta|\?xml)\b/i

const SAMPLE_BYTES = 512

const UTF_16 = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/**
 * UTF-16 without a byte order mark has a zero byte for each ASCII character, such as separators and the letters of
 * emails; other encodings have almost none.
 */
const unmarkedUtf16 = (bytes: Uint8Array): string | undefined => {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = (parity: number) => sample.filter((byte, at) => at % 2 === parity && byte === 0).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (Math.max(even, odd) <= sample.length / 16 || Math.min(even, odd) > sample.length / 64) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns the text unless more of its letters beyond ASCII are invalid than not, as those of any other encoding are. */
const decodeUtf8 = (bytes: Uint8Array): Decoded | undefined => {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    const text = new TextDecoder().decode(bytes)
    const isMostlyValid = countOf(text, /\ufffd/g) <= countOf(text, /[^\0-\x7f\ufffd]/g)
    return isMostlyValid ? { text, encoding: 'utf-8' } : undefined
  }
}

/** A control character other than NUL and white space. */
const CONTROL = /(?![\0\t-\r])\p{Cc}/u

/**
 * NUL characters with which older systems fill cells and files, and the end of file of DOS. A run is only tried from its
 * start, because a file may have millions.
 */
const PADDING = /(?<!\0)\0+(?=[,;|\t"\r\n])|(?<!\p{Cc})\p{Cc}+$/gu

/**
 * Signs of another encoding that was read as Windows-1252: three letters or signs beyond ASCII in a row, one of which is
 * a letter (Cyrillic, Greek, Thai, Chinese), signs and capitals within words (Polish, Macintosh, DOS, Japanese),
 * fractions beside letters (Latin 9), an š between consonants with which a word begins (Macintosh), a thorn that ends a
 * syllable (Turkish), and bytes without a letter. Icelandic words have three such letters in a row, Slavic names an š
 * between consonants, and all texts may have dashes between words, and signs and fractions before or after them.
 */
const OTHER_ENCODING =
  /(?!æþó|ÆÞÓ|áðú|ÁÐÚ)(?=[\xa1-\xbf]{0,2}[\xc0-\xff])[\xa1-\xff]{3}|\p{L}[¨½¸]\p{Ll}|\p{L}¨(?<!¨[\p{L} ]{0,30}\p{L}¨)|\p{Ll}¸|(?<!\p{L})¦\p{Ll}|(?<![\p{L}\d])(?:¼[cdu]\p{Ll}|½u[fv])|\p{Lu}¾|(?<!\p{L})[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]{0,3}[B-DF-HJ-NPQSTV-XZb-df-hj-npqstv-xz]š[b-df-hj-np-tv-xz]|(?<!\p{L})\p{L}—\p{Ll}|\p{Ll}—\p{Ll}(?!\p{L})|\p{L}[³¿¯¹¥£§ˆ¶†‡¢¤¬±„“”…™‚‰‹›•ƒ]+\p{L}|\p{L}[ŠŽ]\p{Ll}|(?<!\p{L})[£¯¥]\p{Ll}|Ÿ\p{Ll}|\p{Ll}Ÿ|[þÞ](?![aáeéiíoóuúyýæörvjAÁEÉIÍOÓUÚYÝÆÖRVJ])|[\x81\x8d\x8f\x90\x9d]/u

/** Returns whether letters beyond ASCII are probably not those of the author. */
const isDoubtful = ({ text, encoding }: Decoded): boolean => encoding === 'windows-1252' && OTHER_ENCODING.test(text)

/**
 * Decodes a file as a whole, so that no character is split. Spreadsheets in Western languages write Windows-1252, whose
 * letters beyond ASCII are hardly ever valid UTF-8.
 *
 * @throws WorkbookError if the file is a workbook, or no text at all
 */
const decodeText = (bytes: Uint8Array): Decoded => {
  if (WORKBOOKS.some((start) => startsWith(bytes, start))) throw new WorkbookError()
  const wide = UTF_16.find(([, mark]) => startsWith(bytes, mark))?.[0] ?? unmarkedUtf16(bytes)
  const decoded = wide
    ? { text: new TextDecoder(wide).decode(bytes), encoding: 'utf-16' as const }
    : (decodeUtf8(bytes) ?? { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' as const })
  const text = decoded.text.replace(PADDING, '')
  // Pictures and compressed files have NUL and other control characters.
  const isBinary = text.includes('\0') || (decoded.text.includes('\0') && CONTROL.test(decoded.text))
  if (MARKUP.test(text) || isBinary) throw new WorkbookError()
  return { ...decoded, text }
}

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
 * Matches the first line that spreadsheets write and read to name the separator, even with blanks or in quotation
 * marks, and with the empty cells that a spreadsheet adds when it saves the line as a row.
 */
const SEPARATOR = /^\s*"?\s*sep[ ]*=[ ]*(?:"{1,2}|')?(\\t|[^\w\s"']|\t| )?(?:"{1,2}|')?[ ]*"?[,;\t| ]*\n/i
/**
 * Returns the text with LF as its line break. Where a file has CR or LF, other breaks are within cells; where it has
 * none, they are all that separates its rows, as does the record separator of ASCII.
 */
const withLineFeeds = (text: string): string =>
  /[\r\n]/.test(text.trimEnd()) ? text.replace(/\r\n?/g, '\n') : splitLines(text.replaceAll('\x1e', '\n')).join('\n')

/** A byte order mark, which some files have although they aren't UTF-8. */
const BYTE_ORDER_MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)+/
/** A lost letter, or the letters that appear when UTF-8 is read in another encoding, such as Ã¶ for ö. */
const DAMAGED = /\ufffd|[ÂÃ][\x80-\xbfŒœŠšŸŽžƒˆ˜\u2013-\u2122]|â€/
/** Begins and ends Japanese text in ISO-2022-JP, which is ASCII otherwise. */
const ESCAPE = '\x1b'
const BEYOND_ASCII = /[^\0-\x7f]/
/** Matches a quoted cell with leading blanks, which no reader treats as quoted. */
const LATE_QUOTE = /^\s+"/

interface Written {
  cells: string[]
  line: number
  fault: RowFault | undefined
}

const faultOf = (
  cells: readonly string[],
  { errors, damaged }: { errors: readonly Papa.ParseError[]; damaged: RegExp },
): RowFault | undefined => {
  // An unclosed quotation mark that a later cell closes puts all users in between into one cell.
  const isOpen = cells.some((cell) => cell.includes('\n') && cell.includes('@'))
  if (isOpen || errors.some(({ code }) => code === 'MissingQuotes')) return 'openQuote'
  if (errors.some(({ type }) => type === 'Quotes') || cells.some((cell) => LATE_QUOTE.test(cell))) return 'strayQuote'
  return cells.some((cell) => damaged.test(cell) || cell.includes(ESCAPE)) ? 'damaged' : undefined
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
  if (!rows.every(({ cells }) => isOnlyEmails(cells))) return rows
  return rows.flatMap((row) =>
    row.cells.filter((cell) => cell.trim() !== '').map((cell) => ({ ...row, cells: [cell] })),
  )
}

/** Matches an email anywhere in a cell. */
const WITH_EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/

/** Reports a row with emails in several cells of a file without a heading, because only one of them would be imported. */
const withOneEmail = (row: Written): Written =>
  row.fault === undefined && row.cells.filter((cell) => WITH_EMAIL.test(cell)).length > 1
    ? { ...row, fault: 'extraCells' }
    : row

/**
 * Reads a file: decodes it as a whole, then parses it. Every row that may differ from what its author meant has a
 * fault.
 *
 * @throws WorkbookError, TooManyRowsError, SeparatorError
 */
export const readCsv = async (file: File): Promise<Table> => {
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  const { encoding } = decoded
  await breathe()
  const whole = withLineFeeds(decoded.text.replace(BYTE_ORDER_MARK, ''))
  const [heading = '', named] = SEPARATOR.exec(whole) ?? []
  const text = whole.slice(heading.length)
  const firstLine = 1 + breaksIn(heading, 0, heading.length)
  const delimiter = named === '\\t' ? '\t' : (named ?? guessSeparator(text))
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
    header: listOf(width, (at) => (hasHeading ? (first.cells[at] ?? '').trim() : '')),
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
    faults: new Map(rows.flatMap(({ fault }, at) => (fault ? [[at, fault] as const] : []))),
    encoding,
    hasHeading,
  }
}
