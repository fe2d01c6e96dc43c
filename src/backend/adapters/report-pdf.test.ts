import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printInvoice } from './invoice-pdf.ts'
import { printReport } from './report-pdf.ts'

const ROWS = 60
const NAME = 'हिन्दी कंपनी'

/** Returns how many times the event loop turned while the document was printed, which is how often other calls ran. */
const turnsDuring = async (printing: Promise<Uint8Array>): Promise<number> => {
  let turns = 0
  let isPrinting = true
  const count = () => {
    turns += 1
    if (isPrinting) setImmediate(count)
  }
  setImmediate(count)
  const bytes = await printing
  isPrinting = false
  assert.ok(bytes.length > 0)
  return turns
}

describe('A long document', () => {
  it('is printed row by row, so that a report lets other calls run', async () => {
    const rows = Array.from({ length: ROWS }, (_, at) => [NAME, String(at)])
    const tables = [{ title: 'Events', columns: ['User', 'Number'], rows, empty: '' }]
    assert.ok((await turnsDuring(printReport({ title: 'Audit log', subtitle: '', facts: [], tables }))) >= ROWS / 2)
  })

  it('is printed row by row, so that an invoice lets other calls run', async () => {
    const lines = Array.from({ length: ROWS }, (_, amount) => ({ description: NAME, amount }))
    const sums = { subtotal: 1_770, tax: 0, total: 1_770, credited: 0 }
    const facts = { id: 'in_1', number: '1', subscriptionId: 'sub_1', createdAt: 0, currency: 'inr' }
    const customer = { customerName: NAME, customerEmail: 'pay@acme.test', customerAddress: { addressLine1: '' } }
    const invoice = { ...facts, ...sums, ...customer, lines, paid: true, isOpen: false }
    const seller = { name: 'Front Entry', lines: [] }
    assert.ok((await turnsDuring(printInvoice({ invoice, seller, timeZone: 'UTC', dateFormat: '' }))) >= ROWS / 2)
  })
})
