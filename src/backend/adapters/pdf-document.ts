import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import PdfDocument from 'pdfkit'
import { fontFiles } from './pdf-fonts.ts'

export const MARGIN = 56

export type Pdf = InstanceType<typeof PdfDocument>

export const widthOf = (document: Pdf): number => document.page.width - 2 * MARGIN

export const rule = (document: Pdf): void => {
  const { y } = document
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor('#b5bac4')
    .stroke()
  document.moveDown(0.6)
}

/**
 * Prints rows one by one. Other calls are served in between, because a row in some scripts takes 10 ms and more, and a
 * document may have a thousand.
 */
export const printRows = async <Row>(rows: readonly Row[], print: (row: Row) => void): Promise<void> => {
  for (const row of rows) {
    print(row)
    await setImmediate()
  }
}

/** Prints A4 pages with the fonts `regular` and `bold`, and returns the bytes. */
export const printPdf = async (title: string, write: (document: Pdf) => Promise<void>): Promise<Uint8Array> => {
  const files = fontFiles()
  // A default font under another name than 'regular' would be read again at every change of the font.
  const document = new PdfDocument({ size: 'A4', margin: MARGIN, font: '', info: { Title: title } })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = once(document, 'end')
  // An error between two rows has no other handler yet, and would end the process.
  ended.catch(() => undefined)
  for (const [name, file] of files) document.registerFont(name, file)
  document.font('regular')
  await write(document)
  document.end()
  await ended
  return Buffer.concat(chunks)
}
