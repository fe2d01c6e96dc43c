import type { PrintedReport, ReportTable } from '../ports/reports.ts'
import { MARGIN, type Pdf, printPdf, rule, widthOf } from './pdf-document.ts'

const GAP = 8
const MAX_CELL = 300

/** Draws a row. Cells wrap; a row that doesn't fit starts the next page. */
const row = (document: Pdf, texts: readonly string[]): void => {
  const width = widthOf(document) / Math.max(1, texts.length)
  const cells = texts.map((text) => text.slice(0, MAX_CELL) || ' ')
  const height = Math.max(...cells.map((text) => document.heightOfString(text, { width: width - GAP })))
  if (document.y + height > document.page.height - MARGIN) document.addPage()
  const top = document.y
  cells.forEach((text, at) => void document.text(text, MARGIN + at * width, top, { width: width - GAP }))
  document.x = MARGIN
  document.y = top + height + 3
}

const writeTable = (document: Pdf, { title, columns, rows, empty }: ReportTable): void => {
  document.moveDown().font('bold').fontSize(13).text(title, MARGIN).moveDown(0.4).fontSize(8)
  if (rows.length === 0) {
    document.font('regular').text(empty, MARGIN)
    return
  }
  row(document, columns)
  rule(document)
  document.font('regular')
  for (const each of rows) row(document, each)
}

/** Prints a report on A4 pages and returns the bytes. */
export const printReport = ({ title, subtitle, facts, tables }: PrintedReport): Promise<Uint8Array> =>
  printPdf(title, (document) => {
    document.font('bold').fontSize(20).text(title, MARGIN, MARGIN)
    document.font('regular').fontSize(9).text(subtitle, MARGIN).moveDown()
    document.fontSize(10)
    for (const fact of facts) row(document, fact)
    for (const table of tables) writeTable(document, table)
  })
