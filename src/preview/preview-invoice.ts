import { dayOf } from '../backend/domain/base/account-dates.ts'
import { printedRows } from '../backend/domain/billing/invoice-lines.ts'
import type { PrintedInvoice } from '../backend/ports/payments.ts'
import { moneyFormat } from '../rules/money.ts'

const LANGUAGE = 'en-US'

/**
 * Escapes a string. The standard fonts of a PDF have no other characters; `(`, `)` and `\` end or escape a string (ISO
 * 32000-1, 7.3.4.2).
 */
const literal = (text: string): string =>
  `(${text.replace(/[^ -~]/g, '?').replace(/[\\()]/g, (character) => `\\${character}`)})`

const linesOf = ({ invoice, seller, timeZone, dateFormat = '' }: PrintedInvoice): string[] => {
  const money = moneyFormat(invoice.currency, LANGUAGE)
  return [
    `Invoice ${invoice.number}`,
    'Sample from the preview. Not an invoice.',
    `Date: ${dayOf(invoice.createdAt, { language: LANGUAGE, timeZone, dateFormat })}`,
    `From: ${seller.name}`,
    `Bill to: ${invoice.customerName}`,
    ...[...invoice.lines, ...printedRows(invoice)].map(({ description, amount }) => `${description}: ${money(amount)}`),
    invoice.paid ? 'Paid' : 'Payment due',
  ]
}

/** Returns the objects of the file, numbered from 1. */
const objectsOf = (printed: PrintedInvoice): string[] => {
  const shown = linesOf(printed).map((line) => `${literal(line)} Tj T*`)
  const content = `BT /F1 12 Tf 18 TL 56 780 Td ${shown.join(' ')} ET`
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
}

const offset = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`

/** Prints one page of text: the library that prints real invoices is too large for a preview. */
export const printSampleInvoice = (printed: PrintedInvoice): Uint8Array => {
  let file = '%PDF-1.4\n'
  let table = '0000000000 65535 f \n'
  const objects = objectsOf(printed)
  objects.forEach((object, at) => {
    table += offset(file.length)
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
  })
  const count = objects.length + 1
  const trailer = `xref\n0 ${count}\n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new TextEncoder().encode(file + trailer)
}
