import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PaidInvoice } from '../payment-ports.ts'
import { printInvoice } from './invoice-pdf.ts'

const INVOICE: PaidInvoice = {
  id: 'in_1',
  number: 'FE-0007',
  subscriptionId: 'sub_1',
  createdAt: Date.UTC(2026, 0, 2),
  currency: 'eur',
  lines: [
    { description: 'Unused time on Starter', amount: -1_001 },
    { description: 'Ανάπτυξη · Развитие · Zażółć', amount: 124_457 },
  ],
  subtotal: 123_456,
  tax: 23_457,
  total: 146_913,
  credited: 913,
  paid: true,
  isOpen: false,
  customerName: 'Ægir Straße GmbH',
  customerEmail: 'pay@aegir.test',
  customerAddress: { addressLine1: 'Hafengasse 1', postalCode: '20457', city: 'Hamburg', country: 'DE' },
}

const textOf = async (bytes: Uint8Array): Promise<string> => {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  await document.destroy()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

describe('A printed invoice', () => {
  it('reads back with its company, address, lines, tax and sums in every script', async () => {
    const text = await textOf(
      await printInvoice({ invoice: INVOICE, seller: { name: 'Front Entry', lines: ['1 Quay'] } }),
    )
    for (const expected of [
      'FE-0007',
      'January 2, 2026',
      'EUR',
      'Paid',
      'Front Entry',
      '1 Quay',
      'Ægir Straße GmbH',
      'Hafengasse 1',
      '20457 Hamburg',
      'pay@aegir.test',
      'Unused time on Starter',
      '-€10.01',
      'Ανάπτυξη · Развитие · Zażółć',
      '€1,244.57',
      '€234.57',
      '-€9.13',
      '€1,460.00',
    ]) {
      assert.ok(text.includes(expected), `${expected} in ${text}`)
    }
  })
})
