import { expect } from 'chai'
import { billing, planChanges } from '../../contract/billing.ts'
import type { BillingSummary, CardPaymentMethod, Subscription } from '../../entities/billing.ts'
import { HttpError, NetworkError } from '../../kernel/errors.ts'
import { aBillingSummary, aCard, aPlan, aSubscription } from '../../testing/billing.ts'
import { aSession } from '../../testing/session.ts'
import { mountSlice } from '../../testing/slice.ts'
import { checkoutSlice } from './checkout.actions.ts'
import { failureOf, initialCheckout, stageOf } from './checkout.state.ts'

const subscriptionTo = (slug: string, status: Subscription['status']) => aSubscription({ status, plan: { slug } })

interface Account {
  subscription?: Subscription | null
  cards?: CardPaymentMethod[]
  summary?: Partial<BillingSummary>
  permissions?: string[]
  tenantId?: string
}

const setUp = (account: Account = {}) => {
  const permissions = account.permissions?.map((key) => ({ id: key, key, name: key }))
  let refreshes = 0
  const signedIn = aSession(permissions ? { permissions } : undefined)
  const { activeTenant: _, ...without } = signedIn.current()
  const { tenantId } = account
  const session = {
    ...signedIn,
    ...(tenantId !== undefined && {
      current: () => ({ ...without, user: without.user && { ...without.user, tenantId } }),
    }),
    refresh: async () => {
      refreshes += 1
      return undefined
    },
  }
  const mounted = mountSlice(checkoutSlice, initialCheckout, { session })
  const { fake } = mounted
  const { subscription = subscriptionTo('large', 'trialing'), cards = [aCard()] } = account
  fake.respond(billing.getSummary, () => aBillingSummary(account.summary))
  fake.respond(billing.listPlans, () => [aPlan('small', 0), aPlan('large', 5_000), aPlan('huge', 9_000)])
  fake.respond(billing.managedListSubscriptions, () => (subscription ? [subscription] : []))
  fake.respond(billing.listPaymentMethods, () => cards)
  fake.respond(billing.listInvoices, () => [])
  fake.respond(billing.getVendorPublicConfig, () => ({ allowPlanDowngrade: false, allowPlanCancellation: true }))
  fake.respond(planChanges.previewPlanChange, () => ({ currency: 'usd', amountDue: 100, lines: [] }))
  return {
    ...mounted,
    callsTo: (path: string) => fake.calls.filter((call) => call.endpoint.path === path),
    refreshes: () => refreshes,
  }
}
type Checkout = ReturnType<typeof setUp>

const flagsOf = ({ state }: Checkout) => {
  const { fetching, loading, error, confirmed } = state()
  return { fetching, loading, error, confirmed }
}
const UPDATE = billing.managedUpdateSubscription.path

describe('the checkout', () => {
  it('is fetching until everything is read, and shows the price of the plan', async () => {
    const checkout = setUp()
    const opening = checkout.actions.loadCheckout('huge')
    expect(flagsOf(checkout)).to.deep.equal({ fetching: true, loading: false, error: null, confirmed: false })
    await opening
    expect(flagsOf(checkout).fetching).to.equal(false)
    expect([stageOf(checkout.state()), checkout.state().preview?.amountDue]).to.deep.equal(['review', 100])
  })

  it('shows neither a card form nor a price while the payment method loads, then the price', async () => {
    const checkout = setUp()
    let respond = () => {}
    const slow = new Promise<void>((resolve) => {
      respond = resolve
    })
    checkout.fake.respond(billing.listPaymentMethods, async () => {
      await slow
      return [aCard()]
    })
    const loading = checkout.actions.loadCheckout('huge')
    expect(stageOf(checkout.state())).to.equal('loading')
    respond()
    await loading
    expect([stageOf(checkout.state()), checkout.state().preview?.amountDue]).to.deep.equal(['review', 100])
  })

  it('shows that the payment method can’t be loaded instead of asking for a card, and continues once it loads', async () => {
    const checkout = setUp()
    const { actions, state, fake } = checkout
    fake.respond(billing.listPaymentMethods, () => {
      throw new HttpError('Down', 503)
    })
    await actions.loadCheckout('huge')
    expect([stageOf(state()), failureOf(state())]).to.deep.equal(['failed', 'Down'])
    await actions.confirmCheckout()
    expect(checkout.callsTo(UPDATE)).to.deep.equal([])
    fake.respond(billing.listPaymentMethods, () => [aCard()])
    await actions.loadCheckout('huge')
    expect([stageOf(state()), state().preview?.amountDue]).to.deep.equal(['review', 100])
  })

  it('never pays with a replaced card when the list of cards fails after the new one was saved', async () => {
    const checkout = setUp()
    const { actions, state, fake } = checkout
    await actions.loadCheckout('huge')
    await actions.chooseCard(true)
    fake.respond(billing.listPaymentMethods, () => {
      throw new HttpError('Down', 503)
    })
    await actions.saveCard(async () => {})
    expect([stageOf(state()), failureOf(state())]).to.deep.equal(['failed', 'Down'])
    await actions.confirmCheckout()
    expect(checkout.callsTo(UPDATE)).to.deep.equal([])
    fake.respond(billing.listPaymentMethods, () => [aCard({ id: 'pm_new' })])
    fake.respond(billing.managedUpdateSubscription, () => ({}))
    await actions.loadCheckout('huge')
    await actions.confirmCheckout()
    const [sent] = fake.inputsOf(billing.managedUpdateSubscription)
    expect(sent?.body).to.deep.equal({ paymentMethodId: 'pm_new', planId: 'huge' })
  })

  it('confirms a trial of the plan that has a card without a call', async () => {
    const checkout = setUp()
    await checkout.actions.loadCheckout('large')
    await checkout.actions.confirmCheckout()
    expect([flagsOf(checkout).confirmed, checkout.state().areas.subscription.value?.status]).to.deep.equal([
      true,
      'active',
    ])
    expect(checkout.callsTo(UPDATE)).to.have.length(0)
    expect(checkout.events).to.deep.include(['checkout', { planId: 'large' }])
  })

  it('updates the subscription, then reads information, payment method and invoices, then is confirmed', async () => {
    const checkout = setUp()
    checkout.fake.respond(billing.managedUpdateSubscription, () => ({}))
    await checkout.actions.loadCheckout('huge')
    const before = checkout.fake.calls.length
    await checkout.actions.confirmCheckout()
    const [first, ...others] = checkout.fake.calls.slice(before)
    expect(first?.endpoint.path).to.equal(UPDATE)
    expect(first?.body).to.deep.equal({ paymentMethodId: 'pm_1', planId: 'huge' })
    for (const { path } of [billing.getSummary, billing.listPaymentMethods, billing.listInvoices])
      expect(others.map(({ endpoint }) => endpoint.path)).to.include(path)
    expect(flagsOf(checkout).confirmed).to.equal(true)
  })

  it('sends the purchase once however often it is confirmed', async () => {
    const checkout = setUp()
    checkout.fake.respond(billing.managedUpdateSubscription, () => ({}))
    await checkout.actions.loadCheckout('huge')
    await Promise.all([checkout.actions.confirmCheckout(), checkout.actions.confirmCheckout()])
    await checkout.actions.confirmCheckout()
    expect(checkout.callsTo(UPDATE)).to.have.length(1)
    expect(checkout.refreshes(), 'features of the new plan').to.equal(1)
  })

  it('shows why a card was declined, and forgets it when it is reset', async () => {
    const checkout = setUp()
    checkout.fake.respond(billing.managedUpdateSubscription, () => {
      throw new HttpError('Your card was declined.', 402)
    })
    await checkout.actions.loadCheckout('huge')
    await checkout.actions.confirmCheckout()
    expect(flagsOf(checkout)).to.deep.equal({
      fetching: false,
      loading: false,
      error: 'Your card was declined.',
      confirmed: false,
    })
    expect(checkout.events).to.deep.include(['error', { code: 'checkout-failed', message: 'Your card was declined.' }])
    checkout.actions.resetCheckout()
    expect(flagsOf(checkout)).to.deep.equal({ fetching: false, loading: false, error: null, confirmed: false })
  })

  it('is confirmed when the response was lost but the plan was bought', async () => {
    const checkout = setUp()
    await checkout.actions.loadCheckout('huge')
    checkout.fake.respond(billing.managedUpdateSubscription, () => {
      checkout.fake.respond(billing.managedListSubscriptions, () => [subscriptionTo('huge', 'active')])
      throw new NetworkError('gone')
    })
    await checkout.actions.confirmCheckout()
    expect(flagsOf(checkout).confirmed).to.equal(true)
  })

  it('is confirmed when a retry after a lost response finds the plan bought, and shows the account when it isn’t', async () => {
    for (const status of [404, 409]) {
      const checkout = setUp({ subscription: subscriptionTo('small', 'active') })
      await checkout.actions.loadCheckout('large')
      checkout.fake.respond(billing.managedUpdateSubscription, () => {
        throw new HttpError('Subscription not found.', status)
      })
      await checkout.actions.confirmCheckout()
      expect(checkout.state().error).to.equal('Subscription not found.')
      const other = { ...subscriptionTo('large', 'active'), id: 'other' }
      checkout.fake.respond(billing.managedListSubscriptions, () => [other])
      await checkout.actions.retry()
      await checkout.actions.confirmCheckout()
      expect([checkout.state().confirmed, checkout.state().error]).to.deep.equal([true, null])
    }
  })

  it('shows that there is no subscription if the backend can’t create one', async () => {
    const checkout = setUp({ subscription: null })
    checkout.fake.respond(billing.createProviderSubscription, () => {
      throw new HttpError('Not Found', 404)
    })
    await checkout.actions.loadCheckout('huge')
    await checkout.actions.confirmCheckout()
    expect(flagsOf(checkout).error).to.equal('Subscription not found')
  })

  it('creates the first subscription of an account', async () => {
    const checkout = setUp({ subscription: null })
    checkout.fake.respond(billing.createProviderSubscription, () => ({
      subscriptionId: 'sub_2',
      subscriptionSecret: '',
    }))
    await checkout.actions.loadCheckout('huge')
    await checkout.actions.confirmCheckout()
    expect(checkout.callsTo(billing.createProviderSubscription.path)[0]?.body).to.deep.equal({
      stripePlanId: 'price_huge',
    })
    expect(flagsOf(checkout).confirmed).to.equal(true)
  })

  it('asks for a card first, and continues with the plan when it is saved', async () => {
    const checkout = setUp({ cards: [], summary: { paymentMethodId: '' } })
    checkout.fake.respond(billing.listPaymentProviders, () => [{ providerType: 'Stripe', name: 'Stripe', status: '1' }])
    checkout.fake.respond(billing.getCardProviderConfig, () => ({
      id: '',
      name: '',
      active: true,
      publishableKey: 'pk',
    }))
    checkout.fake.respond(billing.createSetupIntent, () => ({
      id: '',
      paymentMethodId: '',
      setupIntentSecret: 'secret',
    }))
    await checkout.actions.loadCheckout('huge')
    expect([stageOf(checkout.state()), checkout.state().cardSetup]).to.deep.equal([
      'card',
      { publishableKey: 'pk', secret: 'secret' },
    ])
    checkout.fake.respond(billing.listPaymentMethods, () => [aCard()])
    await checkout.actions.saveCard(async () => {})
    expect([stageOf(checkout.state()), checkout.state().cardSetup]).to.deep.equal(['review', undefined])
    expect(checkout.state().preview?.amountDue).to.equal(100)
  })

  const refusals: readonly [about: string, account: Account, message: string][] = [
    ['where billing is managed elsewhere', { summary: { externallyManaged: true } }, 'Billing is externally managed.'],
    ['without an account', { tenantId: '' }, 'Not authorized'],
  ]
  for (const [about, account, message] of refusals) {
    it(`${about} shows “${message}”`, async () => {
      const checkout = setUp(account)
      await checkout.actions.loadCheckout('huge')
      expect([flagsOf(checkout).fetching, failureOf(checkout.state())]).to.deep.equal([false, message])
    })
  }

  const cases: readonly [about: string, account: Account, planId: string, stage: string][] = [
    ['without the permission', { permissions: ['fe.subscriptions.read.*'] }, 'huge', 'forbidden'],
    ['of an unknown plan', {}, 'gone', 'unknown-plan'],
    ['where billing is managed elsewhere', { summary: { externallyManaged: true } }, 'huge', 'failed'],
    ['of the plan that is paid', { subscription: subscriptionTo('large', 'active') }, 'large', 'owned'],
    ['of a plan that is due', { subscription: subscriptionTo('large', 'incomplete') }, 'large', 'review'],
    [
      'of a smaller plan where the vendor refuses it',
      { subscription: subscriptionTo('large', 'active') },
      'small',
      'downgrade',
    ],
  ]
  for (const [about, account, planId, stage] of cases) {
    it(`${about} shows “${stage}”`, async () => {
      const checkout = setUp(account)
      await checkout.actions.loadCheckout(planId)
      expect(stageOf(checkout.state())).to.equal(stage)
    })
  }

  it('lets the host stop the purchase before anything is charged', async () => {
    const checkout = setUp()
    checkout.refused.add('checkout')
    await checkout.actions.loadCheckout('huge')
    await checkout.actions.confirmCheckout()
    expect([checkout.callsTo(UPDATE).length, flagsOf(checkout).confirmed]).to.deep.equal([0, false])
  })
})
