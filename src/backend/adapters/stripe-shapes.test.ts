import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type Stripe from 'stripe'
import { chargedCardOf } from './stripe-shapes.ts'

const customerWith = (card: string | null) =>
  ({ invoice_settings: { default_payment_method: card } }) as unknown as Stripe.Customer

const subscriptionWith = (status: string, card: unknown) =>
  ({ status, default_payment_method: card }) as unknown as Stripe.Subscription

const cards = [{ id: 'pm_old' }, { id: 'pm_new' }]

describe('The card that is charged next', () => {
  it('is the subscription’s own, even if the customer has another one', () => {
    for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'paused'])
      for (const card of ['pm_new', { id: 'pm_new' }])
        assert.equal(chargedCardOf(customerWith('pm_old'), subscriptionWith(status, card), cards), 'pm_new', status)
  })

  it('is the customer’s if the subscription has none or has ended, or if its card was removed', () => {
    const customer = customerWith('pm_old')
    assert.equal(chargedCardOf(customer, undefined, cards), 'pm_old')
    assert.equal(chargedCardOf(customer, subscriptionWith('active', null), cards), 'pm_old')
    assert.equal(chargedCardOf(customer, subscriptionWith('canceled', 'pm_new'), cards), 'pm_old')
    assert.equal(chargedCardOf(customer, subscriptionWith('incomplete_expired', 'pm_new'), cards), 'pm_old')
    assert.equal(chargedCardOf(customer, subscriptionWith('active', 'pm_gone'), cards), 'pm_old')
  })

  it('is unknown if the customer was deleted at the provider, or has none', () => {
    assert.equal(chargedCardOf({ deleted: true } as Stripe.DeletedCustomer, undefined, cards), '')
    assert.equal(chargedCardOf(customerWith(null), undefined, cards), '')
  })
})
