import { startOfText } from '../domain/mail/shown-text.ts'
import type { PrintedReport, ReportTable } from '../ports/reports.ts'
import { MARGIN, type Pdf, printPdf, printRows, rule, widthOf } from './pdf-document.ts'
import type { Weight } from './pdf-fonts.ts'
import { heightOfText, writeText } from './pdf-text.ts'

const GAP = 8
const MAX_CELL = 300

/** Draws a row. Cells wrap; a row that doesn't fit starts the next page. */
const row = (document: Pdf, texts: readonly string[], weight: Weight = 'regular'): void => {
  const width = widthOf(document) / Math.max(1, texts.length)
  const cells = texts.map((text) => startOfText(text, MAX_CELL) || ' ')
  const height = Math.max(...cells.map((text) => heightOfText(document, text, { width: width - GAP, weight })))
  if (document.y + height > document.page.height - MARGIN) document.addPage()
  const top = document.y
  cells.forEach((text, at) => {
    writeText(document, text, { x: MARGIN + at * width, y: top, width: width - GAP, weight })
  })
  document.x = MARGIN
  document.y = top + height + 3
}

const writeTable = async (document: Pdf, { title, columns, rows, empty }: ReportTable): Promise<void> => {
  writeText(document.moveDown().fontSize(13), title, { weight: 'bold' })
  document.moveDown(0.4).fontSize(8)
  if (rows.length === 0) {
    writeText(document, empty)
    return
  }
  row(document, columns, 'bold')
  rule(document)
  await printRows(rows, (each) => row(document, each))
}

/** Prints a report on A4 pages and returns the bytes. */
export const printReport = ({ title, subtitle, facts, tables }: PrintedReport): Promise<Uint8Array> =>
  printPdf(title, async (document) => {
    writeText(document.fontSize(20), title, { y: MARGIN, weight: 'bold' })
    writeText(document.fontSize(9), subtitle)
    document.moveDown().fontSize(10)
    for (const fact of facts) row(document, fact)
    for (const table of tables) await writeTable(document, table)
  })
