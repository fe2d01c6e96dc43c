import { expect } from 'chai'
import type { Subscription } from '../../entities/billing.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { AREAS_AT_START, type Areas, areaFailed, areaLoaded, areaLoading } from '../../parts/billing/areas.ts'
import { aBillingSummary, aCard, anInvoice, aPlan, aSubscription } from '../../testing/billing.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { SubscriptionActions } from './subscription.actions.ts'
import { subscriptionMessages } from './subscription.messages.ts'
import { initialSubscription, type SubscriptionDialog, type SubscriptionState } from './subscription.state.ts'
import { SubscriptionView } from './subscription.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(subscriptionMessages)
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { read: true, edit: true } }
const [small, large] = [aPlan('small', 0), aPlan('large', 4_900)] as const

const loaded: Areas = {
  information: areaLoaded(aBillingSummary()),
  subscription: areaLoaded<Subscription | null>(aSubscription()),
  plans: areaLoaded([small, large]),
  paymentMethod: areaLoaded(aCard()),
  invoices: areaLoaded([anInvoice()]),
  vendorConfig: areaLoaded({ allowPlanDowngrade: false, allowPlanCancellation: true }),
}

const full: SubscriptionState = { ...initialSubscription, viewer, areas: loaded }
const having = (areas: Partial<Areas>): SubscriptionState => ({ ...full, areas: { ...loaded, ...areas } })
const subscribed = (changes: Partial<Subscription>) => having({ subscription: areaLoaded(aSubscription(changes)) })
const opened = (dialog: SubscriptionDialog, changes: Partial<SubscriptionState> = {}): SubscriptionState => ({
  ...full,
  ...changes,
  dialog,
})
const failed = <Name extends keyof Areas>(name: Name) =>
  having({ [name]: areaFailed<unknown>(loaded[name], 'No connection') })
const preview = { currency: 'usd', amountDue: 4_900, lines: [{ description: 'Large', amount: 4_900 }] }

const STATES: Record<string, SubscriptionState> = {
  'first load': { ...initialSubscription, viewer, areas: AREAS_AT_START },
  'no permission': { ...full, viewer: { ...viewer, may: { read: false, edit: false } } },
  'reading only': { ...full, viewer: { ...viewer, may: { read: true, edit: false } } },
  active: full,
  trial: subscribed({ status: 'trialing', trialEnd: '2040-01-01T00:00:00Z' }),
  'ended trial': subscribed({ status: 'trialEnded' }),
  'payment due': subscribed({ status: 'incomplete' }),
  canceled: subscribed({ status: 'canceled' }),
  expired: subscribed({ status: 'expired' }),
  'ending with the period': subscribed({ cancellation: { policy: 'atPeriodEnd' } }),
  'no subscription': having({ subscription: areaLoaded<Subscription | null>(null) }),
  'managed elsewhere': having({ information: areaLoaded(aBillingSummary({ externallyManaged: true })) }),
  'no plans': having({ plans: areaLoaded([]) }),
  'no card': having({ paymentMethod: areaLoaded(null) }),
  'expired card': having({ paymentMethod: areaLoaded(aCard({ expYear: 2020 })) }),
  'no invoices': having({ invoices: areaLoaded([]) }),
  'reloading invoices': having({ invoices: areaLoading(loaded.invoices) }),
  'failed information': failed('information'),
  'failed subscription': failed('subscription'),
  'failed subscription that was never loaded': having({
    subscription: { ...areaFailed(AREAS_AT_START.subscription, 'No connection') },
  }),
  'reloading a subscription that failed': having({
    subscription: areaLoading(areaFailed(AREAS_AT_START.subscription, '')),
  }),
  'failed plans': failed('plans'),
  'failed payment method': failed('paymentMethod'),
  'failed invoices': failed('invoices'),
  'failed download': { ...full, download: { loading: false, error: 'Gone' } },
  'price of a plan': opened({ kind: 'plan', plan: large }, { preview }),
  'price on its way': opened({ kind: 'plan', plan: large }),
  'declined card': opened({ kind: 'plan', plan: large }, { preview, formError: 'Your card was declined.' }),
  'cancel dialog': opened({ kind: 'cancel' }),
  'renew dialog': opened({ kind: 'renew' }),
  'card form on its way': opened({ kind: 'card', next: large }),
  'no payment provider': opened({ kind: 'card' }, { formError: 'Payment provider not configured' }),
  'billing details': opened({ kind: 'details', card: aCard() }),
}

describe('how the subscription page looks', () => {
  const draw = (state: SubscriptionState) => (
    <SubscriptionView state={state} actions={noActions<SubscriptionActions>()} t={t} tenant="Acme" />
  )
  const { show, areAccessible } = pageLooks(draw)

  areAccessible(STATES)

  it('has its plans side by side while it loads, as afterwards', async () => {
    const boxesOf = async (state: SubscriptionState, boxes: string) => {
      const { root } = await show(state, { width: '900px' })
      return [...root.querySelectorAll(boxes)].map((box) => box.getBoundingClientRect())
    }
    const plans = await boxesOf(
      having({ plans: areaLoaded([small, large, aPlan('huge', 9_900)]) }),
      '.fe-subscription-plan',
    )
    const loading = await boxesOf({ ...full, areas: AREAS_AT_START }, '.fe-page-loading-boxes > *')
    expect(loading.map(({ x, width }) => [x, width])).to.eql(plans.map(({ x, width }) => [x, width]))
  })

  it('marks a plan as current until its subscription has ended', async () => {
    const isMarked = async (status: Subscription['status']) => {
      const screen = await show(subscribed({ status }))
      return screen.root.querySelector('.fe-subscription-plan[data-current]') !== null
    }
    for (const status of ['active', 'trialing', 'incomplete'] as const) expect(await isMarked(status)).to.equal(true)
    for (const status of ['canceled', 'expired', 'trialEnded'] as const) expect(await isMarked(status)).to.equal(false)
  })

  it('marks a canceled subscription as ending, not as active', async () => {
    const badge = async (changes: Partial<Subscription>) =>
      (await show(subscribed(changes))).root.querySelector('.fe-badge')?.textContent
    const cancellation = { policy: 'atPeriodEnd' } as const
    expect(await badge({})).to.equal('Active')
    expect(await badge({ cancellation })).to.equal('Ends soon')
    expect(await badge({ cancellation, status: 'trialing' })).to.equal('Ends soon')
    expect(await badge({ cancellation, status: 'expired' })).to.equal('Expired')
  })

  it('emphasizes only the next larger plan of a running subscription', async () => {
    const plans = areaLoaded([aPlan('huge', 19_900), aPlan('larger', 9_900), small, large])
    const emphasized = async (areas: Partial<Areas>) => {
      const { root } = await show(having({ plans, ...areas }))
      return [...root.querySelectorAll('.fe-subscription-plan .fe-button-primary')].map((button) => button.textContent)
    }
    expect(await emphasized({})).to.deep.equal(['Choose larger'])
    expect(await emphasized({ subscription: areaLoaded<Subscription | null>(null) })).to.deep.equal([])
  })

  it('suggests a plan only where there is one to choose, to users who may choose it', async () => {
    const none = areaLoaded<Subscription | null>(null)
    const readOnly = { ...viewer, may: { read: true, edit: false } }
    const textOf = async (state: SubscriptionState) => (await show(state)).root.textContent
    const words = 'You don’t have a paid subscription yet.'
    expect(await textOf(having({ subscription: none })))
      .to.include(`${words} Choose a plan`)
      .and.include('the total')
    for (const state of [
      having({ subscription: none, plans: areaLoaded([]) }),
      having({ subscription: none, plans: areaFailed(AREAS_AT_START.plans, 'No connection') }),
      { ...having({ subscription: none }), viewer: readOnly },
    ]) {
      expect(await textOf(state))
        .to.include(words)
        .and.not.match(/Choose a plan|the total/)
    }
  })

  it('offers to add or change a card when it knows whether there is one', async () => {
    const names = async (paymentMethod: Areas['paymentMethod']) =>
      [...(await show(having({ paymentMethod }))).root.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(await names(areaLoaded(null))).to.include('Add a card')
    expect(await names(areaLoaded(aCard()))).to.include('Change card')
    for (const area of [AREAS_AT_START.paymentMethod, areaFailed(AREAS_AT_START.paymentMethod, 'No connection')])
      expect(await names(area)).to.not.include('Add a card')
  })

  it('reserves space for the billing details while they load', async () => {
    const screen = await show(having({ paymentMethod: AREAS_AT_START.paymentMethod }))
    expect(screen.root.textContent).to.include('Billing details').and.not.include('No billing details')
  })

  it('titles the card form by whether it replaces a card', async () => {
    const title = async (state: SubscriptionState) =>
      (await show({ ...state, dialog: { kind: 'card' } })).root.querySelector('dialog h2')?.textContent
    expect(await title(full)).to.equal('Change card')
    expect(await title(having({ paymentMethod: areaLoaded(null) }))).to.equal('Add a card')
  })

  it('offers to pay for a plan that is due once, not a second time as a choice', async () => {
    const vendorConfig = areaLoaded({ allowPlanDowngrade: true, allowPlanCancellation: true })
    const due = areaLoaded<Subscription | null>(aSubscription({ status: 'incomplete' }))
    const screen = await show(having({ subscription: due, vendorConfig }))
    const names = [...screen.root.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(names).to.include('Pay now').and.include('Choose small').and.not.include('Choose large')
  })

  it('begins with the plan, continues with payments, and ends with the cancellation', async () => {
    const screen = await show(full)
    const titles = [...screen.root.querySelectorAll('h2, h3')].map(({ textContent }) => textContent)
    expect(titles).to.deep.equal(['Current plan', 'Plans', 'Payment method', 'Invoices', 'Billing details'])
    expect([...screen.root.querySelectorAll('button')].at(-1)?.textContent).to.equal('Cancel subscription')
  })

  it('waits with a busy button for the price of a plan, and can’t be pressed after a failure', async () => {
    const confirm = async (changes: Partial<SubscriptionState>) => {
      const screen = await show(opened({ kind: 'plan', plan: large }, changes))
      const found = [...screen.root.querySelectorAll('button')].find(({ textContent }) => /^Confirm/.test(textContent))
      return [found?.dataset.busy, found?.disabled]
    }
    expect(await confirm({})).to.deep.equal(['true', false])
    expect(await confirm({ formError: 'No connection' })).to.deep.equal([undefined, true])
    expect(await confirm({ preview })).to.deep.equal([undefined, false])
  })

  it('keeps the focus on the button that loads a price again, and then in the dialog', async () => {
    const screen = await show(opened({ kind: 'plan', plan: large }, { formError: 'No connection' }))
    const retry = [...screen.root.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
    retry?.focus()
    await screen.rerender(draw(opened({ kind: 'plan', plan: large })))
    expect([screen.shadow.activeElement, retry?.dataset.busy]).to.deep.equal([retry, 'true'])
    await screen.rerender(draw(opened({ kind: 'plan', plan: large }, { preview })))
    expect(screen.shadow.activeElement?.localName).to.equal('dialog')
  })

  it('shows card brands as their issuers write them', async () => {
    const names = { visa: 'Visa', amex: 'American Express', jcb: 'JCB', unknown: 'Card', new_brand: 'New_brand' }
    for (const [brand, name] of Object.entries(names)) {
      const screen = await show(having({ paymentMethod: areaLoaded(aCard({ brand })) }))
      expect(screen.root.textContent).to.include(`${name} ending in 4242`)
    }
  })

  it('never claims that a subscription has no plan if its plans could not be loaded', async () => {
    const plans = areaFailed(loaded.plans, 'No connection')
    const screen = await show(having({ plans: { ...plans, value: [] } }))
    expect(screen.root.textContent).to.include('Your plan').and.not.include('No plan')
  })

  it('shows what failed, and why', async () => {
    const parts = {
      subscription: 'We couldn’t load your subscription. ',
      plans: 'We couldn’t load the plans. ',
      paymentMethod: 'We couldn’t load the payment method. ',
      invoices: 'We couldn’t load this list',
    } as const
    for (const [area, words] of Object.entries(parts)) {
      const screen = await show(failed(area as keyof Areas))
      expect(screen.root.textContent).to.include(`${words}No connection`)
    }
  })

  for (const state of ['failed subscription', 'failed subscription that was never loaded'] as const)
    it(`shows invoices, card and plans without a choice of plans (${state})`, async () => {
      const screen = await show(STATES[state] ?? full)
      const titles = [...screen.root.querySelectorAll('h2, h3')].map(({ textContent }) => textContent)
      expect(titles).to.deep.equal(['Current plan', 'Plans', 'Payment method', 'Invoices', 'Billing details'])
      expect(screen.root.textContent).to.include('FE-1').and.include('ending in 4242').and.not.include('No plan')
      const names = [...screen.root.querySelectorAll('button')].map(({ textContent }) => textContent)
      expect(names).to.include('Try again')
      expect(names.filter((name) => /^(Choose|Keep|Cancel|Pay)/.test(name ?? ''))).to.deep.equal([])
    })

  it('never claims that there is no subscription while it loads', async () => {
    const screen = await show(STATES['reloading a subscription that failed'] ?? full)
    expect(screen.root.textContent).to.not.include('You don’t have').and.not.include('Try again')
  })

  for (const text of ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '{{constructor}}'])
    it(`shows ${text} as text, wherever it is shown`, async () => {
      const billingDetails = { name: text, email: text }
      const plan = { ...large, name: text, description: text }
      const screen = await show({
        ...having({
          plans: areaLoaded([small, plan]),
          paymentMethod: areaLoaded(aCard({ brand: text, last4: text, billingDetails })),
          invoices: areaLoaded([anInvoice({ receiptNumber: text, currency: text, paymentDate: text })]),
        }),
        download: { loading: false, error: text },
        preview: { ...preview, currency: text, lines: [{ description: text, amount: 1 }] },
        dialog: { kind: 'plan', plan },
      })
      expect(screen.shadow.querySelector('img, script')).to.equal(null)
      expect(screen.root.textContent).to.include(text)
    })
})
