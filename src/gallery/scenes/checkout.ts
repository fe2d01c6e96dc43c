import type { CheckoutStage, CheckoutState } from '../../elements/checkout/checkout.state.ts'
import { signedOut } from '../sample.ts'
import type { GalleryFlow, StepScenes } from '../scene.ts'
import { areas, enterprise, failed, growth, inDays, inPortal, loaded, starter, subscription } from './billing.sample.ts'

type Scenes = StepScenes<CheckoutState>

/** A change from a smaller plan in the middle of a month. */
const review: CheckoutState = {
  tenantId: 't-1',
  planId: enterprise.id,
  mayBuy: true,
  areas,
  fetching: false,
  loading: false,
  error: null,
  confirmed: false,
  wantsCard: false,
  preview: {
    currency: 'usd',
    amountDue: 9_000,
    lines: [
      { description: 'Unused time on Growth', amount: -2_940 },
      { description: 'Remaining time on Enterprise', amount: 11_940 },
    ],
  },
}

const cardForm: CheckoutState = {
  ...review,
  areas: { ...areas, paymentMethod: loaded(null) },
  cardSetup: { publishableKey: 'gallery', secret: 'gallery' },
}

const trial: CheckoutState = {
  ...review,
  areas: {
    ...areas,
    subscription: loaded({
      ...subscription,
      plan: { slug: enterprise.slug },
      status: 'trialing',
      trialEnd: inDays(9),
    }),
  },
}

/** A row for each stage: one without a picture does not compile. */
const stages: Readonly<Record<CheckoutStage, Scenes>> = {
  loading: { fetching: { state: { ...review, fetching: true }, shows: 'Calculating the price' } },
  review: {
    price: { state: review, shows: 'Confirm and pay $90.00' },
    fetching: { state: { ...review, preview: undefined }, shows: 'Calculating the price' },
    free: {
      state: { ...review, planId: starter.id, preview: { currency: 'usd', amountDue: 0, lines: [] } },
      shows: 'Confirm change',
    },
    trial: { state: trial, shows: 'Continue with Enterprise' },
    paying: { state: { ...review, loading: true }, shows: 'Confirm and pay $90.00' },
    declined: { state: { ...review, error: 'Your card was declined.' }, shows: 'Your card was declined.' },
    'no-price': {
      state: { ...review, preview: undefined, error: 'The price couldn’t be computed.' },
      shows: 'Try again',
    },
  },
  card: {
    plain: { state: cardForm, shows: 'Name on card' },
    fetching: { state: { ...cardForm, cardSetup: undefined }, shows: 'Loading the card form' },
    'three-d-secure': { state: { ...cardForm, loading: true }, shows: 'Your bank may ask you to confirm this card' },
    declined: {
      state: { ...cardForm, error: 'Your card has insufficient funds. Try another card.' },
      shows: 'Your card has insufficient funds',
    },
    another: { state: { ...cardForm, areas, wantsCard: true }, shows: 'Back' },
  },
  confirmed: { plain: { state: { ...review, confirmed: true }, shows: 'You’re now on Enterprise' } },
  owned: { plain: { state: { ...review, planId: growth.id }, shows: 'Acme is already on Growth' } },
  downgrade: {
    plain: {
      state: {
        ...review,
        planId: starter.id,
        areas: { ...areas, vendorConfig: loaded({ allowPlanDowngrade: false, allowPlanCancellation: true }) },
      },
      shows: 'Contact us to change to a smaller plan',
    },
  },
  'unknown-plan': {
    plain: { state: { ...review, areas: { ...areas, plans: loaded([growth]) } }, shows: 'This plan no longer exists' },
  },
  forbidden: { plain: { state: { ...review, mayBuy: false }, shows: 'Ask an administrator of Acme' } },
  failed: {
    plain: { state: { ...review, areas: { ...areas, plans: failed } }, shows: 'We couldn’t open the checkout' },
  },
}

export const checkoutScenes: GalleryFlow = {
  id: 'checkout',
  title: 'Checkout',
  element: { tag: 'fe-checkout', attributes: { mode: 'inline', 'plan-id': enterprise.id } },
  branch: `checkout ${enterprise.id}`,
  around: { session: inPortal },
  steps: {
    ...stages,
    'signed-out': {
      plain: { state: review, session: signedOut, shows: 'Sign in to choose this plan' },
    },
  },
}
