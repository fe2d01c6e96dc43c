import type {
  BillingSummary,
  CardPaymentMethod,
  Invoice,
  PaymentMethod,
  Plan,
  Subscription,
  VendorBillingConfig,
} from '../../entities/billing.ts'
import { isDowngrade } from '../../rules/plan-downgrade.ts'

/** One part of billing; initially it is fetching. */
export interface Area<Value> {
  loading: boolean
  fetching: boolean
  error: string | null
  value?: Value
}

export interface Areas {
  information: Area<BillingSummary>
  subscription: Area<Subscription | null>
  plans: Area<readonly Plan[]>
  paymentMethod: Area<PaymentMethod | null>
  invoices: Area<readonly Invoice[]>
  vendorConfig: Area<VendorBillingConfig>
}

export type AreaName = keyof Areas

const START = { loading: false, fetching: true, error: null }

export const AREAS_AT_START: Areas = {
  information: START,
  subscription: START,
  plans: START,
  paymentMethod: START,
  invoices: START,
  vendorConfig: START,
}

/** Marks an area as loading and clears its error. */
export const areaLoading = <Value>(area: Area<Value>): Area<Value> => ({ ...area, loading: true, error: null })
export const areaLoaded = <Value>(value: Value): Area<Value> => ({
  loading: false,
  fetching: false,
  error: null,
  value,
})
/** Stores an error and ends loading and fetching. */
export const areaFailed = <Value>(area: Area<Value>, error: string): Area<Value> => ({
  ...area,
  loading: false,
  fetching: false,
  error,
})

export type ShownStatus = 'ACTIVE' | 'CANCELED' | 'INCOMPLETE' | 'EXPIRED' | 'TRIALING' | 'TRIALENDED'
const STATUSES: readonly ShownStatus[] = ['ACTIVE', 'CANCELED', 'INCOMPLETE', 'EXPIRED', 'TRIALING', 'TRIALENDED']

/** Parses a status, which the API sends in upper or lower case. An unknown one counts as expired. */
export const shownStatus = (status: string): ShownStatus =>
  STATUSES.find((each) => each === String(status).toUpperCase()) ?? 'EXPIRED'

export const planBySlug = (plans: readonly Plan[] | undefined, slug: string | undefined): Plan | undefined =>
  plans?.find((plan) => plan.slug === slug || plan.id === slug)

export const currentPlan = ({ information, subscription, plans }: Areas): Plan | undefined => {
  const bySubscription = planBySlug(plans.value, subscription.value?.plan?.slug)
  return bySubscription ?? planBySlug(plans.value, information.value?.currentPlanId)
}

export const defaultPlan = ({ information, plans }: Areas): Plan | undefined =>
  planBySlug(plans.value, information.value?.defaultPlanId || undefined)

/**
 * Returns the card, `null` when the account has none, or `undefined` while that isn't known: nothing is loaded yet, or
 * the last load failed.
 */
export const cardOf = ({ paymentMethod }: Areas): CardPaymentMethod | null | undefined => {
  const { value, loading, error } = paymentMethod
  if (value?.type === 'card') return value
  return value === undefined || loading || error !== null ? undefined : null
}

const isKnown = ({ value, loading, error }: Area<unknown>): boolean => value !== undefined && !loading && error === null

/**
 * Returns whether a plan can be chosen: the subscription and the card are loaded and aren't being reloaded, since the
 * card may have been replaced.
 */
export const isChoiceKnown = ({ subscription, paymentMethod }: Areas): boolean =>
  isKnown(subscription) && isKnown(paymentMethod)

/** Brand names that need more than a capital first letter. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'Eftpos Australia',
  unknown: 'Card',
}

/** Returns the display name of a brand, which the payment provider sends in lower case. */
export const brandName = ({ brand = '' }: Pick<CardPaymentMethod, 'brand'>): string =>
  Object.hasOwn(BRANDS, brand) ? (BRANDS[brand] ?? brand) : brand.charAt(0).toUpperCase() + brand.slice(1)

/** Returns whether the vendor refuses the change to this smaller plan. The server decides again. */
export const isRefusedDowngrade = (areas: Areas, plan: Plan): boolean => {
  const current = currentPlan(areas)
  if (!current || areas.vendorConfig.value?.allowPlanDowngrade !== false) return false
  const status = areas.subscription.value?.status
  return isDowngrade({ status, from: priceOf(current), to: priceOf(plan) })
}

/** Returns the price of a plan, with defaults for values that the vendor left out. */
export const priceOf = (plan: Pick<Plan, 'price'>) => ({
  amount: plan.price?.amount ?? 0,
  currency: plan.price?.currency || 'usd',
})
