import { expect } from 'chai'
import type { Invoice, Subscription } from '../../entities/billing.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { areaLoaded } from '../../parts/billing/areas.ts'
import { aBillingSummary, aCard, anInvoice, aPlan, aSubscription } from '../../testing/billing.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { SubscriptionActions } from './subscription.actions.ts'
import { subscriptionMessages } from './subscription.messages.ts'
import { initialSubscription, type SubscriptionState } from './subscription.state.ts'
import { SubscriptionView } from './subscription.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(subscriptionMessages)
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { read: true, edit: true } }

const stateWith = (invoices: readonly Invoice[]): SubscriptionState => ({
  ...initialSubscription,
  viewer,
  areas: {
    information: areaLoaded(aBillingSummary()),
    subscription: areaLoaded<Subscription | null>(aSubscription()),
    plans: areaLoaded([aPlan('large', 4_900)]),
    paymentMethod: areaLoaded(aCard()),
    invoices: areaLoaded(invoices),
    vendorConfig: areaLoaded({ allowPlanDowngrade: false, allowPlanCancellation: true }),
  },
})

describe('how invoices look', () => {
  const looks = pageLooks((state: SubscriptionState) => (
    <SubscriptionView state={state} actions={noActions<SubscriptionActions>()} t={t} tenant="Acme" />
  ))
  const show = (invoices: readonly Invoice[]) => looks.show(stateWith(invoices))

  looks.areAccessible({
    'with discount, tax and credit': stateWith([
      anInvoice({
        subtotalAmount: 10_000,
        discountAmount: 1_000,
        taxAmount: 1_710,
        totalAmount: 10_710,
        balanceUsed: 710,
      }),
    ]),
  })

  const invoices: readonly [about: string, invoice: Partial<Invoice>, ...words: string[]][] = [
    ['a paid invoice', {}, '$49.00', 'Paid'],
    ['an invoice whose currency and payment are unknown', { currency: '', paid: undefined as never }, '$49.00', 'Due'],
    ['an amount without decimals', { currency: 'jpy' }, '¥4,900'],
    ['an amount with three decimals', { currency: 'kwd' }, '4.900'],
    ['an amount beyond exact floats', { totalAmount: 900_719_925_474_099 }, '$9,007,199,254,740.99'],
    ['the credit notes of an invoice', { creditedAmount: 1_250 }, '$49.00', 'Credit notes: -$12.50'],
    ['credit that paid for a part of it', { balanceUsed: 500 }, '$49.00', 'Credit used: -$5.00'],
    ['credit that it gave', { totalAmount: -3_500, balanceUsed: -3_500 }, 'Credit for your next invoice: $35.00'],
    [
      'discount and tax in rows that add up',
      { subtotalAmount: 10_000, discountAmount: 1_000, creditAmount: 500, taxAmount: 1_615, totalAmount: 10_115 },
      'Subtotal: $100.00Discount: -$10.00Billing credit: -$5.00Tax: $16.15Total: $101.15',
    ],
    [
      'tax that is inside the prices as included',
      { subtotalAmount: 11_900, includedTaxAmount: 1_900, totalAmount: 11_900 },
      'Subtotal: $119.00Tax (included): $19.00Total: $119.00',
    ],
    [
      'what was paid after credit notes and credit',
      { subtotalAmount: 4_900, creditedAmount: 900, balanceUsed: 1_000 },
      'Total: $49.00Credit notes: -$9.00Credit used: -$10.00Net amount: $30.00',
    ],
    [
      'what is due with an earlier balance',
      { subtotalAmount: 4_900, balanceUsed: -300, paid: false },
      'Total: $49.00Earlier balance: $3.00Amount due: $52.00',
    ],
    ['a difference that the provider gives no name', { subtotalAmount: 4_901 }, 'Adjustment: -$0.01Total: $49.00'],
    ['the credit notes in the invoice’s currency', { currency: 'jpy', creditedAmount: 1_250 }, 'Credit notes: -¥1,250'],
  ]
  for (const [about, invoice, ...words] of invoices) {
    it(`shows ${about}`, async () => {
      const screen = await show([anInvoice(invoice)])
      const text = screen.root.querySelector('tbody')?.textContent
      for (const word of words) expect(text).to.include(word)
    })
  }

  it('shows a plain total if nothing is added to or subtracted from the lines', async () => {
    const screen = await show([anInvoice({ subtotalAmount: 4_900 })])
    expect(screen.root.querySelector('tbody')?.textContent)
      .to.include('$49.00')
      .and.not.match(/Subtotal|Tax|Total/)
  })

  it('dates invoices in UTC where the account has no time zone, as their PDF does', async () => {
    for (const time of ['00:10', '23:50']) {
      const invoice = anInvoice({ paymentDate: `2026-01-02T${time}:00Z` })
      const screen = await show([invoice])
      expect(screen.root.querySelector('tbody')?.textContent).to.include('Jan 2, 2026')
    }
  })

  it('doesn’t mention credit notes if there are none', async () => {
    for (const creditedAmount of [undefined as never, 0]) {
      const screen = await show([anInvoice({ creditedAmount })])
      expect(screen.root.textContent).not.to.include('Credit notes')
    }
  })
})
