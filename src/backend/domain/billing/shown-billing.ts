import type {
  Address,
  BillingSummary,
  CardPaymentMethod,
  Invoice,
  Plan,
  Subscription,
  SubscriptionStatus,
} from '../../../entities/billing.ts'
import type { PaidAccount, PaidAmounts, PaidCard, PaidInvoice, PaidSubscription } from '../../ports/payments.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import { iso } from '../base/wire/wire.ts'
import { type BillingCatalog, paidPlanId, planOfPrice, type SoldPlan } from '../settings/billing.ts'

/** The provider's statuses in their wire form; `incomplete` is every subscription whose payment is due. */
const STATUS: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  trialing: 'trialing',
  canceled: 'canceled',
  incomplete: 'incomplete',
  past_due: 'incomplete',
  unpaid: 'incomplete',
  incomplete_expired: 'expired',
  paused: 'trialEnded',
}

/** Returns a subscription's status in its wire form. */
export const wireStatus = ({ status }: PaidSubscription): SubscriptionStatus => STATUS[status] ?? 'expired'

export const toSubscription = (catalog: BillingCatalog, paid: PaidSubscription): Subscription => ({
  id: paid.id,
  externalId: paid.id,
  externallyManaged: false,
  startDate: iso(paid.startedAt),
  currentPeriodStart: iso(paid.periodStart),
  currentPeriodEnd: iso(paid.periodEnd),
  status: wireStatus(paid),
  cancellation: paid.cancelsAtPeriodEnd ? { policy: 'atPeriodEnd' } : null,
  trialEnd: paid.trialEnd === null ? null : iso(paid.trialEnd),
  plan: { slug: planOfPrice(catalog, paid.priceId)?.id ?? '' },
})

export const toPlan = ({ id, name, description, price }: SoldPlan): Plan => ({
  id,
  externalId: price.externalId,
  name,
  description,
  slug: id,
  price: { id: price.externalId, ...price },
})

/** Returns the amounts of an invoice. Earlier versions stored only a total, without amounts that add up to it. */
const issuedAmounts = ({ subtotal, discount, credit, tax, includedTax }: PaidAmounts) =>
  discount !== undefined && {
    subtotalAmount: subtotal,
    ...(discount && { discountAmount: discount }),
    ...(credit && { creditAmount: credit }),
    ...(tax && { taxAmount: tax }),
    ...(includedTax && { includedTaxAmount: includedTax }),
  }

export const amountsOf = (invoice: PaidAmounts) => ({
  totalAmount: invoice.total,
  ...issuedAmounts(invoice),
  ...(invoice.credited > 0 && { creditedAmount: invoice.credited }),
  ...(invoice.balanceUsed && { balanceUsed: invoice.balanceUsed }),
})

export const toInvoice = (invoice: PaidInvoice): Invoice => ({
  id: invoice.id,
  externalId: invoice.id,
  subscriptionId: invoice.subscriptionId,
  paymentDate: iso(invoice.createdAt),
  currency: invoice.currency,
  paid: invoice.paid,
  receiptNumber: invoice.number,
  ...amountsOf(invoice),
})

/** Removes empty lines of an address, because the wire format omits them. */
const given = (address: Address): Address => Object.fromEntries(Object.entries(address).filter(([, line]) => line))

export const toPaymentMethod = (card: PaidCard): CardPaymentMethod => ({
  id: card.id,
  externalId: card.id,
  isDefault: card.isDefault,
  type: 'card',
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  brand: card.brand,
  billingDetails: { name: card.name, ...(card.email && { email: card.email }), address: given(card.address) },
})

/** Returns the cards with the paying one first, because clients read only the first card. */
export const cardsOf = ({ cards }: PaidAccount): PaidCard[] =>
  [...cards].sort((one, other) => Number(other.isDefault) - Number(one.isDefault))

export const toSummary = (
  catalog: BillingCatalog,
  account: BillingAccountRecord | undefined,
  paid: PaidAccount,
): BillingSummary => {
  const isExternal = account?.externallyManaged === true
  const current = isExternal ? account.planId : (planOfPrice(catalog, paid.subscription?.priceId)?.id ?? null)
  return {
    tenantConfigurationId: account?.id ?? '',
    providerType: 'Stripe',
    subscriptionId: paid.subscription?.id ?? '',
    externallyManaged: isExternal,
    currentPlanId: current ?? paidPlanId(catalog, paid.subscription) ?? '',
    paymentMethodId: cardsOf(paid)[0]?.id ?? '',
    defaultPlanId: catalog.defaultPlanId ?? '',
  }
}
