import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createStripePayments } from '../../src/backend/adapters/stripe-payments.ts'
import { PaymentDeclined, type PaymentPort, PlanRefused } from '../../src/backend/ports/payments.ts'
import { SAMPLE_PRICES } from '../../src/backend/sample/billing.ts'
import { closeServer } from '../../src/serve/listen.ts'
import { STAND_IN } from './for-demo.ts'
import { createPaymentProvider, type Notification, type PaymentProvider } from './start.ts'

const GROWTH = 'price_demo_growth'
const ENTERPRISE = 'price_demo_enterprise'
/** The request that is sent before a paused subscription is resumed with Enterprise. */
const PREPARED = {
  'items[0][price]': ENTERPRISE,
  'metadata[trialPriceId]': GROWTH,
  payment_behavior: 'resume_on_payment_success',
}
const HUNGARIAN = { id: 'price_huf', name: 'Growth', currency: 'huf', amount: 1_990_000 }
const CARD = { expMonth: 12, expYear: 2034, name: 'Ada' }

describe('The official Stripe library against the payment provider of the demo', () => {
  let provider: PaymentProvider
  let server: Server
  let payments: PaymentPort
  let customerId: string
  const notes: Notification[] = []

  before(async () => {
    server = createServer((request, response) => void provider.listener(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    payments = createStripePayments({ ...STAND_IN, apiUrl: `http://localhost:${port}` })
  })
  after(() => closeServer(server))
  beforeEach(async () => {
    notes.length = 0
    provider = createPaymentProvider({ prices: [...SAMPLE_PRICES, HUNGARIAN], notify: (note) => void notes.push(note) })
    customerId = await payments.createCustomer({ tenantId: 'acme', name: 'Acme', email: 'ada@acme.test' })
  })

  const setUp = async (number: string, proof?: 'complete' | 'fail') => {
    const { id, secret } = await payments.createSetupIntent(customerId)
    const outcome = provider.cards.confirm(secret, { ...CARD, number, ...(proof && { proof }) })
    return { outcome, done: await payments.readSetupIntent(id) }
  }

  const cardOf = async (number: string): Promise<string> => {
    const { done } = await setUp(number)
    assert.ok(done)
    await payments.setDefaultCard({ customerId, subscriptionId: null, ...done })
    return done.paymentMethodId
  }

  it('creates one customer per account, however often it is called', async () => {
    assert.equal(await payments.createCustomer({ tenantId: 'acme', name: 'Acme', email: 'ada@acme.test' }), customerId)
    // The first response was lost, and the account was renamed before the next attempt.
    assert.equal(
      await payments.createCustomer({ tenantId: 'acme', name: 'Acme Inc.', email: 'bo@acme.test' }),
      customerId,
    )
    const { name, email } = provider.ledger.customer(customerId)
    assert.deepEqual([name, email, provider.ledger.customers.size], ['Acme Inc.', 'bo@acme.test', 1])
  })

  it('credits a downgrade, and lets the next charge use it', async () => {
    const paymentMethodId = await cardOf('4242424242424242')
    await payments.subscribe({ customerId, priceId: ENTERPRISE, paymentMethodId, key: 'one' })
    const { subscription } = await payments.read(customerId)
    assert.ok(subscription)
    const prorationAt = subscription.periodStart
    const shown = await payments.preview({ customerId, subscription, priceId: GROWTH, prorationAt })
    assert.deepEqual([shown.amountDue, shown.lines.reduce((sum, { amount }) => sum + amount, 0)], [0, 0])
    await payments.changePlan(subscription, { key: 'two', priceId: GROWTH, paymentMethodId, prorationAt })
    const [downgrade, first] = (await payments.read(customerId)).invoices
    assert.ok(downgrade && first)
    assert.equal(downgrade.balanceUsed, downgrade.total)
    assert.equal(downgrade.total, 4_900 - first.total)
    provider.ledger.endPeriod(customerId)
    const [renewal] = (await payments.read(customerId)).invoices
    assert.deepEqual([renewal?.total, renewal?.balanceUsed, renewal?.paid], [4_900, 4_900, true])
  })

  it('accepts, refuses and requires confirmation of cards according to their numbers', async () => {
    for (const [number, message] of [
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
      ['4000000000000069', 'Your card has expired.'],
      ['1234', 'Your card number is invalid.'],
    ] as const) {
      assert.deepEqual(await setUp(number), { outcome: { error: message }, done: undefined })
    }
    assert.deepEqual((await setUp('4000002500003155')).outcome, { status: 'requires_action' })
    assert.equal((await setUp('4000002500003155', 'fail')).done, undefined)
    assert.ok((await setUp('4000002500003155', 'complete')).done)
    assert.ok((await setUp('4242 4242 4242 4242')).done)
    assert.equal(await payments.readSetupIntent('seti_gone'), undefined)
    assert.deepEqual(
      (await payments.read(customerId)).cards.map(({ last4 }) => last4),
      ['4242', '3155'],
    )
  })

  it('refuses permanently if the provider reports an invalid request, such as a second currency', async () => {
    const paymentMethodId = await cardOf('4242424242424242')
    await payments.subscribe({ customerId, priceId: GROWTH, paymentMethodId, key: 'one' })
    const { subscription } = await payments.read(customerId)
    assert.ok(subscription)
    const change = { priceId: HUNGARIAN.id, paymentMethodId, prorationAt: subscription.periodStart }
    const isRefused = (error: unknown) => error instanceof PlanRefused && error.cause instanceof Error
    await assert.rejects(payments.preview({ customerId, subscription, ...change }), isRefused)
    await assert.rejects(payments.changePlan(subscription, { ...change, key: 'two' }), isRefused)
    const other = { ...change, priceId: ENTERPRISE, key: 'two' }
    await assert.rejects(payments.changePlan(subscription, other), (error) => !(error instanceof PaymentDeclined))
  })

  it('charges a repeated change once and responds the same', async () => {
    const paymentMethodId = await cardOf('4242424242424242')
    const given = { customerId, priceId: GROWTH, paymentMethodId, key: 'one' }
    const both = await Promise.all([payments.subscribe(given), payments.subscribe(given)])
    assert.equal(both[0].id, both[1].id)
    const { subscription, invoices } = await payments.read(customerId)
    assert.ok(subscription)
    assert.deepEqual(
      [subscription.status, invoices.map(({ total, paid }) => [total, paid])],
      ['active', [[4_900, true]]],
    )
    const prorationAt = subscription.periodStart
    const shown = await payments.preview({ customerId, subscription, priceId: ENTERPRISE, prorationAt })
    const change = { key: 'two', priceId: ENTERPRISE, paymentMethodId, prorationAt }
    for (let times = 0; times < 3; times += 1) await payments.changePlan(subscription, change)
    const after = await payments.read(customerId)
    assert.deepEqual([after.subscription?.priceId, after.invoices.length], [ENTERPRISE, 2])
    assert.equal(after.invoices[0]?.total, shown.amountDue)
  })

  it('changes nothing when a charge is declined', async () => {
    const paymentMethodId = await cardOf('4000000000000341')
    const given = { customerId, priceId: GROWTH, paymentMethodId, key: 'one' }
    await assert.rejects(payments.subscribe(given), (error) => error instanceof PaymentDeclined)
    const { subscription, invoices } = await payments.read(customerId)
    assert.deepEqual([subscription, invoices], [null, []])
  })

  it('cancels, renews, keeps billing details and pays what is due', async () => {
    const paymentMethodId = await cardOf('4242424242424242')
    const { id } = await payments.subscribe({ customerId, priceId: GROWTH, paymentMethodId, key: 'one' })
    for (const isCanceled of [true, false]) {
      await payments.setCancellation(id, isCanceled)
      assert.equal((await payments.read(customerId)).subscription?.cancelsAtPeriodEnd, isCanceled)
    }
    const address = { addressLine1: '1 Quay', city: 'Leeds', country: 'GB' }
    await payments.updateBillingDetails(paymentMethodId, { email: 'pay@acme.test', address })
    assert.deepEqual((await payments.read(customerId)).cards[0]?.address, address)
    provider.ledger.customer(customerId).behaviors[paymentMethodId] = 'declines'
    provider.ledger.endPeriod(customerId)
    const due = await payments.read(customerId)
    assert.deepEqual([due.subscription?.status, due.invoices[0]?.isOpen], ['past_due', true])
    const next = await cardOf('5555555555554444')
    await payments.payInvoice(due.invoices[0]?.id ?? '', {
      key: 'pay',
      priceId: GROWTH,
      paymentMethodId: next,
      prorationAt: 0,
    })
    assert.equal((await payments.read(customerId)).subscription?.status, 'active')
  })

  it('charges once for a trial that ended without a card when it is resumed, and keeps nothing of a declined charge', async () => {
    const now = Date.now()
    const trial = { id: 'sub_paused', itemId: 'si_paused', priceId: GROWTH, status: 'paused', startedAt: now }
    const period = { periodStart: now, periodEnd: now, trialEnd: now, cancelsAtPeriodEnd: false }
    provider.ledger.customer(customerId).subscription = { ...trial, ...period }
    const read = async () => {
      const { subscription, invoices } = await payments.read(customerId)
      assert.ok(subscription)
      return { subscription, invoices: invoices.map(({ total, paid }) => [total, paid]) }
    }
    const bad = await cardOf('4000000000000341')
    const { subscription } = await read()
    const change = { key: 'bad', priceId: ENTERPRISE, paymentMethodId: bad, prorationAt: now }
    const shown = await payments.preview({ customerId, subscription, priceId: ENTERPRISE, prorationAt: now })
    assert.equal(shown.amountDue, 19_900)
    // Simulates a process that ended before it could undo its changes.
    const pausedMidway = async (target: string) => {
      const { body } = provider.api(target, new URLSearchParams(PREPARED), undefined)
      assert.ok('id' in body, JSON.stringify(body))
    }
    await pausedMidway('POST /v1/subscriptions/sub_paused')
    await pausedMidway('POST /v1/subscriptions/sub_paused/resume')
    assert.deepEqual((await read()).invoices, [[19_900, false]])
    assert.deepEqual([(await read()).subscription.priceId, (await read()).subscription.status], [GROWTH, 'paused'])
    for (const key of ['bad', 'bad', 'bad again']) {
      const declined = payments.changePlan(subscription, { ...change, key })
      await assert.rejects(declined, { name: 'PaymentDeclined', message: 'Your card was declined.' })
      assert.deepEqual(await read(), { subscription, invoices: [] })
    }
    assert.equal(provider.ledger.customer(customerId).subscription?.priceId, GROWTH)
    const paymentMethodId = await cardOf('4242424242424242')
    await payments.changePlan(subscription, { ...change, key: 'good', paymentMethodId })
    const resumed = await read()
    assert.deepEqual([resumed.subscription.status, resumed.subscription.priceId], ['active', ENTERPRISE])
    assert.ok(resumed.subscription.periodEnd > now)
    assert.deepEqual(resumed.invoices, [[19_900, true]])
  })

  it('reads every invoice of a customer, however many pages they fill', async () => {
    const paymentMethodId = await cardOf('4242424242424242')
    await payments.subscribe({ customerId, priceId: GROWTH, paymentMethodId, key: 'one' })
    for (let renewals = 0; renewals < 349; renewals += 1) provider.ledger.endPeriod(customerId)
    const { invoices } = await payments.read(customerId)
    assert.deepEqual(
      invoices.map(({ id }) => id),
      provider.ledger.customer(customerId).invoices.map(({ id }) => id),
    )
    assert.equal(invoices.length, 350)
  })

  it('reads every line of an invoice and every card, although the provider returns ten at a time', async () => {
    for (let cards = 0; cards < 12; cards += 1) await cardOf('4242424242424242')
    const paymentMethodId = await cardOf('4242424242424242')
    await payments.subscribe({ customerId, priceId: GROWTH, paymentMethodId, key: 'one' })
    const lines = Array.from({ length: 225 }, (_, at) => ({ description: `Region ${at}`, amount: 100 + at }))
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
    const amounts = { lines, subtotal, discount: 700, credit: 300, tax: 1_000, includedTax: 2_000, total: subtotal }
    Object.assign(provider.ledger.customer(customerId).invoices[0] ?? {}, amounts)
    const nested = provider.api('GET /v1/invoices', new URLSearchParams({ customer: customerId }), undefined)
    assert.match(JSON.stringify(nested.body), /"id":"il_9".*"has_more":true,"url":"\/v1\/invoices\/in_\w+\/lines"/)
    assert.doesNotMatch(JSON.stringify(nested.body), /"id":"il_10"/)
    const { invoices, cards } = await payments.read(customerId)
    assert.equal(cards.length, 13)
    assert.deepEqual({ ...invoices[0], ...amounts }, invoices[0])
  })

  it('previews every line', async () => {
    const lines = Array.from({ length: 25 }, (_, at) => ({ description: `Region ${at}`, amount: 100 + at }))
    const amountDue = lines.reduce((sum, { amount }) => sum + amount, 0)
    provider.ledger.preview = () => ({ lines, currency: 'usd', total: amountDue, amountDue })
    const shown = await payments.preview({ customerId, subscription: null, priceId: GROWTH, prorationAt: 0 })
    assert.deepEqual(shown, { lines, currency: 'usd', amountDue })
  })

  it('signs notifications that name the customer, and forged ones are recognized', async () => {
    await cardOf('4242424242424242')
    const [note] = notes
    assert.ok(note)
    assert.deepEqual(await payments.readEvent(note.body, note.signature), { customerId })
    assert.equal(await payments.readEvent(note.body.replace('cus_', 'cus_x'), note.signature), undefined)
    assert.equal(await payments.readEvent(note.body, 't=1,v1=00'), undefined)
  })
})
