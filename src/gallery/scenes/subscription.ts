import type { CardPaymentMethod, Subscription } from '../../entities/billing.ts'
import type { SubscriptionState } from '../../pages/subscription/subscription.state.ts'
import type { Areas, ShownStatus } from '../../parts/billing/areas.ts'
import type { GalleryFlow, StepScenes } from '../scene.ts'
import {
  areas,
  card,
  failed,
  inDays,
  inPortal,
  invoicesOf,
  loaded,
  manyPlans,
  shownPages,
  subscription,
  summary,
  viewerWith,
  waiting,
} from './billing.sample.ts'

type Scenes = StepScenes<SubscriptionState>

const page: SubscriptionState = {
  viewer: viewerWith({ read: true, edit: true }),
  dialog: null,
  saving: false,
  missing: [],
  areas,
  download: { loading: false, error: null },
}

const having = (changes: Partial<Areas>): SubscriptionState => ({ ...page, areas: { ...areas, ...changes } })
const subscribed = (changes: Partial<Subscription>) => having({ subscription: loaded({ ...subscription, ...changes }) })
const noSubscription: Partial<Areas> = {
  subscription: loaded(null),
  information: loaded({ ...summary, subscriptionId: '', currentPlanId: summary.defaultPlanId }),
}
const paidBy = (changes: Partial<CardPaymentMethod>) => having({ paymentMethod: loaded({ ...card, ...changes }) })

/** A row for each status: one without a picture does not compile. */
const statuses: Readonly<Record<Lowercase<ShownStatus>, Scenes>> = {
  active: {
    plain: { state: page, shows: 'Renews on' },
    'canceled-at-period-end': {
      state: subscribed({ cancellation: { policy: 'atPeriodEnd' } }),
      shows: 'Keep subscription',
    },
    'may-not-edit': {
      state: { ...page, viewer: viewerWith({ read: true, edit: false }) },
      shows: 'Renews on',
    },
  },
  trialing: {
    plain: { state: subscribed({ status: 'trialing', trialEnd: inDays(9) }), shows: 'Your trial ends in 9 days' },
    'last-day': { state: subscribed({ status: 'trialing', trialEnd: inDays(0.5) }), shows: 'Your trial ends in 1 day' },
  },
  trialended: { plain: { state: subscribed({ status: 'trialEnded' }), shows: 'Your trial has ended' } },
  canceled: { plain: { state: subscribed({ status: 'canceled' }), shows: 'Your subscription has ended' } },
  incomplete: { 'past-due': { state: subscribed({ status: 'incomplete' }), shows: 'Your last payment failed' } },
  expired: { plain: { state: subscribed({ status: 'expired' }), shows: 'Your subscription has ended' } },
}

const parts: Readonly<Record<string, Scenes>> = {
  page: {
    loading: {
      state: having({ information: waiting, subscription: waiting, plans: waiting }),
      shows: 'Loading your subscription',
    },
    error: { state: having({ information: failed }), shows: 'We couldn’t load your subscription' },
    'failed-subscription': { state: having({ subscription: failed }), shows: 'Try again' },
    'no-permission': {
      state: { ...page, viewer: viewerWith({ read: false, edit: false }) },
      shows: 'You can’t view this subscription',
    },
    'externally-managed': {
      state: having({ information: loaded({ ...summary, externallyManaged: true }), subscription: loaded(null) }),
      shows: 'managed outside this portal',
    },
    'no-subscription': {
      state: having({ ...noSubscription, paymentMethod: loaded(null), invoices: loaded([]) }),
      shows: 'You don’t have a paid subscription yet',
    },
  },
  plans: {
    none: { state: having({ ...noSubscription, plans: loaded([]) }), shows: 'There are no plans to choose from yet' },
    many: { state: having({ plans: loaded(manyPlans) }), shows: 'Choose Education' },
    'no-downgrade': {
      state: having({ vendorConfig: loaded({ allowPlanDowngrade: false, allowPlanCancellation: false }) }),
      shows: 'Contact us to change to a smaller plan',
    },
    error: { state: having({ plans: failed }), shows: 'We couldn’t load the plans' },
  },
  'payment-method': {
    none: { state: having({ paymentMethod: loaded(null) }), shows: 'No payment method yet' },
    loading: { state: having({ paymentMethod: waiting }), shows: 'Payment method' },
    'no-billing-details': { state: paidBy({ billingDetails: { name: 'Ada Lane' } }), shows: 'No billing details yet' },
    'expires-soon': { state: paidBy({ expMonth: 1, expYear: 2026 }), shows: 'This card expires soon' },
    expired: { state: paidBy({ expMonth: 12, expYear: 2025 }), shows: 'This card has expired' },
    error: { state: having({ paymentMethod: failed }), shows: 'We couldn’t load the payment method' },
  },
  invoices: {
    none: { state: having({ invoices: loaded([]) }), shows: 'No invoices yet' },
    loading: { state: having({ invoices: waiting }), shows: 'Invoices' },
    many: { state: having({ invoices: loaded(invoicesOf(24)) }), shows: 'FE-1024' },
    due: { state: having({ invoices: loaded(invoicesOf(1, { paid: false })) }), shows: 'Due' },
    taxed: {
      state: having({
        invoices: loaded(
          invoicesOf(3, {
            subtotalAmount: 11_900,
            discountAmount: 1_190,
            includedTaxAmount: 1_710,
            totalAmount: 10_710,
          }),
        ),
      }),
      shows: 'Tax (included)',
    },
    credited: { state: having({ invoices: loaded(invoicesOf(3, { creditedAmount: 1_250 })) }), shows: 'Credit notes' },
    'other-currency': {
      state: having({ invoices: loaded(invoicesOf(3, { currency: 'jpy', totalAmount: 1_250_000 })) }),
      shows: '¥1,250,000',
    },
    error: { state: having({ invoices: failed }), shows: 'We couldn’t load your invoices' },
    'failed-download': {
      state: { ...page, download: { loading: false, error: failed.error } },
      shows: 'We couldn’t download the invoice',
    },
  },
}

export const subscriptionScenes: GalleryFlow = {
  id: 'subscription',
  title: 'Subscription',
  element: { tag: 'fe-admin-portal', attributes: { mode: 'inline', page: 'subscriptions' } },
  branch: 'subscriptions',
  around: { session: inPortal, settings: shownPages },
  steps: { ...statuses, ...parts },
}
