import { expect } from 'chai'
import { billing } from '../../contract/billing.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import type { BillingSummary, Subscription } from '../../entities/billing.ts'
import { HttpError } from '../../kernel/errors.ts'
import { aBillingSummary, aCard, anInvoice, aPlan, aSubscription } from '../../testing/billing.ts'
import { aSession } from '../../testing/session.ts'
import { mountSlice } from '../../testing/slice.ts'
import { subscriptionPage } from './index.ts'
import { subscriptionSlice } from './subscription.actions.ts'
import { initialSubscription, offerOf } from './subscription.state.ts'

interface Account {
  summary?: Partial<BillingSummary>
  subscription?: Subscription | null
}

const setUp = async ({ summary, subscription = aSubscription() }: Account = {}) => {
  const mounted = mountSlice(subscriptionSlice, initialSubscription, { page: subscriptionPage, session: aSession() })
  const { fake } = mounted
  fake.respond(billing.getSummary, () => aBillingSummary(summary))
  fake.respond(billing.listPlans, () => [aPlan('small', 1_000), aPlan('large', 5_000)])
  fake.respond(billing.managedListSubscriptions, () => (subscription ? [subscription] : []))
  fake.respond(billing.listPaymentMethods, () => [aCard()])
  fake.respond(billing.listInvoices, () => [])
  fake.respond(billing.getVendorPublicConfig, () => ({ allowPlanDowngrade: false, allowPlanCancellation: true }))
  await mounted.actions.open()
  const before = fake.calls.length
  return { ...mounted, asked: () => fake.calls.slice(before).map(({ endpoint }) => endpoint) }
}

const fails = () => {
  throw new HttpError('Down for repairs', 500)
}

const ENDING = { policy: 'atPeriodEnd' } as const
const CHANGES = {
  cancel: ['cancelSubscription', billing.managedCancelSubscription, 'canceled', aSubscription()],
  renew: ['renewSubscription', billing.managedRenewSubscription, 'renewed', aSubscription({ cancellation: ENDING })],
} as const satisfies Record<string, readonly [action: string, call: AnyEndpoint, notice: string, when: Subscription]>

describe('the rules of a subscription', () => {
  for (const [name, [action, call, notice, subscription]] of Object.entries(CHANGES)) {
    it(`${name}: the call, then the subscription again, and a notice`, async () => {
      const { actions, state, fake, asked } = await setUp({ subscription })
      fake.respond(call, () => ({}))
      const running = actions[action]()
      expect(state().saving).to.equal(true)
      await running
      expect(fake.inputsOf(call)).to.deep.equal([{ path: { id: 'sub_1' }, body: {} }])
      expect(asked()).to.include(billing.managedListSubscriptions)
      expect([state().saving, state().formError, state().notice?.key]).to.deep.equal([false, undefined, notice])
    })

    it(`${name}: a failure keeps the dialog open with the error, and ends the wait`, async () => {
      const { actions, state, fake } = await setUp({ subscription })
      fake.respond(call, fails)
      actions.openDialog({ kind: name === 'cancel' ? 'cancel' : 'renew' })
      await actions[action]()
      const { saving, formError, dialog } = state()
      expect([saving, formError, dialog?.kind, state().notice]).to.deep.equal([
        false,
        'Down for repairs',
        name,
        undefined,
      ])
    })

    const refused: readonly [about: string, account: Account, message: string][] = [
      ['without a subscription', { subscription: null }, 'Subscription not found.'],
      ['managed elsewhere', { subscription, summary: { externallyManaged: true } }, 'Billing is externally managed.'],
    ]
    for (const [about, account, message] of refused) {
      it(`${name}: ${about}, “${message}”`, async () => {
        const { actions, state, asked } = await setUp(account)
        await actions[action]()
        expect([state().formError, state().saving, state().notice]).to.deep.equal([message, false, undefined])
        expect(asked()).to.deep.equal([])
      })
    }
  }

  const nothing: readonly [change: keyof typeof CHANGES, about: string, subscription: Subscription][] = [
    ['cancel', 'canceled already', aSubscription({ cancellation: ENDING })],
    ['cancel', 'in its trial', aSubscription({ status: 'trialing' })],
    ['cancel', 'with a payment due', aSubscription({ status: 'incomplete' })],
    ['cancel', 'that has ended', aSubscription({ status: 'canceled' })],
    ['renew', 'that isn’t canceled', aSubscription()],
  ]
  for (const [change, about, subscription] of nothing) {
    it(`${change}: nothing happens to a subscription ${about}, and nothing is reported`, async () => {
      const { actions, state, asked } = await setUp({ subscription })
      await actions[CHANGES[change][0]]()
      expect(asked()).to.deep.equal([])
      expect([state().saving, state().notice]).to.deep.equal([false, undefined])
    })
  }
})

describe('the rules of plans', () => {
  const statuses = { active: 'refused', INCOMPLETE: 'refused', trialing: 'offered', trialEnded: 'offered' } as const
  for (const [status, offer] of Object.entries({ ...statuses, canceled: 'offered', EXPIRED: 'offered' })) {
    it(`a smaller plan is ${offer} where the subscription is ${status} and the vendor allows no downgrade`, async () => {
      const { state } = await setUp({
        subscription: aSubscription({ status: status as Subscription['status'] }),
      })
      expect(offerOf(state().areas, aPlan('small', 1_000))).to.equal(offer)
      expect(offerOf(state().areas, aPlan('huge', 9_000))).to.equal('offered')
    })
  }
})

describe('the rules of payment methods', () => {
  const details = { email: 'bills@acme.test', address: { country: 'DE' } }

  it('submit: saving; success: the payment method again', async () => {
    const { actions, state, asked } = await setUp()
    const saving = actions.saveCard(async () => {})
    expect(state().saving).to.equal(true)
    expect([await saving, state().saving, state().notice?.key]).to.deep.equal([true, false, 'cardSaved'])
    expect(asked()).to.deep.equal([billing.listPaymentMethods])
  })

  it('error: the message, and nothing is loaded', async () => {
    const { actions, state, asked } = await setUp()
    const isSaved = await actions.saveCard(() => Promise.reject(new HttpError('Your card was declined.', 402)))
    expect([isSaved, state().formError, state().saving]).to.deep.equal([false, 'Your card was declined.', false])
    expect(asked()).to.deep.equal([])
  })

  it('billing details: saved, loaded again, and the callback gets true', async () => {
    const { actions, state, fake, asked } = await setUp()
    fake.respond(billing.updateBillingDetails, () => details)
    const results: boolean[] = []
    await actions.updateBillingDetails(details, (isSaved) => results.push(isSaved))
    expect([results, state().saving]).to.deep.equal([[true], false])
    expect(fake.inputsOf(billing.updateBillingDetails)).to.deep.equal([{ path: { id: 'pm_1' }, body: details }])
    expect(asked()).to.deep.equal([billing.updateBillingDetails, billing.listPaymentMethods])
  })

  it('billing details: a failure shows its reason, and the callback gets false', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(billing.updateBillingDetails, fails)
    const results: boolean[] = []
    await actions.updateBillingDetails(details, (isSaved) => results.push(isSaved))
    expect([results, state().formError, state().saving]).to.deep.equal([[false], 'Down for repairs', false])
  })

  it('card form: “Payment provider not configured” is shown in its dialog', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(billing.listPaymentProviders, () => [])
    await actions.setUpCard()
    expect(state().cardSetup).to.equal(undefined)
    await actions.loadCardSetup()
    expect([state().dialog?.kind, state().formError]).to.deep.equal(['card', 'Payment provider not configured'])
  })
})

describe('the rules of invoices', () => {
  const invoice = anInvoice()

  it('download: loading with its error cleared, a file named by its number', async () => {
    const { actions, state, fake } = await setUp()
    expect(state().download, 'no error by default').to.deep.equal({ loading: false, error: null })
    fake.respond(billing.downloadInvoicePdf, fails)
    await actions.downloadInvoice(invoice)
    expect(state().download).to.deep.equal({ loading: false, error: 'Down for repairs' })
    fake.respond(billing.downloadInvoicePdf, () => undefined)
    const running = actions.downloadInvoice(invoice)
    expect(state().download).to.deep.equal({ loading: true, error: null, invoiceId: 'in_1' })
    await running
    expect(state().download).to.deep.equal({ loading: false, error: null })
    const [, input] = fake.inputsOf(billing.downloadInvoicePdf)
    expect(input).to.deep.equal({ path: { id: 'in_1' }, query: { outputFileName: 'FE-1.pdf' } })
  })
})
