import type { PlanChangePreview } from '../../contract/billing.ts'
import type { Plan, Subscription } from '../../entities/billing.ts'
import {
  AREAS_AT_START,
  type Areas,
  cardOf,
  currentPlan,
  isRefusedDowngrade,
  planBySlug,
  shownStatus,
} from '../../parts/billing/areas.ts'
import type { CardSetup } from '../../parts/billing/card-setup.ts'
import { GUARDS } from '../../parts/billing/load-areas.ts'

export interface CheckoutState {
  tenantId: string
  planId: string
  mayBuy: boolean
  areas: Areas
  /** Whether the data that the checkout shows is loading. */
  fetching: boolean
  /** Whether a card is being saved or the plan is being bought. */
  loading: boolean
  error: string | null
  confirmed: boolean
  /** Whether the user wants to use a different card from the account's. */
  wantsCard: boolean
  /** Current price of the plan; `undefined` while it is computed. */
  preview?: PlanChangePreview | undefined
  cardSetup?: CardSetup | undefined
}

export const initialCheckout: CheckoutState = {
  tenantId: '',
  planId: '',
  mayBuy: true,
  areas: AREAS_AT_START,
  fetching: true,
  loading: false,
  error: null,
  confirmed: false,
  wantsCard: false,
}

export const checkoutOpened = (
  _: CheckoutState,
  opened: Pick<CheckoutState, 'tenantId' | 'planId' | 'mayBuy'>,
): CheckoutState => ({ ...initialCheckout, ...opened })

export const checkoutLoaded = (state: CheckoutState): CheckoutState => ({ ...state, fetching: false })
export const checkoutReset = (state: CheckoutState): CheckoutState => ({
  ...state,
  loading: false,
  error: null,
  confirmed: false,
})
export const checkoutSubmitted = (state: CheckoutState): CheckoutState => ({ ...state, loading: true, error: null })
export const checkoutFailed = (state: CheckoutState, error: string): CheckoutState => ({
  ...state,
  fetching: false,
  loading: false,
  error,
})
export const checkoutConfirmed = (state: CheckoutState): CheckoutState => ({
  ...state,
  loading: false,
  error: null,
  confirmed: true,
})

const activated = (subscription: Subscription): Subscription => ({ ...subscription, status: 'active' })

/**
 * Returns the state after a trial of this plan with a card, which continues unchanged: its first payment follows when
 * the trial ends.
 */
export const trialConfirmed = (state: CheckoutState): CheckoutState => {
  const { subscription } = state.areas
  const value = subscription.value ? activated(subscription.value) : null
  return checkoutConfirmed({ ...state, areas: { ...state.areas, subscription: { ...subscription, value } } })
}

export const chosenPlan = ({ areas, planId }: CheckoutState): Plan | undefined => planBySlug(areas.plans.value, planId)

const statusOf = ({ subscription }: Areas) => subscription.value && shownStatus(subscription.value.status)

export const isCoveredTrial = ({ areas, planId }: CheckoutState): boolean =>
  statusOf(areas) === 'TRIALING' && Boolean(areas.information.value?.paymentMethodId) && isCurrent(areas, planId)

const isCurrent = (areas: Areas, planId: string): boolean => {
  const current = currentPlan(areas)
  return current !== undefined && (current.id === planId || current.slug === planId)
}

/** Returns whether the account has the plan and owes nothing for it. */
const isOwned = ({ areas, planId }: CheckoutState): boolean => {
  const isDefault = statusOf(areas) === null && areas.information.value?.defaultPlanId === planId
  return isCurrent(areas, planId) && (statusOf(areas) === 'ACTIVE' || isDefault)
}

/** Returns the API's error message that explains why nothing can be bought. */
export const failureOf = ({ areas }: CheckoutState): string | null => {
  const { information, plans, subscription, paymentMethod } = areas
  if (information.value?.externallyManaged) return GUARDS.externallyManaged
  return information.error ?? plans.error ?? subscription.error ?? paymentMethod.error
}

export type CheckoutStage =
  | 'loading'
  | 'forbidden'
  | 'failed'
  | 'unknown-plan'
  | 'downgrade'
  | 'owned'
  | 'card'
  | 'review'
  | 'confirmed'

/** Returns the stage that the user sees. */
export const stageOf = (state: CheckoutState): CheckoutStage => {
  if (!state.mayBuy) return 'forbidden'
  if (state.confirmed) return 'confirmed'
  if (state.fetching) return 'loading'
  if (failureOf(state) !== null) return 'failed'
  const plan = chosenPlan(state)
  if (!plan) return 'unknown-plan'
  if (isOwned(state)) return 'owned'
  if (isRefusedDowngrade(state.areas, plan)) return 'downgrade'
  const card = cardOf(state.areas)
  // While a card that was just saved is loading, its form stays.
  if (card === undefined && !state.loading) return 'loading'
  return state.wantsCard || !card ? 'card' : 'review'
}
