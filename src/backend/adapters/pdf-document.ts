import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'

/**
 * Fonts with Latin, Greek and Cyrillic letters as selectable text; the fonts built into PDF readers have Latin only.
 */
const fontFiles = () => {
  const require = createRequire(import.meta.url)
  return {
    regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  }
}

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

/** Prints A4 pages with the fonts `regular` and `bold`, and returns the bytes. */
export const printPdf = (title: string, write: (document: Pdf) => void): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const { regular, bold } = fontFiles()
    const document = new PdfDocument({ size: 'A4', margin: MARGIN, font: regular, info: { Title: title } })
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.once('end', () => resolve(Buffer.concat(chunks)))
    document.once('error', reject)
    document.registerFont('regular', regular).registerFont('bold', bold)
    write(document)
    document.end()
  })
