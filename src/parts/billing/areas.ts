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

/** One part of billing; it starts as fetching. */
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

/** Starting a load clears the error. */
export const areaLoading = <Value>(area: Area<Value>): Area<Value> => ({ ...area, loading: true, error: null })
export const areaLoaded = <Value>(value: Value): Area<Value> => ({
  loading: false,
  fetching: false,
  error: null,
  value,
})
/** An error ends loading and fetching. */
export const areaFailed = <Value>(area: Area<Value>, error: string): Area<Value> => ({
  ...area,
  loading: false,
  fetching: false,
  error,
})

export type ShownStatus = 'ACTIVE' | 'CANCELED' | 'INCOMPLETE' | 'EXPIRED' | 'TRIALING' | 'TRIALENDED'
const STATUSES: readonly ShownStatus[] = ['ACTIVE', 'CANCELED', 'INCOMPLETE', 'EXPIRED', 'TRIALING', 'TRIALENDED']

/** Both readings of the wire: upper and lower case; one that no one knows is expired. */
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

/** `null` when the account has no card, `undefined` while that isn't known: nothing is loaded yet, or the last load failed. */
export const cardOf = ({ paymentMethod }: Areas): CardPaymentMethod | null | undefined => {
  const { value, loading, error } = paymentMethod
  if (value?.type === 'card') return value
  return value === undefined || loading || error !== null ? undefined : null
}

const isKnown = ({ value, loading, error }: Area<unknown>): boolean => value !== undefined && !loading && error === null

/** A plan can be chosen once its facts are loaded and aren't being loaded again: a card may have been replaced. */
export const isChoiceKnown = ({ subscription, paymentMethod }: Areas): boolean =>
  isKnown(subscription) && isKnown(paymentMethod)

/** Names that a capital letter alone doesn't make. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'Eftpos Australia',
  unknown: 'Card',
}

/** The payment provider sends brands in lower case. */
export const brandName = ({ brand = '' }: Pick<CardPaymentMethod, 'brand'>): string =>
  Object.hasOwn(BRANDS, brand) ? (BRANDS[brand] ?? brand) : brand.charAt(0).toUpperCase() + brand.slice(1)

/** Whether the vendor refuses to change to this plan, as it is smaller; the server decides again. */
export const isRefusedDowngrade = (areas: Areas, plan: Plan): boolean => {
  const current = currentPlan(areas)
  if (!current || areas.vendorConfig.value?.allowPlanDowngrade !== false) return false
  const status = areas.subscription.value?.status
  return isDowngrade({ status, from: priceOf(current).amount, to: priceOf(plan).amount })
}

/** The wire has defaults for what a vendor left out. */
export const priceOf = (plan: Pick<Plan, 'price'>) => ({
  amount: plan.price?.amount ?? 0,
  currency: plan.price?.currency || 'usd',
})
