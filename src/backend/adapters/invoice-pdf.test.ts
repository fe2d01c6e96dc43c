import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PaidInvoice } from '../ports/payments.ts'
import { printedAmounts, printInvoice } from './invoice-pdf.ts'

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
  discount: 0,
  credit: 0,
  tax: 23_457,
  includedTax: 0,
  total: 146_913,
  credited: 913,
  paid: true,
  isOpen: false,
  customerName: 'Ægir Straße GmbH',
  customerEmail: 'pay@aegir.test',
  customerAddress: { addressLine1: 'Hafengasse 1', postalCode: '20457', city: 'Hamburg', country: 'DE' },
}

/** Returns the texts of every page, each with its page and height. */
const itemsOf = async (bytes: Uint8Array) => {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = []
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent()
    pages.push(
      items.flatMap((item) =>
        'str' in item ? [{ str: item.str, place: `${at} ${Math.round(item.transform[5])}` }] : [],
      ),
    )
  }
  await document.destroy()
  return pages
}

const bytesOf = (invoice: PaidInvoice, timeZone: string, dateFormat = '') =>
  printInvoice({ invoice, timeZone, dateFormat, seller: { name: 'Front Entry', lines: ['1 Quay'] } })

const printed = async (invoice: PaidInvoice, timeZone: string, dateFormat = ''): Promise<string> =>
  (await itemsOf(await bytesOf(invoice, timeZone, dateFormat)))
    .flat()
    .map(({ str }) => str)
    .join(' ')

describe('A printed invoice', () => {
  it('is dated in the pattern of the account', async () => {
    assert.match(await printed(INVOICE, 'UTC', "d 'de' MMMM 'de' yyyy"), /Date: 2 de January de 2026/)
    assert.match(await printed(INVOICE, 'UTC', 'dd.MM.yy'), /Date: 02\.01\.26/)
    assert.match(await printed(INVOICE, 'UTC', 'nonsense'), /Date: January 2, 2026/)
  })

  it('shows the domain of the email in its script', async () => {
    for (const [domain, shown] of [
      ['xn--bcher-kva.example', 'pay@bücher.example'],
      ['xn--fsqu00a.example', '例子'],
    ] as const)
      assert.ok((await printed({ ...INVOICE, customerEmail: `pay@${domain}` }, 'UTC')).includes(shown), shown)
  })

  it('reads back in scripts that need other fonts, and from right to left', async () => {
    const names = [
      '株式会社トヨタ',
      '有限公司 測試 简体',
      '한국어 주식회사',
      'ไทยเบฟเวอเรจ',
      'বাংলা',
      'தமிழ்',
      'ქართული Հայերեն',
      'አማርኛ',
      'Rocket 🚀',
      'Acme חברה 12-34',
      'שלום עולם',
      'شركة محمد',
    ]
    const lines = names.map((description, at) => ({ description, amount: 100 + at }))
    const items = (await itemsOf(await bytesOf({ ...INVOICE, customerName: names[0] ?? '', lines }, 'UTC'))).flat()
    for (const [at, name] of names.entries()) {
      const place = items.find(({ str }) => str === `€1.${String(at).padStart(2, '0')}`)?.place
      const beside = items.filter((item) => item.place === place && !item.str.startsWith('€'))
      // The reader puts the pieces of a line that was drawn from right to left back into the order in which they are read.
      const text = beside.map(({ str }) => str.trim()).filter(Boolean)
      assert.deepEqual([...text.join('').replaceAll(' ', '')].sort(), [...name.replaceAll(' ', '')].sort(), name)
      for (const word of text) assert.ok(name.includes(word), `${word} in ${name}`)
    }
  })

  it('reads back with its company, address, lines, tax and sums in every script', async () => {
    const text = await printed(INVOICE, 'UTC')
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
      '€1,469.13',
      '€1,460.00',
    ]) {
      assert.ok(text.includes(expected), `${expected} in ${text}`)
    }
  })

  it('is dated in the account’s time zone', async () => {
    const invoice = { ...INVOICE, createdAt: Date.UTC(2026, 0, 1, 23, 30) }
    assert.match(await printed(invoice, 'Asia/Tokyo'), /Date: January 2, 2026/)
    assert.match(await printed(invoice, 'America/New_York'), /Date: January 1, 2026/)
  })

  it('shows a discount, and tax that is inside the prices as included, in rows that add up', async () => {
    const lines = [{ description: 'Seats', amount: 11_900 }]
    const amounts = { lines, subtotal: 11_900, discount: 2_380, tax: 0, includedTax: 1_520, total: 9_520, credited: 0 }
    const text = await printed({ ...INVOICE, ...amounts, credit: 500, total: 9_020, balanceUsed: 20 }, 'UTC')
    const rows = ['Subtotal', 'Discount', 'Billing credit', 'Tax (included)', 'Total', 'Credit used', 'Amount paid']
    const places = rows.map((row) => text.indexOf(row))
    assert.deepEqual(
      [...places].sort((one, other) => one - other),
      places,
      text,
    )
    for (const amount of ['€119.00', '-€23.80', '-€5.00', '€15.20', '€90.20', '-€0.20', '€90.00'])
      assert.ok(text.includes(amount), `${amount} in ${text}`)
  })

  it('has every amount on one line, however large it is', async () => {
    for (const [currency, amount] of [
      ['idr', 123_456_789_000],
      ['idr', -Number.MAX_SAFE_INTEGER],
      ['xof', Number.MAX_SAFE_INTEGER],
      ['usd', Number.MAX_SAFE_INTEGER],
    ] as const) {
      const lines = [{ description: 'Seats', amount }]
      const invoice = { ...INVOICE, currency, lines, subtotal: amount, tax: 0, total: amount, credited: 0 }
      const items = (await itemsOf(await bytesOf(invoice, 'UTC'))).flat()
      const place = items.find(({ str }) => str === 'Seats')?.place
      const [shown] = printedAmounts(invoice).lines
      const beside = items.filter((item) => item.place === place && item.str !== 'Seats').map(({ str }) => str)
      assert.equal(beside.join('').trim(), shown?.[1].replace(/\s/g, ' '), currency)
    }
  })

  it('has each of 25 or 250 lines beside its amount', async () => {
    for (const count of [25, 250]) {
      const lines = Array.from({ length: count }, (_, at) => ({ description: `Line ${at + 1}.`, amount: 100 + at }))
      const bytes = await bytesOf({ ...INVOICE, lines }, 'UTC')
      const items = (await itemsOf(bytes)).flat()
      const placeOf = (text: string) => items.find(({ str }) => str === text)?.place
      for (const [at, { description, amount }] of lines.entries()) {
        assert.ok(placeOf(description), `line ${at + 1} of ${count}`)
        assert.equal(placeOf(`€${(amount / 100).toFixed(2)}`), placeOf(description), description)
      }
    }
  })
})
