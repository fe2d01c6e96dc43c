import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type Stripe from 'stripe'
import { chargedMethodOf, toPaidSubscription } from './stripe-shapes.ts'

const customerWith = (card: string | null) =>
  ({ invoice_settings: { default_payment_method: card } }) as unknown as Stripe.Customer

const subscriptionWith = (status: string, card: unknown) =>
  ({ status, default_payment_method: card }) as unknown as Stripe.Subscription

describe('The card that is charged next', () => {
  it('is the subscription’s own, even if the customer has another one, or it isn’t a card', () => {
    for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'paused'])
      for (const card of ['pm_new', { id: 'pm_new', type: 'sepa_debit' }])
        assert.equal(chargedMethodOf(customerWith('pm_old'), subscriptionWith(status, card)), 'pm_new', status)
  })

  it('is the customer’s if the subscription has none or has ended', () => {
    const customer = customerWith('pm_old')
    assert.equal(chargedMethodOf(customer, undefined), 'pm_old')
    assert.equal(chargedMethodOf(customer, subscriptionWith('active', null)), 'pm_old')
    assert.equal(chargedMethodOf(customer, subscriptionWith('canceled', 'pm_new')), 'pm_old')
    assert.equal(chargedMethodOf(customer, subscriptionWith('incomplete_expired', 'pm_new')), 'pm_old')
  })

  it('is unknown if the customer was deleted at the provider, or has none', () => {
    assert.equal(chargedMethodOf({ deleted: true } as Stripe.DeletedCustomer, undefined), '')
    assert.equal(chargedMethodOf(customerWith(null), undefined), '')
  })
})

describe('A subscription', () => {
  const PERIOD_END = 1_800_000_000
  const made = (facts: object) =>
    toPaidSubscription({
      ...{ id: 'sub', status: 'active', metadata: {}, start_date: 1, trial_end: null },
      ...{ cancel_at: null, cancel_at_period_end: false },
      items: { data: [{ id: 'item', price: { id: 'price' }, current_period_end: PERIOD_END }] },
      ...facts,
    } as unknown as Stripe.Subscription)

  it('is canceled by the flag or by a time, which is when it ends', () => {
    for (const [facts, cancelsAtPeriodEnd, end] of [
      [{}, false, PERIOD_END],
      [{ cancel_at: undefined }, false, PERIOD_END],
      [{ cancel_at_period_end: true }, true, PERIOD_END],
      [{ cancel_at_period_end: true, cancel_at: PERIOD_END }, true, PERIOD_END],
      [{ cancel_at: PERIOD_END }, true, PERIOD_END],
      [{ cancel_at: PERIOD_END - 86_400 }, true, PERIOD_END - 86_400],
      // It is renewed and paid for once more before that.
      [{ cancel_at: PERIOD_END + 86_400 }, false, PERIOD_END],
    ] as const) {
      const { periodEnd, ...paid } = made(facts)
      assert.deepEqual([paid.cancelsAtPeriodEnd, periodEnd], [cancelsAtPeriodEnd, end * 1_000], JSON.stringify(facts))
    }
  })
})
