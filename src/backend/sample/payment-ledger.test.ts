import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printedAmounts } from '../adapters/invoice-pdf.ts'
import { report, scaled } from '../prove/report.test-kit.ts'
import { createLedgerPayments } from './ledger-payments.ts'
import { createPaymentLedger, type Price } from './payment-ledger.ts'

const DAY = 86_400_000
const CHANGES = scaled(2_000)

const price = (id: string, amount: number): Price => ({ id, name: id, currency: 'usd', amount })

const setUp = async (...prices: readonly Price[]) => {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time }
  let ids = 0
  const ledger = createPaymentLedger({
    clock,
    newId: (prefix) => `${prefix}_${++ids}`,
    price: (id) => prices.find((each) => each.id === id),
  })
  const payments = createLedgerPayments(ledger, 'pk')
  const customerId = await payments.createCustomer({ tenantId: 'acme', name: 'Acme', email: 'ada@acme.test' })
  const address = { country: 'DE' }
  const card = { id: 'pm', last4: '4242', expMonth: 1, expYear: 2040, brand: 'visa', isDefault: true, name: 'Ada' }
  ledger.addCard(customerId, { ...card, email: null, address }, 'pays')
  const paymentMethodId = 'pm'
  await payments.subscribe({ customerId, priceId: prices[0]?.id ?? '', paymentMethodId, key: 'first' })
  const read = async () => {
    const { subscription, invoices } = await payments.read(customerId)
    assert.ok(subscription)
    return { subscription, invoices, newest: invoices[0] }
  }
  /** Reads the subscription without the copy of all invoices that `read` makes. */
  const subscription = () => {
    const { subscription: current } = ledger.customer(customerId)
    assert.ok(current)
    return current
  }
  const preview = (priceId: string, prorationAt = clock.now()) =>
    payments.preview({ customerId, subscription: subscription(), priceId, prorationAt })
  const change = (priceId: string, prorationAt = clock.now()) =>
    payments.changePlan(subscription(), { key: `${++ids}`, priceId, paymentMethodId, prorationAt })
  const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
  return {
    clock,
    ledger,
    customerId,
    read,
    subscription,
    preview,
    change,
    sumOf,
    credit: () => ledger.creditOf(customerId, 'usd'),
  }
}

describe('The credit of a downgrade', () => {
  it('is on its invoice, pays for the next ones, and is used up exactly', async () => {
    const { clock, ledger, customerId, read, preview, change, credit, sumOf } = await setUp(
      price('large', 10_000),
      price('small', 3_000),
    )
    clock.time += 15 * DAY
    const shown = await preview('small')
    assert.deepEqual(
      [shown.amountDue, shown.lines.at(-1)],
      [0, { description: 'Credit for your next invoice', amount: 3_500 }],
    )
    assert.equal(sumOf(shown.lines), shown.amountDue)
    await change('small')
    const { newest: downgrade } = await read()
    assert.deepEqual([downgrade?.total, downgrade?.balanceUsed, credit()], [-3_500, -3_500, 3_500])
    ledger.endPeriod(customerId)
    const { newest: second } = await read()
    assert.deepEqual([second?.total, second?.balanceUsed, second?.paid, credit()], [3_000, 3_000, true, 500])
    ledger.endPeriod(customerId)
    const { newest: third } = await read()
    assert.deepEqual([third?.total, third?.balanceUsed, credit()], [3_000, 500, 0])
    assert.ok(third)
    assert.deepEqual(printedAmounts(third).totals.slice(-3), [
      ['Total', '$30.00'],
      ['Credit used', '-$5.00'],
      ['Amount paid', '$25.00'],
    ])
  })

  it('reduces the charge, and is kept if the card is declined', async () => {
    const { clock, ledger, customerId, read, change, credit } = await setUp(
      price('large', 10_000),
      price('small', 3_000),
      price('huge', 90_000),
    )
    clock.time += 24 * DAY
    await change('small')
    assert.equal(credit(), 1_400)
    ledger.customer(customerId).behaviors.pm = 'declines'
    await assert.rejects(change('huge'))
    assert.equal(credit(), 1_400)
    ledger.endPeriod(customerId)
    const { newest, subscription } = await read()
    assert.deepEqual([newest?.isOpen, newest?.balanceUsed, subscription.status], [true, 1_400, 'past_due'])
    ledger.customer(customerId).behaviors.pm = 'pays'
    ledger.payInvoice(customerId, newest?.id ?? '', 'pm')
    assert.deepEqual([(await read()).newest?.paid, credit()], [true, 0])
  })

  it(`adds up over ${CHANGES} random changes: no credit is lost or granted twice`, async () => {
    const prices = [4_999, 10_001, 0, 700, 123_457].map((amount, at) => price(`p${at}`, amount))
    const { clock, ledger, customerId, read, subscription, preview, change, credit, sumOf } = await setUp(...prices)
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < CHANGES; round += 1) {
      clock.time += random(4) * DAY + random(1_000)
      if (clock.time >= subscription().periodEnd) ledger.endPeriod(customerId)
      else {
        const id = `p${random(prices.length)}`
        const shown = await preview(id)
        assert.equal(sumOf(shown.lines), shown.amountDue)
        await change(id)
      }
      const { invoices } = await read()
      const paid = invoices.map(({ total, balanceUsed = 0 }) => total - balanceUsed)
      assert.ok(paid.every((amount) => amount >= 0 && Number.isSafeInteger(amount)))
      assert.ok(credit() >= 0)
      // The paid amount equals the cost of all invoices, plus the remaining credit.
      const cost = invoices.reduce((sum, { total }) => sum + total, 0)
      assert.equal(
        paid.reduce((sum, amount) => sum + amount, 0),
        cost + credit(),
      )
    }
    const wanted = `${CHANGES.toLocaleString('en')} random plan changes and renewals with credit: 0 amounts lost or given twice`
    report({ row: 60, wanted, reached: '0', ok: true })
  })
})
