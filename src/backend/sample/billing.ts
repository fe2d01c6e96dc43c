import { type BillingCatalog, type SoldPlan, soldPlan } from '../domain/settings/billing.ts'
import type { PaidAccount, PaidCard, PaidInvoice, PaidSubscription } from '../ports/payments.ts'
import { stableId } from '../stable-id.ts'
import type { BillingAccountRecord } from '../store/records.ts'
import { NO_DISCOUNT, type Price } from './payment-ledger.ts'
import { type SampleTenant, tenantIdOf } from './tenants.ts'
import { SAMPLE_SETTINGS } from './vendor-settings.ts'

const DAY = 86_400_000
const PERIOD = 30 * DAY

export const SAMPLE_BILLING = SAMPLE_SETTINGS.billing as BillingCatalog

const GROWTH = soldPlan(SAMPLE_BILLING, 'growth')
const ENTERPRISE = soldPlan(SAMPLE_BILLING, 'enterprise')

export const SAMPLE_PRICES: readonly Price[] = SAMPLE_BILLING.plans.map(({ name, price }) => ({
  id: price.externalId,
  name,
  currency: price.currency,
  amount: price.amount,
}))

interface Sketch {
  tenant: SampleTenant
  name: string
  email: string
  plan: SoldPlan
  status: string
  /** Days since the current period began. */
  daysIn: number
  invoices: number
  hasCard: boolean
  isCanceling?: boolean
}

const SKETCHES: readonly Sketch[] = [
  {
    tenant: 'acme',
    name: 'Acme',
    email: 'ada@acme.test',
    plan: GROWTH,
    status: 'active',
    daysIn: 12,
    invoices: 12,
    hasCard: true,
  },
  {
    tenant: 'globex',
    name: 'Globex',
    email: 'gia@globex.test',
    plan: ENTERPRISE,
    status: 'active',
    daysIn: 3,
    invoices: 24,
    hasCard: true,
  },
  {
    tenant: 'solstice',
    name: 'Solstice',
    email: 'sue@sso.test',
    plan: ENTERPRISE,
    status: 'trialing',
    daysIn: 18,
    invoices: 0,
    hasCard: false,
  },
  {
    tenant: 'alpine-dairy',
    name: 'Alpine Dairy',
    email: 'rex@reseller.test',
    plan: GROWTH,
    status: 'canceled',
    daysIn: 30,
    invoices: 4,
    hasCard: true,
  },
  {
    tenant: 'lumen-optics',
    name: 'Lumen Optics',
    email: 'rex@reseller.test',
    plan: GROWTH,
    status: 'past_due',
    daysIn: 2,
    invoices: 6,
    hasCard: true,
  },
  {
    tenant: 'cobalt-mining',
    name: 'Cobalt Mining',
    email: 'rex@reseller.test',
    plan: GROWTH,
    status: 'active',
    daysIn: 20,
    invoices: 3,
    hasCard: true,
    isCanceling: true,
  },
  {
    tenant: 'brightside',
    name: 'Brightside',
    email: 'ben@billing.test',
    plan: GROWTH,
    status: 'active',
    daysIn: 21,
    invoices: 12,
    hasCard: true,
  },
  {
    tenant: 'tidewater',
    name: 'Tidewater',
    email: 'tia@trial.test',
    plan: GROWTH,
    status: 'trialing',
    daysIn: 25,
    invoices: 0,
    hasCard: false,
  },
  {
    tenant: 'calder',
    name: 'Calder Press',
    email: 'cal@canceled.test',
    plan: GROWTH,
    status: 'active',
    daysIn: 11,
    invoices: 6,
    hasCard: true,
    isCanceling: true,
  },
  {
    tenant: 'patterson',
    name: 'Patterson Tools',
    email: 'pat@pastdue.test',
    plan: GROWTH,
    status: 'past_due',
    daysIn: 3,
    invoices: 6,
    hasCard: true,
  },
]

/** Tenants that are not billed here, because the vendor and the reseller have a contract. */
const EXTERNAL: readonly (readonly [tenant: SampleTenant, plan: SoldPlan])[] = [
  ['northwind', ENTERPRISE],
  ['everfield', ENTERPRISE],
]

const external = (prefix: string, key: string): string =>
  `${prefix}_${stableId(`billing ${prefix} ${key}`).replaceAll('-', '')}`

const cardOf = ({ tenant, name, email }: Sketch, now: number): PaidCard => ({
  id: external('pm', tenant),
  last4: '4242',
  expMonth: 8,
  expYear: new Date(now).getUTCFullYear() + 2,
  brand: 'visa',
  isDefault: true,
  name,
  email,
  address: { addressLine1: '12 Foundry Lane', city: 'Leeds', postalCode: 'LS1 4AP', country: 'GB' },
})

const subscriptionOf = (
  { tenant, plan, status, daysIn, invoices, isCanceling }: Sketch,
  now: number,
): PaidSubscription => {
  const periodStart = now - daysIn * DAY
  return {
    id: external('sub', tenant),
    itemId: external('si', tenant),
    priceId: plan.price.externalId,
    status,
    startedAt: periodStart - Math.max(0, invoices - 1) * PERIOD,
    periodStart,
    periodEnd: periodStart + PERIOD,
    trialEnd: status === 'trialing' ? periodStart + PERIOD : null,
    cancelsAtPeriodEnd: isCanceling === true,
  }
}

const invoiceOf = (sketch: Sketch, at: number, now: number): PaidInvoice => {
  const { tenant, name, email, plan, status, daysIn, invoices } = sketch
  const isOpen = at === 0 && status === 'past_due'
  return {
    id: external('in', `${tenant} ${at}`),
    number: `FE-${String(invoices - at).padStart(4, '0')}`,
    subscriptionId: external('sub', tenant),
    createdAt: now - daysIn * DAY - at * PERIOD,
    currency: plan.price.currency,
    lines: [{ description: plan.name, amount: plan.price.amount }],
    subtotal: plan.price.amount,
    ...NO_DISCOUNT,
    tax: 0,
    total: plan.price.amount,
    credited: 0,
    paid: !isOpen,
    isOpen,
    customerName: name,
    customerEmail: email,
    customerAddress: cardOf(sketch, now).address,
  }
}

const snapshotOf = (sketch: Sketch, now: number): PaidAccount => ({
  subscription: subscriptionOf(sketch, now),
  cards: sketch.hasCard ? [cardOf(sketch, now)] : [],
  invoices: Array.from({ length: sketch.invoices }, (_, at) => invoiceOf(sketch, at, now)),
})

const blank = (tenant: SampleTenant, now: number) => ({
  id: stableId(`billing ${tenant}`),
  tenantId: tenantIdOf(tenant),
  version: 1,
  pendingChange: null,
  setupIntents: null,
  createdAt: now,
  updatedAt: now,
})

/** Accounts in every state of a subscription: active, trialing, canceled, past due, ending and externally managed. */
export const sampleBillingAccounts = (now: number): BillingAccountRecord[] => [
  ...SKETCHES.map((sketch) => ({
    ...blank(sketch.tenant, now),
    customerId: external('cus', sketch.tenant),
    externallyManaged: false,
    planId: null,
    snapshot: JSON.stringify(snapshotOf(sketch, now)),
  })),
  ...EXTERNAL.map(([tenant, plan]) => ({
    ...blank(tenant, now),
    customerId: null,
    externallyManaged: true,
    planId: plan.id,
    snapshot: JSON.stringify({ subscription: null, cards: [], invoices: [] } satisfies PaidAccount),
  })),
]
