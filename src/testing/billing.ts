import type { BillingSummary, CardPaymentMethod, Invoice, Plan, Subscription } from '../entities/billing.ts'

/** Builds a monthly plan; `amount` is in cents. */
export const aPlan = (id: string, amount: number): Plan => ({
  id,
  externalId: `price_${id}`,
  name: id,
  description: '',
  slug: id,
  price: { id: `price_${id}`, externalId: `price_${id}`, currency: 'usd', amount },
})

export const aCard = (overrides: Partial<CardPaymentMethod> = {}): CardPaymentMethod => ({
  id: 'pm_1',
  externalId: 'pm_1',
  isDefault: true,
  type: 'card',
  last4: '4242',
  expMonth: 2,
  expYear: 2040,
  brand: 'visa',
  billingDetails: { name: 'Ada' },
  ...overrides,
})

/** Builds a subscription for January 2026. */
export const aSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  externalId: 'sub_1',
  externallyManaged: false,
  startDate: '2026-01-01T00:00:00Z',
  currentPeriodStart: '2026-01-01T00:00:00Z',
  currentPeriodEnd: '2026-02-01T00:00:00Z',
  status: 'active',
  cancellation: null,
  plan: { slug: 'large' },
  ...overrides,
})

export const aBillingSummary = (overrides: Partial<BillingSummary> = {}): BillingSummary => ({
  tenantConfigurationId: 'c',
  providerType: 'Stripe',
  subscriptionId: 'sub_1',
  externallyManaged: false,
  currentPlanId: 'large',
  paymentMethodId: 'pm_1',
  defaultPlanId: 'small',
  ...overrides,
})

/** Builds a paid invoice of $49.00. */
export const anInvoice = (overrides: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  externalId: 'in_1',
  subscriptionId: 'sub_1',
  paymentDate: '2026-01-01T00:00:00Z',
  totalAmount: 4_900,
  currency: 'usd',
  paid: true,
  receiptNumber: 'FE-1',
  ...overrides,
})
