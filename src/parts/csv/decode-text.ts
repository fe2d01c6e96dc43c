/** Thrown for a file that is a workbook, whatever its extension. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError'
}

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'

interface Decoded {
  text: string
  encoding: Encoding
}

/** Signatures of ZIP archives, such as .xlsx and .ods, and of the compound file format of .xls. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const

const UTF_16 = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/**
 * Decodes a file as a whole, so that no character is split. Spreadsheets in Western languages write Windows-1252, whose
 * letters beyond ASCII are hardly ever valid UTF-8.
 *
 * @throws WorkbookError if the file is a workbook
 */
export const decodeText = (bytes: Uint8Array): Decoded => {
  if (WORKBOOKS.some((start) => startsWith(bytes, start))) throw new WorkbookError()
  const wide = UTF_16.find(([, mark]) => startsWith(bytes, mark))
  if (wide) return { text: new TextDecoder(wide[0]).decode(bytes), encoding: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}
