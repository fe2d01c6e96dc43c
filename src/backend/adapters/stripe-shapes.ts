import type Stripe from 'stripe'
import type { Address } from '../../entities/billing.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { InvoiceLine, PaidCard, PaidEvent, PaidInvoice, PaidSubscription } from '../ports/payments.ts'

const MS = 1_000

export const idOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')

const addressOf = (address: Stripe.Address | null | undefined): Address => ({
  ...(address?.line1 && { addressLine1: address.line1 }),
  ...(address?.line2 && { addressLine2: address.line2 }),
  ...(address?.city && { city: address.city }),
  ...(address?.state && { state: address.state }),
  ...(address?.postal_code && { postalCode: address.postal_code }),
  ...(address?.country && { country: address.country }),
})

/** Converts an address; an empty string clears a line. */
export const toStripeAddress = (address: Address): Stripe.AddressParam => ({
  line1: address.addressLine1 ?? '',
  line2: address.addressLine2 ?? '',
  city: address.city ?? '',
  state: address.state ?? '',
  postal_code: address.postalCode ?? '',
  country: address.country ?? '',
})

export const itemsOf = (itemId: string | undefined, priceId: string) => [
  { ...(itemId && { id: itemId }), price: priceId },
]

/** Metadata of a paused subscription that is being bought: the price of its trial. */
export const TRIAL_PRICE = 'trialPriceId'

/**
 * Returns the time at which a subscription ends, in seconds; `undefined` if it is renewed after this period. With
 * flexible billing, the provider's own pages set only the time, without the flag.
 */
const endOf = ({ cancel_at: at, cancel_at_period_end: isAtPeriodEnd }: Stripe.Subscription, periodEnd: number) => {
  if (at && at <= periodEnd) return at
  return isAtPeriodEnd ? periodEnd : undefined
}

/** Finds the item that sells a plan; extras such as seats are separate items. */
export const toPaidSubscription = (
  found: Stripe.Subscription,
  planPriceIds: readonly string[] = [],
): PaidSubscription => {
  const { data: items } = found.items
  const item = items.find(({ price }) => planPriceIds.includes(price.id)) ?? items[0]
  const periodEnd = item?.current_period_end ?? found.start_date
  const end = endOf(found, periodEnd)
  const trialPriceId = found.status === 'paused' ? found.metadata[TRIAL_PRICE] : undefined
  return {
    id: found.id,
    itemId: item?.id ?? '',
    priceId: trialPriceId || (item?.price.id ?? ''),
    status: found.status,
    startedAt: found.start_date * MS,
    periodStart: (item?.current_period_start ?? found.start_date) * MS,
    periodEnd: (end ?? periodEnd) * MS,
    trialEnd: found.trial_end === null ? null : found.trial_end * MS,
    cancelsAtPeriodEnd: end !== undefined,
  }
}

/** Ended subscriptions; any other takes precedence. */
export const ENDED: readonly string[] = ['canceled', 'incomplete_expired']

/**
 * Returns the payment method that is charged next: the subscription's own, or else the customer's default. The former
 * may have been set at the provider, and may not be a card.
 */
export const chargedMethodOf = (
  customer: Stripe.Customer | Stripe.DeletedCustomer,
  subscription: Stripe.Subscription | undefined,
): string => {
  const own = subscription && !ENDED.includes(subscription.status) ? idOf(subscription.default_payment_method) : ''
  if (own !== '') return own
  return customer.deleted ? '' : idOf(customer.invoice_settings.default_payment_method)
}

export const toPaidCard = (found: Stripe.PaymentMethod, defaultId: string): PaidCard => ({
  id: found.id,
  last4: found.card?.last4 ?? '',
  expMonth: found.card?.exp_month ?? 0,
  expYear: found.card?.exp_year ?? 0,
  brand: found.card?.brand ?? '',
  isDefault: found.id === defaultId,
  name: found.billing_details.name ?? '',
  email: found.billing_details.email,
  address: addressOf(found.billing_details.address),
})

/** Stripe's balance is the customer's debt: credit is negative. Invoices of older API versions may have none. */
const balanceOf = ({ starting_balance: before = 0, ending_balance: after }: Stripe.Invoice) => {
  const balanceUsed = (after ?? before) - before
  return balanceUsed === 0 ? {} : { balanceUsed }
}

type Amount = { amount: number }

const sum = (amounts: readonly Amount[] | null | undefined): number =>
  (amounts ?? []).reduce((total, { amount }) => total + amount, 0)

/** Stripe adds the quantity to descriptions that it writes itself, but not to a vendor's. */
const textOf = ({ description, quantity }: Stripe.InvoiceLineItem): string => {
  const text = description ?? ''
  return quantity && quantity > 1 && !text.includes(`${quantity} ×`) ? `${quantity} × ${text}` : text
}

const linesOf = ({ lines, shipping_cost: shipping }: Stripe.Invoice): InvoiceLine[] => [
  ...lines.data.map((line) => ({ description: textOf(line), amount: line.amount })),
  ...(shipping?.amount_subtotal ? [{ description: 'Shipping', amount: shipping.amount_subtotal }] : []),
]

/**
 * Returns the amounts of an invoice whose lines are complete. The subtotal is the sum of the printed lines: Stripe's
 * own already includes the discounts of single lines, which `total_discount_amounts` contains again.
 */
export const toPaidAmounts = (found: Stripe.Invoice) => {
  const lines = linesOf(found)
  const taxes = found.total_taxes ?? []
  const isIncluded = ({ tax_behavior }: Stripe.Invoice.TotalTax) => tax_behavior === 'inclusive'
  return {
    currency: found.currency,
    lines,
    subtotal: sum(lines),
    discount: sum(found.total_discount_amounts),
    // This list also contains discounts.
    credit: sum(found.total_pretax_credit_amounts?.filter(({ type }) => type === 'credit_balance_transaction')),
    tax: sum(taxes.filter((tax) => !isIncluded(tax))),
    includedTax: sum(taxes.filter(isIncluded)),
    total: found.total,
  }
}

export const toPaidInvoice = (found: Stripe.Invoice): PaidInvoice => ({
  id: found.id,
  number: found.number ?? '',
  subscriptionId: idOf(found.parent?.subscription_details?.subscription),
  createdAt: (found.status_transitions.paid_at ?? found.created) * MS,
  ...toPaidAmounts(found),
  ...balanceOf(found),
  credited: found.post_payment_credit_notes_amount + found.pre_payment_credit_notes_amount,
  paid: found.status === 'paid',
  isOpen: found.status === 'open',
  customerName: found.customer_name ?? '',
  customerEmail: found.customer_email ?? '',
  customerAddress: addressOf(found.customer_address),
})

/**
 * Returns what a notification is about. Its signature was checked, so one of an unknown form is about no customer: an
 * error would make the provider repeat it for days and then turn off the endpoint.
 */
export const toPaidEvent = (event: unknown): PaidEvent => {
  if (!isRecord(event)) return { customerId: null }
  if (event.object === 'v2.core.event') return { customerId: null, isThin: true }
  const about = isRecord(event.data) ? event.data.object : undefined
  if (!isRecord(about)) return { customerId: null }
  const customer =
    about.object === 'customer' ? about.id : isRecord(about.customer) ? about.customer.id : about.customer
  return { customerId: typeof customer === 'string' && customer !== '' ? customer : null }
}
