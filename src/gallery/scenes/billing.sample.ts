import type { Tenant } from '../../entities/auth.ts'
import type { BillingSummary, CardPaymentMethod, Invoice, Plan, Subscription } from '../../entities/billing.ts'
import type { SessionSnapshot } from '../../feature/ports.ts'
import type { AppSettings } from '../../feature/settings.ts'
import type { Area, Areas } from '../../parts/billing/areas.ts'
import { NOW, signedIn } from '../sample.ts'

const DAY = 86_400_000
const MONTH = 30 * DAY
const CREATED = new Date(NOW - 12 * MONTH).toISOString()

/** Returns a time relative to the gallery's own, in wire format. */
export const inDays = (days: number): string => new Date(NOW + days * DAY).toISOString()

const acme: Tenant = {
  id: 't-1',
  tenantId: 't-1',
  name: 'Acme',
  vendorId: 'v-1',
  isReseller: false,
  metadata: {},
  deletedAt: null,
  createdAt: CREATED,
  updatedAt: CREATED,
}

export const inPortal: SessionSnapshot = {
  ...signedIn,
  ...(signedIn.user && { user: { ...signedIn.user, superUser: true } }),
  tenants: [acme],
  activeTenant: acme,
}

/** Pages that a vendor turns on. */
export const shownPages: Partial<AppSettings> = {
  flags: { 'fe-usage-page': 'on' },
  configuration: { navigation: { subscriptions: { visibility: 'always' }, usage: { visibility: 'always' } } },
}

export const viewerWith = <Ability extends string>(may: Readonly<Record<Ability, boolean>>) => ({
  id: 'u-1',
  tenantId: acme.tenantId,
  tenantName: acme.name,
  keys: ['fe.*'],
  may,
})

export const waiting = { loading: true, fetching: true, error: null } as const
export const loaded = <Value>(value: Value): Area<Value> => ({ loading: false, fetching: false, error: null, value })
export const failed = { loading: false, fetching: false, error: 'We couldn’t reach the server.' } as const

const aPlan = (id: string, name: string, description: string, amount: number): Plan => ({
  id,
  externalId: `price_${id}`,
  name,
  description,
  slug: id,
  price: { id: `price_${id}`, externalId: `price_${id}`, currency: 'usd', amount },
})

export const starter = aPlan('starter', 'Starter', 'For trying things out', 0)
export const growth = aPlan('growth', 'Growth', 'For teams that report regularly', 4_900)
export const enterprise = aPlan('enterprise', 'Enterprise', 'For companies with their own identity provider', 19_900)

/** A vendor's plans with add-ons and regions; the name of one is too long for its place. */
export const manyPlans: readonly Plan[] = [
  starter,
  growth,
  enterprise,
  aPlan('team', 'Team', '', 9_900),
  aPlan('scale', 'Scale', 'For several teams with accounts, roles, and reports of their own, in one place', 49_900),
  aPlan('regulated', 'Enterprise for regulated industries in Europe and the Middle East', 'With a contract', 1_249_900),
  aPlan('education', 'Education', 'For schools and universities', 1_900),
]

export const card: CardPaymentMethod = {
  id: 'pm_1',
  externalId: 'pm_1',
  isDefault: true,
  type: 'card',
  last4: '4242',
  expMonth: 8,
  expYear: 2028,
  brand: 'visa',
  billingDetails: { name: 'Ada Lane', email: 'invoices@acme.test' },
}

export const subscription: Subscription = {
  id: 'sub_1',
  externalId: 'sub_1',
  externallyManaged: false,
  startDate: CREATED,
  currentPeriodStart: inDays(-12),
  currentPeriodEnd: inDays(18),
  status: 'active',
  cancellation: null,
  plan: { slug: growth.slug },
}

export const summary: BillingSummary = {
  tenantConfigurationId: 'c-1',
  providerType: 'Stripe',
  subscriptionId: subscription.id,
  externallyManaged: false,
  currentPlanId: growth.id,
  paymentMethodId: card.id,
  defaultPlanId: starter.id,
}

/** Returns invoices, newest first, one for each month. */
export const invoicesOf = (count: number, changes: Partial<Invoice> = {}): readonly Invoice[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `in_${at}`,
    externalId: `in_${at}`,
    subscriptionId: subscription.id,
    paymentDate: inDays(-12 - at * 30),
    totalAmount: growth.price.amount,
    currency: 'usd',
    paid: true,
    receiptNumber: `FE-${1_000 + count - at}`,
    ...changes,
  }))

export const areas: Areas = {
  information: loaded(summary),
  subscription: loaded<Subscription | null>(subscription),
  plans: loaded([starter, growth, enterprise]),
  paymentMethod: loaded(card),
  invoices: loaded(invoicesOf(4)),
  vendorConfig: loaded({ allowPlanDowngrade: true, allowPlanCancellation: true }),
}
