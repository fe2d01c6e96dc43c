import { expect } from 'chai'
import type { Subscription } from '../../entities/billing.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { type Areas, areaFailed, areaLoaded } from '../../parts/billing/areas.ts'
import { aBillingSummary, aCard, aPlan, aSubscription } from '../../testing/billing.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { CheckoutActions } from './checkout.actions.ts'
import { checkoutMessages } from './checkout.messages.ts'
import { type CheckoutState, initialCheckout } from './checkout.state.ts'
import { CheckoutView, type CheckoutViewProps } from './checkout.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(checkoutMessages)
const plans = [aPlan('small', 0), aPlan('large', 4_900), aPlan('huge', 9_900)]

const loaded: Areas = {
  information: areaLoaded(aBillingSummary()),
  subscription: areaLoaded<Subscription | null>(aSubscription()),
  plans: areaLoaded(plans),
  paymentMethod: areaLoaded(aCard()),
  invoices: areaLoaded([]),
  vendorConfig: areaLoaded({ allowPlanDowngrade: false, allowPlanCancellation: true }),
}

interface Shown extends CheckoutState {
  session?: CheckoutViewProps['session']
  isInline?: boolean
}

const preview = { currency: 'usd', amountDue: 5_000, lines: [{ description: 'Huge', amount: 5_000 }] }
const review: Shown = { ...initialCheckout, tenantId: 't', planId: 'huge', fetching: false, areas: loaded, preview }
const having = (areas: Partial<Areas>): Shown => ({ ...review, areas: { ...loaded, ...areas } })

const STATES: Record<string, readonly [state: Shown, words: string]> = {
  'signed out': [{ ...review, session: 'signed-out' }, 'Sign in to choose this plan for your account.'],
  loading: [{ ...review, fetching: true }, ''],
  'no permission': [{ ...review, mayBuy: false }, 'Ask an administrator of Acme to change the plan.'],
  failed: [having({ plans: areaFailed(loaded.plans, 'No connection') }), 'No connection'],
  'managed elsewhere': [
    having({ information: areaLoaded(aBillingSummary({ externallyManaged: true })) }),
    'Billing is externally managed.',
  ],
  'unknown plan': [{ ...review, planId: 'gone' }, 'This plan no longer exists. Choose another one.'],
  'smaller plan refused': [{ ...review, planId: 'small' }, 'Contact us to change to a smaller plan.'],
  'current plan': [{ ...review, planId: 'large' }, 'Acme is already on large.'],
  'card form on its way': [having({ paymentMethod: areaLoaded(null) }), 'Loading the card form…'],
  'another card': [{ ...review, wantsCard: true }, 'Back'],
  price: [review, 'Confirm and pay $50.00'],
  'price on its way': [{ ...review, preview: undefined }, 'Calculating the price…'],
  buying: [{ ...review, loading: true }, '$50.00'],
  declined: [{ ...review, error: 'Your card was declined.' }, 'Your card was declined.'],
  confirmed: [{ ...review, confirmed: true }, 'Acme now has all features of huge.'],
  'in the page': [{ ...review, isInline: true }, 'Confirm and pay $50.00'],
}

describe('how the checkout looks', () => {
  const ignore = () => undefined
  const { show, areAccessible } = pageLooks<Shown & { dialog?: unknown }>(({ session = 'signed-in', ...state }) => (
    <CheckoutView
      state={state}
      actions={noActions<CheckoutActions>()}
      t={t}
      isInline={state.isInline === true}
      session={session}
      tenant="Acme"
      cardScript={undefined}
      signIn={ignore}
      close={ignore}
    />
  ))

  areAccessible(Object.fromEntries(Object.entries(STATES).map(([name, [state]]) => [name, state])))

  for (const [name, [state, words]] of Object.entries(STATES))
    it(`shows what to do: ${name}`, async () => {
      expect((await show(state)).root.textContent).to.include(words)
    })

  it('describes a trial that continues by what happens when it ends', async () => {
    const subscription = areaLoaded<Subscription | null>(
      aSubscription({ status: 'trialing', plan: { slug: 'huge' }, trialEnd: '2040-01-01T00:00:00Z' }),
    )
    const { root } = await show(having({ subscription }))
    expect(root.querySelector('h2')?.textContent).to.equal('Keep huge after the trial')
    expect(root.textContent).to.include('When it ends, we’ll charge $99.00 to Visa ending in 4242.')
  })

  it('doesn’t mention payments for a free plan', async () => {
    const free = { currency: 'usd', amountDue: 0, lines: [] }
    const vendorConfig = areaLoaded({ allowPlanDowngrade: true, allowPlanCancellation: true })
    const screen = await show({ ...having({ vendorConfig }), planId: 'small', preview: free })
    expect(screen.root.textContent)
      .to.include('Confirm change')
      .and.not.match(/per month|Paid with|Use another card/)
  })

  for (const text of ['<img src=x onerror=alert(1)>', '{{constructor}}'])
    it(`shows ${text} as text, wherever it is shown`, async () => {
      const lines = [{ description: text, amount: 1 }]
      const named = plans.map((plan) => ({ ...plan, name: text }))
      const screen = await show({
        ...having({ plans: areaLoaded(named) }),
        preview: { ...preview, lines },
        error: text,
      })
      expect(screen.shadow.querySelector('img, script')).to.equal(null)
      expect(screen.root.textContent).to.include(text)
    })
})
