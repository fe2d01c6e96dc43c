import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import type { PaidAccount } from '../ports/payments.ts'
import { billingCalls } from './billing.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

export const describeInvoices = (kit: () => Kit): void => {
  const { call, signIn, sell, addCard, startTrial, notify, change, paidInvoices } = billingCalls(kit)
  let ada: string
  beforeEach(async () => {
    await sell()
    ada = await signIn('ada@acme.test')
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
  })

  it('sends amounts of an invoice that add up, and every line of the one that is read', async () => {
    const lines = Array.from({ length: 25 }, (_, at) => ({ description: `Region ${at}`, amount: 100 }))
    const amounts = { lines, subtotal: 2_500, discount: 500, credit: 100, tax: 361, includedTax: 0, total: 2_261 }
    Object.assign((await paidInvoices())[0] ?? {}, amounts)
    await notify()
    const [listed] = (await call(ada, 'listInvoices')).body
    const { subtotalAmount, discountAmount, creditAmount, taxAmount, includedTaxAmount, totalAmount } = listed
    assert.deepEqual(
      [subtotalAmount, discountAmount, creditAmount, taxAmount, includedTaxAmount, totalAmount],
      [2_500, 500, 100, 361, undefined, 2_261],
    )
    assert.equal('lines' in listed, false)
    assert.deepEqual((await call(ada, 'getInvoice', { id: listed.id })).body, { ...listed, lines })
  })

  it('reloads the lines of an invoice that an earlier version stored without them', async () => {
    const account = await kit().store.billingAccounts.find({ tenantId: 'acme' })
    assert.ok(account)
    const paid: PaidAccount = JSON.parse(account.snapshot)
    const before = paid.invoices.map(({ discount, credit, includedTax, ...kept }) => ({ ...kept, lines: [] }))
    const snapshot = JSON.stringify({ ...paid, invoices: before })
    await kit().store.billingAccounts.update({ id: account.id }, { snapshot })
    const [listed] = (await call(ada, 'listInvoices')).body
    assert.deepEqual([listed.totalAmount, 'subtotalAmount' in listed], [4_900, false])
    const { body } = await call(ada, 'getInvoice', { id: listed.id })
    assert.deepEqual([body.subtotalAmount, body.lines.length], [4_900, 1])
    assert.equal((await call(ada, 'listInvoices')).body[0].subtotalAmount, 4_900)
  })

  it('dates a printed invoice in the pattern of its account', async () => {
    const [{ id }] = (await call(ada, 'listInvoices')).body
    await kit().store.tenants.update({ id: 'acme' }, { settings: JSON.stringify({ dateFormat: 'MMM d, y' }) })
    assert.equal((await call(ada, 'downloadInvoicePdf', { id })).status, 200)
    assert.equal(kit().printed.at(-1)?.dateFormat, 'MMM d, y')
  })

  it('dates a printed invoice in the time zone of its account, or else in UTC', async () => {
    const [{ id }] = (await call(ada, 'listInvoices')).body
    for (const timezone of ['Asia/Tokyo', 'UTC+2', 'Nowhere/Else', '']) {
      await kit().store.tenants.update({ id: 'acme' }, { settings: JSON.stringify({ timezone }) })
      assert.equal((await call(ada, 'downloadInvoicePdf', { id })).status, 200)
    }
    const zones = kit().printed.map(({ timeZone }) => timeZone)
    assert.deepEqual(zones, ['Asia/Tokyo', 'Etc/GMT-2', 'UTC', 'UTC'])
  })
}
