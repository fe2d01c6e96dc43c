import { amountDueOf } from '../../src/backend/domain/billing/balance.ts'
import type { InvoiceLine, PaidCard, PaidInvoice, PaidSubscription } from '../../src/backend/ports/payments.ts'
import type { LedgerCustomer, Price } from '../../src/backend/sample/payment-ledger.ts'
import type { Address } from '../../src/entities/billing.ts'

/** The functions of this file build the parts of Stripe's objects that its clients here read. */

const seconds = (time: number): number => Math.floor(time / 1_000)

/** Default number of items of a page, and of a list inside another object. */
const DEFAULT_PAGE_SIZE = 10

/** Returns one page of a list that `url` continues with `starting_after`. */
export const pageOf = <Item extends { id: string }>(
  url: string,
  all: readonly Item[],
  form = new URLSearchParams(),
) => {
  const after = form.get('starting_after')
  const rest = all.slice(after === null ? 0 : all.findIndex(({ id }) => id === after) + 1)
  const size = Number(form.get('limit') ?? DEFAULT_PAGE_SIZE)
  return { object: 'list', data: rest.slice(0, size), has_more: rest.length > size, url }
}

const addressOf = (address: Address) => ({
  line1: address.addressLine1 ?? null,
  line2: address.addressLine2 ?? null,
  city: address.city ?? null,
  state: address.state ?? null,
  postal_code: address.postalCode ?? null,
  country: address.country ?? null,
})

export const customerJson = (found: LedgerCustomer) => ({
  id: found.id,
  object: 'customer',
  name: found.name,
  email: found.email,
  invoice_settings: { default_payment_method: found.cards.find(({ isDefault }) => isDefault)?.id ?? null },
})

export const cardJson = (card: PaidCard, customer: string) => ({
  id: card.id,
  object: 'payment_method',
  type: 'card',
  customer,
  card: { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
  billing_details: { name: card.name, email: card.email, address: addressOf(card.address) },
})

export const linesJson = (lines: readonly InvoiceLine[]) =>
  lines.map(({ description, amount }, at) => ({
    id: `il_${at}`,
    object: 'line_item',
    description,
    amount,
    quantity: 1,
  }))

const taxJson = ({ tax, includedTax = 0 }: PaidInvoice) =>
  [
    { amount: tax, tax_behavior: 'exclusive' },
    { amount: includedTax, tax_behavior: 'inclusive' },
  ].filter(({ amount }) => amount !== 0)

const discountJson = ({ discount = 0 }: PaidInvoice) => (discount === 0 ? [] : [{ amount: discount, discount: 'di_1' }])

/** This list also contains discounts. */
const creditJson = (invoice: PaidInvoice) => [
  ...discountJson(invoice).map((each) => ({ ...each, type: 'discount' })),
  ...(invoice.credit ? [{ amount: invoice.credit, type: 'credit_balance_transaction' }] : []),
]

export const invoiceJson = (invoice: PaidInvoice, customer: string, metadata: object = {}) => ({
  id: invoice.id,
  object: 'invoice',
  customer,
  number: invoice.number,
  status: invoice.paid ? 'paid' : 'open',
  created: seconds(invoice.createdAt),
  status_transitions: { paid_at: invoice.paid ? seconds(invoice.createdAt) : null },
  currency: invoice.currency,
  lines: pageOf(`/v1/invoices/${invoice.id}/lines`, linesJson(invoice.lines)),
  subtotal: invoice.subtotal,
  total: invoice.total,
  amount_due: amountDueOf(invoice),
  starting_balance: -Math.max(0, invoice.balanceUsed ?? 0),
  ending_balance: Math.min(0, invoice.balanceUsed ?? 0),
  total_discount_amounts: discountJson(invoice),
  total_pretax_credit_amounts: creditJson(invoice),
  total_taxes: taxJson(invoice),
  post_payment_credit_notes_amount: invoice.credited,
  pre_payment_credit_notes_amount: 0,
  parent: { type: 'subscription_details', subscription_details: { subscription: invoice.subscriptionId, metadata } },
  customer_name: invoice.customerName,
  customer_email: invoice.customerEmail,
  customer_address: addressOf(invoice.customerAddress),
  confirmation_secret: invoice.isOpen ? { client_secret: `${invoice.id}_secret`, type: 'payment_intent' } : null,
})

export const subscriptionJson = (
  subscription: PaidSubscription,
  { customer, price, metadata }: { customer: LedgerCustomer; price: Price; metadata: object },
) => ({
  id: subscription.id,
  object: 'subscription',
  metadata,
  customer: customer.id,
  status: subscription.status,
  created: seconds(subscription.startedAt),
  start_date: seconds(subscription.startedAt),
  trial_end: subscription.trialEnd === null ? null : seconds(subscription.trialEnd),
  cancel_at_period_end: subscription.cancelsAtPeriodEnd,
  items: pageOf(`/v1/subscription_items?subscription=${subscription.id}`, [
    {
      id: subscription.itemId,
      object: 'subscription_item',
      price: { id: price.id, object: 'price', currency: price.currency, unit_amount: price.amount },
      current_period_start: seconds(subscription.periodStart),
      current_period_end: seconds(subscription.periodEnd),
    },
  ]),
  latest_invoice: customer.invoices[0] ? invoiceJson(customer.invoices[0], customer.id) : null,
})
