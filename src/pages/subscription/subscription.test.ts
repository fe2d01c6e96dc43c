import { expect } from 'chai'
import { billing, planChanges } from '../../contract/billing.ts'
import type { BillingSummary, Subscription } from '../../entities/billing.ts'
import { HttpError } from '../../kernel/errors.ts'
import { currentPlan } from '../../parts/billing/areas.ts'
import { aBillingSummary, aCard, aPlan, aSubscription } from '../../testing/billing.ts'
import { aSession } from '../../testing/session.ts'
import { mountSlice } from '../../testing/slice.ts'
import { addressLines, detailsOf, draftOf, faultsOf } from './billing-details.ts'
import { cardAge } from './cards/payment-method.tsx'
import { subscriptionPage } from './index.ts'
import { subscriptionSlice } from './subscription.actions.ts'
import { initialSubscription, offerOf } from './subscription.state.ts'

const [small, large] = [aPlan('small', 1_000), aPlan('large', 5_000)] as const
const subscribed = aSubscription()
const card = aCard({ expYear: 2026 })

const setUp = async (changes: { summary?: Partial<BillingSummary>; subscriptions?: Subscription[] } = {}) => {
  const session = aSession()
  const mounted = mountSlice(subscriptionSlice, initialSubscription, { page: subscriptionPage, session })
  const { fake } = mounted
  fake.respond(billing.getSummary, () => aBillingSummary(changes.summary))
  fake.respond(billing.listPlans, () => [small, large])
  fake.respond(billing.managedListSubscriptions, () => changes.subscriptions ?? [subscribed])
  fake.respond(billing.listPaymentMethods, () => [card])
  fake.respond(billing.listInvoices, () => [])
  fake.respond(billing.getVendorPublicConfig, () => ({ allowPlanDowngrade: false, allowPlanCancellation: true }))
  await mounted.actions.open()
  return mounted
}

describe('what the subscription page does', () => {
  it('loads every area, and only summary and plans of what is managed elsewhere', async () => {
    const { state } = await setUp()
    expect(currentPlan(state().areas)?.id).to.equal('large')
    expect(state().areas.invoices).to.deep.equal({ loading: false, fetching: false, error: null, value: [] })
    const external = await setUp({ summary: { externallyManaged: true } })
    expect(external.state().areas.subscription.fetching).to.equal(true)
    expect(currentPlan(external.state().areas)?.id).to.equal('large')
  })

  it('reloads only the subscription when that failed and is retried', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(billing.managedListSubscriptions, () => {
      throw new HttpError('Down', 503)
    })
    await actions.reloadSubscription()
    expect(state().areas.subscription.error).to.equal('Down')
    fake.respond(billing.managedListSubscriptions, () => [subscribed])
    fake.calls.length = 0
    await actions.reloadSubscription()
    expect(state().areas.subscription.value?.id).to.equal(subscribed.id)
    expect(fake.calls).to.have.length(1)
  })

  it('shows the price before a change, and keeps the dialog open when the card is declined', async () => {
    const { actions, state, fake } = await setUp()
    const preview = { currency: 'usd', amountDue: 100, lines: [] }
    fake.respond(planChanges.previewPlanChange, () => preview)
    await actions.choosePlan(large)
    expect([state().dialog?.kind, state().preview]).to.deep.equal(['plan', preview])
    fake.respond(billing.managedUpdateSubscription, () => {
      throw new HttpError('Your card was declined.', 402)
    })
    await actions.confirmPlan(large)
    expect([state().dialog?.kind, state().formError]).to.deep.equal(['plan', 'Your card was declined.'])
  })

  const down = () => {
    throw new HttpError('Down', 503)
  }
  const preview = { currency: 'usd', amountDue: 100, lines: [] }

  it('waits for a payment method that is still loading before it asks for a card', async () => {
    for (const [cards, kind] of [
      [[card], 'plan'],
      [[], 'card'],
    ] as const) {
      const { actions, state, fake } = await setUp()
      fake.respond(planChanges.previewPlanChange, () => preview)
      fake.respond(billing.listPaymentMethods, () => [])
      await actions.reloadPaymentMethod()
      fake.respond(billing.listPaymentMethods, down)
      await actions.reloadPaymentMethod()
      let respond = () => {}
      const slow = new Promise<void>((resolve) => {
        respond = resolve
      })
      fake.respond(billing.listPaymentMethods, async () => {
        await slow
        return cards
      })
      const loading = actions.reloadPaymentMethod()
      const chosen = actions.choosePlan(large)
      expect([state().dialog?.kind, state().preview]).to.deep.equal(['plan', undefined])
      respond()
      await Promise.all([loading, chosen])
      expect(state().dialog?.kind).to.equal(kind)
    }
  })

  it('shows that the payment method can’t be loaded, with a retry, instead of asking for a card', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(planChanges.previewPlanChange, () => preview)
    fake.respond(billing.listPaymentMethods, () => [])
    await actions.reloadPaymentMethod()
    fake.respond(billing.listPaymentMethods, down)
    await actions.reloadPaymentMethod()
    await actions.choosePlan(large)
    expect([state().dialog?.kind, state().formError, state().preview]).to.deep.equal(['plan', 'Down', undefined])
    fake.respond(billing.listPaymentMethods, () => [card])
    await actions.choosePlan(large)
    expect([state().dialog?.kind, state().formError, state().preview]).to.deep.equal(['plan', undefined, preview])
  })

  it('never replaces, edits or pays with a card that it could not load', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(billing.listPaymentMethods, () => [])
    await actions.reloadPaymentMethod()
    fake.respond(billing.listPaymentMethods, down)
    await actions.reloadPaymentMethod()
    fake.calls.length = 0
    await actions.setUpCard()
    await actions.loadCardSetup()
    expect(state().formError).to.equal('Down')
    await actions.updateBillingDetails({ email: 'a@b.test', address: {} })
    expect(state().formError).to.equal('Down')
    await actions.confirmPlan(large)
    expect(state().formError).to.equal('Down')
    const written = fake.calls.filter(({ endpoint }) => endpoint.method !== 'GET')
    expect(written).to.deep.equal([])
  })

  it('pays with the new card, not the replaced one, when the list of cards fails once after it was saved', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(planChanges.previewPlanChange, () => preview)
    fake.respond(billing.managedUpdateSubscription, () => ({}))
    fake.respond(billing.listPaymentMethods, down)
    expect(await actions.saveCard(async () => {})).to.equal(true)
    await actions.choosePlan(large)
    expect([state().dialog?.kind, state().formError, state().preview]).to.deep.equal(['plan', 'Down', undefined])
    fake.respond(billing.listPaymentMethods, () => [aCard({ id: 'pm_new' })])
    await actions.choosePlan(large)
    expect([state().formError, state().preview]).to.deep.equal([undefined, preview])
    await actions.confirmPlan(large)
    const [sent] = fake.inputsOf(billing.managedUpdateSubscription)
    expect(sent?.body).to.deep.equal({ paymentMethodId: 'pm_new', planId: large.id })
  })

  it('creates no second subscription when the first one could not be loaded', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(billing.managedListSubscriptions, () => [])
    await actions.reloadSubscription()
    fake.respond(billing.managedListSubscriptions, down)
    await actions.reloadSubscription()
    await actions.confirmPlan(large)
    expect(state().formError).to.equal('Down')
    expect(fake.calls.some(({ endpoint }) => endpoint.path === billing.createProviderSubscription.path)).to.equal(false)
  })

  it('shows no price, and no failure, of a plan that was chosen before', async () => {
    const { actions, state, fake } = await setUp()
    const previews = {
      small: { currency: 'usd', amountDue: 100, lines: [] },
      large: { currency: 'usd', amountDue: 900, lines: [] },
    }
    for (const [before, isRefused] of [
      [small, false],
      [small, true],
      [large, true],
    ] as const) {
      let finish = () => {}
      const slow = new Promise<void>((resolve) => {
        finish = resolve
      })
      let isFirst = true
      fake.respond(planChanges.previewPlanChange, async ({ query }) => {
        if (!isFirst) return previews[query?.planId as keyof typeof previews]
        isFirst = false
        await slow
        if (isRefused) throw new HttpError('Too many requests', 429)
        return previews[before.id as keyof typeof previews]
      })
      const earlier = actions.choosePlan(before)
      actions.closeDialog()
      await actions.choosePlan(large)
      finish()
      await earlier
      expect([state().preview, state().formError]).to.deep.equal([previews.large, undefined])
      actions.closeDialog()
    }
  })

  it('shows the postal address of the invoices line by line, without the parts it lacks', () => {
    const address = {
      addressLine1: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62704',
      country: 'US',
    }
    expect(addressLines(address, 'en')).to.deep.equal(['1 Main Street', 'Springfield, IL 62704', 'United States'])
    expect(addressLines({ city: ' ', country: 'Narnia' }, 'en')).to.deep.equal(['Narnia'])
    expect(addressLines({}, 'en')).to.deep.equal([])
  })

  it('checks billing details by country, and sends the fields that the country has', () => {
    const draft = { ...draftOf(card), email: 'a@b.test', addressLine1: 'Street 1', city: 'Town', state: 'X' }
    const faults = (country: string, postalCode: string) => faultsOf({ ...draft, country, postalCode })
    expect([faults('US', '123'), faults('US', '62704'), faults('HK', ''), faults('GB', '')]).to.deep.equal([
      { postalCode: 'postCodeIsInvalid' },
      {},
      {},
      { postalCode: 'postCodeIsRequired' },
    ])
    expect(faults('', '1')).to.deep.equal({ country: 'countryIsRequired' })
    expect(faultsOf(draftOf(card))).to.have.all.keys('email', 'addressLine1', 'city', 'country', 'postalCode')
    const { address } = detailsOf({ ...draft, country: 'HK', postalCode: '999' })
    expect([address.state, address.postalCode, address.country]).to.deep.equal(['', '', 'HK'])
  })

  it('warns of a card 30 days before it expires', () => {
    const at = (text: string) => cardAge(card, Date.parse(text))
    expect([at('2026-01-20'), at('2026-01-31'), at('2026-02-28T23:00:00Z'), at('2026-03-01')]).to.deep.equal([
      'valid',
      'soon',
      'soon',
      'expired',
    ])
  })

  it('offers no smaller plan where the vendor refuses it', async () => {
    const { areas } = (await setUp()).state()
    expect([offerOf(areas, small), offerOf(areas, large)]).to.deep.equal(['refused', 'current'])
    expect(offerOf({ ...areas, subscription: { ...areas.subscription, value: null } }, large)).to.equal('offered')
  })
})
