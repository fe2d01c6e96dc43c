import type { PlanChangePreview } from '../../contract/additions/plan-changes.ts'
import type {
  BillingSummary,
  CardPaymentMethod,
  Invoice,
  PaymentMethod,
  Plan,
  Subscription,
} from '../../entities/billing.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'

export type SubscriptionAbility = 'read' | 'edit'
export type NoticeKey = 'changed' | 'canceled' | 'renewed' | 'cardSaved' | 'failed' | 'unavailable'
export type SubscriptionDialog =
  | { kind: 'plan'; plan: Plan }
  | { kind: 'cancel' }
  | { kind: 'renew' }
  | { kind: 'card'; next?: Plan }

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
  vendorConfig: Area<{ allowPlanDowngrade: boolean; allowPlanCancellation: boolean }>
}

export type AreaName = keyof Areas

export interface SubscriptionState extends PageState<SubscriptionAbility, SubscriptionDialog, NoticeKey> {
  areas: Areas
  /** What the plan of the open dialog costs; `undefined` while it is computed. */
  preview?: PlanChangePreview | undefined
  /** For the card form; `undefined` while it is loaded. */
  cardSetup?: { publishableKey: string; secret: string } | undefined
  /** The invoice that is being downloaded, and why the last download failed. */
  download: { loading: boolean; error: string | null; invoiceId?: string }
}

const START = { loading: false, fetching: true, error: null }

export const initialSubscription: SubscriptionState = {
  ...PAGE_AT_START,
  areas: {
    information: START,
    subscription: START,
    plans: START,
    paymentMethod: START,
    invoices: START,
    vendorConfig: START,
  },
  download: { loading: false, error: null },
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

export const cardOf = ({ paymentMethod }: Areas): CardPaymentMethod | undefined =>
  paymentMethod.value?.type === 'card' ? paymentMethod.value : undefined

const WARNING_MS = 30 * 86_400_000

/** A card is valid through the last day of its month. */
export const cardAge = ({ expMonth, expYear }: CardPaymentMethod, now: number): 'valid' | 'soon' | 'expired' => {
  const end = Date.UTC(expYear, expMonth, 1)
  if (now >= end) return 'expired'
  return end - now <= WARNING_MS ? 'soon' : 'valid'
}

const DAY_MS = 86_400_000

export const trialDaysLeft = ({ trialEnd }: Subscription, now: number): number =>
  trialEnd ? Math.max(0, Math.ceil((new Date(trialEnd).getTime() - now) / DAY_MS)) : 0

/** The wire has defaults for what a vendor left out. */
export const priceOf = (plan: Pick<Plan, 'price'>) => ({
  amount: plan.price?.amount ?? 0,
  currency: plan.price?.currency || 'usd',
})

export type PlanOffer = 'current' | 'refused' | 'offered'

/** Whether a plan can be chosen; the server decides again. */
export const offerOf = (areas: Areas, plan: Plan): PlanOffer => {
  const current = currentPlan(areas)
  const status = areas.subscription.value ? shownStatus(areas.subscription.value.status) : undefined
  if (current?.id === plan.id && (status === 'ACTIVE' || (!status && defaultPlan(areas)?.id === plan.id)))
    return 'current'
  const isSmaller = current !== undefined && status === 'ACTIVE' && priceOf(plan).amount < priceOf(current).amount
  return isSmaller && areas.vendorConfig.value?.allowPlanDowngrade === false ? 'refused' : 'offered'
}
