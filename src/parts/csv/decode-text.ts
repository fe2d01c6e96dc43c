/** Thrown for a file that is a workbook, whatever its extension. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError'
}

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'

interface Decoded {
  text: string
  encoding: Encoding
}

/** Signatures of ZIP archives, such as .xlsx and .ods, of the compound file format of .xls, of PDF and of RTF. */
const WORKBOOKS = ['PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0', '%PDF', '{\\rtf'].map((mark) =>
  Array.from(mark, (letter) => letter.charCodeAt(0)),
)

/** Tables of HTML and XML, which some programs write with the extension .xls. */
const MARKUP = /^\s*<(!doctype|html|head|table|meta|\?xml)\b/i

const SAMPLE_BYTES = 512

const UTF_16 = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/**
 * A text without a byte order mark has zero bytes in every second place where its letters are ASCII, such as separators
 * and emails, and nearly none otherwise.
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
 * Signs of another encoding that was read as Windows-1252: three accented letters in a row (Cyrillic, Greek, Chinese),
 * signs and capitals within words (Polish, Macintosh, DOS, Japanese), a thorn that ends a syllable (Turkish), and bytes without a letter.
 */
const OTHER_ENCODING =
  /[À-ÖØ-öø-ÿ]{3}|\p{L}[³¿¯¹¥£§ˆ¶†‡¢¤¬±„“”…™‚‰‹›•ƒ]+\p{L}|\p{L}[ŠŽ]\p{Ll}|(?<!\p{L})[£¯¥]\p{Ll}|Ÿ\p{Ll}|\p{Ll}Ÿ|[þÞ](?![aáeéiíoóuúyýæörvjAÁEÉIÍOÓUÚYÝÆÖRVJ])|[\x81\x8d\x8f\x90\x9d]/u

/** Returns whether letters beyond ASCII are probably not those of the author. */
export const isDoubtful = ({ text, encoding }: Decoded): boolean =>
  encoding === 'windows-1252' && OTHER_ENCODING.test(text)

/**
 * Decodes a file as a whole, so that no character is split. Spreadsheets in Western languages write Windows-1252, whose
 * letters beyond ASCII are hardly ever valid UTF-8.
 *
 * @throws WorkbookError if the file is a workbook, or no text at all
 */
export const decodeText = (bytes: Uint8Array): Decoded => {
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
