import { expect } from 'chai'
import type { Subscription, VendorBillingConfig } from '../../entities/billing.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { type Areas, areaFailed, areaLoaded } from '../../parts/billing/areas.ts'
import { aBillingSummary, aCard, aPlan, aSubscription } from '../../testing/billing.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { SubscriptionActions } from './subscription.actions.ts'
import { subscriptionMessages } from './subscription.messages.ts'
import { initialSubscription, type SubscriptionState } from './subscription.state.ts'
import { SubscriptionView } from './subscription.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(subscriptionMessages)
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { read: true, edit: true } }
const config = (changes: Partial<VendorBillingConfig> = {}) =>
  areaLoaded<VendorBillingConfig>({ allowPlanDowngrade: true, allowPlanCancellation: true, ...changes })

const trial: Areas = {
  information: areaLoaded(aBillingSummary({ paymentMethodId: '' })),
  subscription: areaLoaded<Subscription | null>(
    aSubscription({ status: 'trialing', trialEnd: new Date(Date.now() + 1.5 * 86_400_000).toISOString() }),
  ),
  plans: areaLoaded([aPlan('small', 0), aPlan('large', 4_900)]),
  paymentMethod: areaLoaded(null),
  invoices: areaLoaded([]),
  vendorConfig: config(),
}
const having = (areas: Partial<Areas>): SubscriptionState => ({
  ...initialSubscription,
  viewer,
  areas: { ...trial, ...areas },
})
const reverts = having({ vendorConfig: config({ trialEnd: 'change_to_default' }) })
const over = areaLoaded<Subscription | null>(aSubscription({ status: 'trialEnded' }))
const retains = { vendorConfig: config({ trialEnd: 'retain_trial' }) }
const noConfig = having({
  subscription: areaLoaded<Subscription | null>(aSubscription()),
  vendorConfig: areaFailed(initialSubscription.areas.vendorConfig, 'No connection'),
})

describe('a subscription page by what happens next', () => {
  const called: string[] = []
  const actions = new Proxy(noActions<SubscriptionActions>(), { get: (_, name) => () => called.push(String(name)) })
  const { show, areAccessible } = pageLooks<SubscriptionState>((state) => (
    <SubscriptionView state={state} actions={actions} t={t} tenant="Acme" />
  ))
  beforeEach(() => called.splice(0))

  areAccessible({ 'trial that reverts': reverts, 'failed vendor configuration': noConfig })

  const texts: readonly [about: string, state: SubscriptionState, text: string | RegExp][] = [
    [
      'a card on file',
      having({ paymentMethod: areaLoaded(aCard()) }),
      /in 2 days\. Your first payment of \$49\.00 is on/,
    ],
    ['a card in the summary', having({ information: areaLoaded(aBillingSummary()) }), 'Your first payment of $49.00'],
    [
      'a card and a free plan',
      having({ paymentMethod: areaLoaded(aCard()), plans: areaLoaded([aPlan('large', 0)]) }),
      'large continues after that.',
    ],
    ['no card', reverts, 'After that, Acme changes to small. To keep large, add a card.'],
    ['no card and a retained trial', having(retains), 'You keep your features after that.'],
    ['no card and an unknown end', having({}), 'Choose a plan to keep your features.'],
    [
      'a card that still loads',
      { ...reverts, areas: { ...reverts.areas, paymentMethod: initialSubscription.areas.paymentMethod } },
      /Your trial ends in 2 days\.(?! )/,
    ],
    [
      'a card that could not be loaded',
      { ...reverts, areas: { ...reverts.areas, paymentMethod: areaFailed(areaLoaded(null), 'Down') } },
      /Your trial ends in 2 days\.(?! )/,
    ],
    [
      'vendor rules that could not be loaded',
      having({ vendorConfig: areaFailed(initialSubscription.areas.vendorConfig, 'Down') }),
      /Your trial ends in 2 days\.(?! )/,
    ],
    ['an ended trial', having({ subscription: over }), 'Choose a plan to get your features back.'],
    ['an ended, retained trial', having({ ...retains, subscription: over }), 'You keep your features for now.'],
  ]
  for (const [about, state, text] of texts) {
    it(`shows what the end of a trial means with ${about}`, async () => {
      const { root } = await show(state)
      if (typeof text === 'string') expect(root.textContent).to.include(text)
      else expect(root.textContent).to.match(text)
    })
  }

  const press = async (state: SubscriptionState, name: string) => {
    const { root } = await show(state)
    const button = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    button?.click()
    return button !== undefined
  }

  const choicesIn = async (state: SubscriptionState) => {
    const { root } = await show(state)
    const buttons = [...root.querySelectorAll('.fe-subscription-plan button')]
    return buttons.map(({ textContent }) => textContent)
  }

  it('offers payment for a trial that isn’t charged automatically, and nothing for one that is', async () => {
    expect(await choicesIn(reverts)).to.deep.equal(['Choose small', 'Pay for large'])
    const paid = { paymentMethod: areaLoaded(aCard()) }
    expect(await choicesIn(having(paid))).to.deep.equal(['Choose small'])
    const canceled = { ...trial.subscription.value, cancellation: { policy: 'atPeriodEnd' } } as Subscription
    const ending = { ...paid, subscription: areaLoaded<Subscription | null>(canceled) }
    expect(await choicesIn(having(ending))).to.deep.equal(['Choose small', 'Pay for large'])
  })

  it('leads from a trial without a card to the card form, only users who may change the plan', async () => {
    const buttonIn = async (state: SubscriptionState) =>
      (await show(state)).root.querySelector<HTMLButtonElement>('[part="alert"] button')
    const button = await buttonIn(reverts)
    expect(button?.textContent).to.equal('Add a card')
    button?.click()
    expect(called).to.include('setUpCard')
    expect(await buttonIn({ ...reverts, viewer: { ...viewer, may: { read: true, edit: false } } })).to.equal(null)
  })

  it('asks for a card in one place: in the note on the trial, or else beside the payment method', async () => {
    const namesIn = async (state: SubscriptionState) =>
      [...(await show(state)).root.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Add a card')
        .length
    expect(await namesIn(reverts)).to.equal(1)
    expect(await namesIn(having(retains))).to.equal(1)
    expect(await namesIn(having({ ...retains, subscription: over }))).to.equal(1)
  })

  it('asks neither for a card nor for the payment of a trial while the payment method is unknown', async () => {
    const { paymentMethod: START } = initialSubscription.areas
    for (const paymentMethod of [START, areaFailed(START, 'Down'), areaFailed(areaLoaded(null), 'Down')]) {
      const state = { ...reverts, areas: { ...reverts.areas, paymentMethod } }
      const { root } = await show(state)
      expect(root.textContent).not.to.include('Add a card').and.not.to.include('No payment method yet')
      expect(await choicesIn(state)).to.deep.equal(['Choose small'])
    }
  })

  it('doesn’t state what an ended trial means while the vendor’s rules are unknown', async () => {
    const { vendorConfig: START } = initialSubscription.areas
    for (const vendorConfig of [START, areaFailed(START, 'Down')]) {
      const { root } = await show(having({ subscription: over, vendorConfig }))
      expect(root.textContent).not.to.include('to get your features back').and.not.to.include('You keep your features')
      expect(root.querySelector('.fe-subscription-plan[data-current]')).to.equal(null)
    }
  })

  it('marks the plan of a retained trial as current', async () => {
    const current = async (state: SubscriptionState) =>
      (await show(state)).root.querySelector('.fe-subscription-plan[data-current] strong')?.textContent
    expect(await current(having({ ...retains, subscription: over }))).to.equal('large')
    expect(await current(having({ subscription: over }))).to.equal(undefined)
  })

  it('shows why a smaller plan and a cancellation aren’t offered, with a retry', async () => {
    const { root } = await show(noConfig)
    expect(root.textContent).to.include('We couldn’t load which changes you can make yourself. No connection')
    expect(root.textContent).not.to.include('Choose small').and.not.to.include('Cancel subscription')
    await press(noConfig, 'Try again')
    expect(called).to.include('reloadVendorConfig')
  })

  it('has a retry in the dialogs of a card form and a price that failed to load', async () => {
    const large = aPlan('large', 4_900)
    const failed: SubscriptionState = { ...reverts, formError: 'No connection' }
    await press({ ...failed, dialog: { kind: 'card' } }, 'Try again')
    expect(called.filter((name) => name === 'loadCardSetup').length).to.equal(2)
    await press({ ...failed, dialog: { kind: 'plan', plan: large } }, 'Try again')
    expect(called).to.include('choosePlan')
  })
})
