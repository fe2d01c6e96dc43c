import type {
  Address,
  BillingSummary,
  Invoice,
  PaymentMethod,
  PaymentProviderType,
  Plan,
  Subscription,
  SubscriptionChange,
  TenantConfiguration,
  VendorBillingConfig,
} from '../entities/billing.ts'
import type { PausedSubscription } from '../entities/guarantee.ts'
import type { EmptyBody, Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

const MANAGED = '/subscriptions/resources/subscriptions/v1'
const BILLING = '/subscriptions/resources/billing'
const SUBSCRIPTIONS = `${BILLING}/subscriptions/v1` as const
const CARDS = `${BILLING}/payment-providers/stripe` as const

interface BillingDetails {
  email?: string
  address: Address
}

interface SetupIntent {
  id: string
  paymentMethodId: string
  setupIntentSecret: string
}

/** Paths of renewals and cancellations end in a slash. */
export const billing = {
  managedListSubscriptions: endpoint<void, void, Subscription[]>()('GET', MANAGED),
  managedGetSubscription: endpoint<void, void, Subscription>()('GET', `${MANAGED}/{id}`, { unused: true }),
  managedCancelSubscription: endpoint<void, EmptyBody, Ignored>()('PUT', `${MANAGED}/{id}/cancellations/`),
  managedRenewSubscription: endpoint<void, EmptyBody, Ignored>()('PUT', `${MANAGED}/{id}/renewals/`),
  managedUpdateSubscription: endpoint<void, SubscriptionChange, Ignored>()('PUT', `${MANAGED}/{id}`),
  listSubscriptions: endpoint<void, void, Subscription[]>()('GET', SUBSCRIPTIONS, { unused: true }),
  getSubscription: endpoint<void, void, Subscription>()('GET', `${SUBSCRIPTIONS}/{id}`, { unused: true }),
  cancelSubscription: endpoint<void, EmptyBody, Ignored>()('PUT', `${SUBSCRIPTIONS}/{id}/cancellations/`, {
    unused: true,
  }),
  renewSubscription: endpoint<void, EmptyBody, Ignored>()('PUT', `${SUBSCRIPTIONS}/{id}/renewals/`, { unused: true }),
  updateSubscription: endpoint<void, SubscriptionChange, Ignored>()('PUT', `${SUBSCRIPTIONS}/{id}`, { unused: true }),
  getSummary: endpoint<void, void, BillingSummary>()('GET', `${BILLING}/summaries/v1/{tenantId}`),
  listPlans: endpoint<void, void, Plan[]>()('GET', `${BILLING}/plans/v1`),
  getPlan: endpoint<void, void, Plan>()('GET', `${BILLING}/plans/v1/{id}`),
  listInvoices: endpoint<void, void, Invoice[]>()('GET', `${BILLING}/invoices/v1`),
  getInvoice: endpoint<void, void, Invoice>()('GET', `${BILLING}/invoices/v1/{id}`, { unused: true }),
  downloadInvoicePdf: endpoint<{ outputFileName?: string }, void, void>()('GET', `${BILLING}/invoices/v1/{id}/pdf`, {
    blob: true,
    long: true,
  }),
  listPaymentMethods: endpoint<void, void, PaymentMethod[]>()('GET', `${BILLING}/payment-methods/v1`),
  getPaymentMethod: endpoint<void, void, PaymentMethod>()('GET', `${BILLING}/payment-methods/v1/{id}`, {
    unused: true,
  }),
  updateBillingDetails: endpoint<void, BillingDetails, Partial<BillingDetails>>()(
    'PATCH',
    `${BILLING}/payment-methods/v1/{id}/billing-details`,
  ),
  getTenantConfiguration: endpoint<void, void, TenantConfiguration>()(
    'GET',
    `${BILLING}/tenant-configurations/v1/{tenantId}`,
    { unused: true },
  ),
  createTenantConfiguration: endpoint<
    void,
    { tenantId: string; providerType: PaymentProviderType; externallyManaged?: string },
    { id: string }
  >()('POST', `${BILLING}/tenant-configurations/v1`, { unused: true }),
  /** Lists payment providers. One is enabled when `status` is `1`. */
  listPaymentProviders: endpoint<void, void, { providerType: PaymentProviderType; name: string; status: string }[]>()(
    'GET',
    '/subscriptions/resources/payment-providers/v1',
  ),
  getCardProviderConfig: endpoint<void, void, { id: string; name: string; active: boolean; publishableKey: string }>()(
    'GET',
    `${CARDS}/public-configurations/v1`,
  ),
  createSetupIntent: endpoint<void, { paymentMethodId?: string }, SetupIntent>()('POST', `${CARDS}/setup-intents/v1`),
  getCustomer: endpoint<void, void, { stripeCustomerId: string }>()('GET', `${CARDS}/customers/v1/{tenantId}`, {
    unused: true,
  }),
  createCustomer: endpoint<void, { name: string; email: string; tenantName?: string }, { stripeCustomerId: string }>()(
    'POST',
    `${CARDS}/customers/v1`,
    { unused: true },
  ),
  createProviderSubscription: endpoint<
    void,
    { stripePlanId: string },
    { subscriptionId: string; subscriptionSecret: string }
  >()('POST', `${CARDS}/subscriptions/v1`, { unused: true }),
  getVendorPublicConfig: endpoint<void, void, VendorBillingConfig>()(
    'GET',
    `${BILLING}/configurations/vendor-public-configurations/v1`,
  ),
}

const PLAN_CHANGES = '/billing'

/** Current cost of a plan change; amounts are in minor units. */
export interface PlanChangePreview {
  currency: string
  amountDue: number
  lines: { description: string; amount: number }[]
}

export const planChanges = {
  /** Returns the cost as the payment provider computes it, with proration. */
  previewPlanChange: ours<{ planId: string }, void, PlanChangePreview>()('GET', `${PLAN_CHANGES}/plan-changes/preview`),
  /** Receives notifications of the payment provider, which their signature authenticates. */
  receivePaymentEvent: ours<void, object, { received: boolean }>()('POST', `${PLAN_CHANGES}/payment-events`, {
    server: true,
    noToken: true,
    unprefixed: true,
  }),
}

/** A plan as shown to visitors. */
export interface PublicPlan {
  id: string
  name: string
  description: string
  /** Price per month; the amount is in minor units of an ISO 4217 currency in lower case. */
  price: { currency: string; amount: number }
  /** Keys of the compared features that the plan includes, with their uses per month; `null` means unlimited. */
  includes: Record<string, number | null>
}

export interface PublicPlans {
  /** The free plan that every account starts with. */
  defaultPlanId: string | null
  /** Features by which all plans are compared, in the vendor's order. */
  features: { key: string; name: string }[]
  plans: PublicPlan[]
}

export const publicPlans = {
  /** Lists only what the vendor publishes, for pages without a session. */
  listPublicPlans: ours<void, void, PublicPlans>()('GET', '/billing/public-plans', {
    noToken: true,
  }),
}

const PAUSED = '/paused-subscriptions'

interface Paused {
  subscriptions: PausedSubscription[]
}

/**
 * Subscriptions that send fewer events than they name, because the member who vouches for them lost the permission to
 * see the rest.
 */
export const pausedSubscriptions = {
  listPausedEmails: ours<void, void, Paused>()('GET', `${PAUSED}/emails`),
  listPausedSms: ours<void, void, Paused>()('GET', `${PAUSED}/sms`),
  listPausedSlack: ours<void, void, Paused>()('GET', `${PAUSED}/slack`),
  /** Lists paused scheduled reports: `id` is the template, and no events are named. */
  listPausedReports: ours<void, void, Paused>()('GET', `${PAUSED}/reports`),
}
