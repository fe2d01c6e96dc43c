import type { PlanChangePreview } from '../../contract/billing.ts'
import type { CardPaymentMethod, Plan } from '../../entities/billing.ts'
import {
  AREAS_AT_START,
  type Areas,
  currentPlan,
  defaultPlan,
  isRefusedDowngrade,
  shownStatus,
} from '../../parts/billing/areas.ts'
import type { CardSetup } from '../../parts/billing/card-setup.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import { isTrialSettled } from './trial.ts'

export type SubscriptionAbility = 'read' | 'edit'
export type NoticeKey = 'changed' | 'canceled' | 'renewed' | 'cardSaved' | 'detailsSaved' | 'failed' | 'unavailable'
export type SubscriptionDialog =
  | { kind: 'plan'; plan: Plan }
  | { kind: 'cancel' }
  | { kind: 'renew' }
  | { kind: 'card'; next?: Plan }
  | { kind: 'details'; card: CardPaymentMethod }

export interface SubscriptionState extends PageState<SubscriptionAbility, SubscriptionDialog, NoticeKey> {
  areas: Areas
  /** The cost of the plan in the open dialog; `undefined` while it is computed. */
  preview?: PlanChangePreview | undefined
  /** Values for the card form; `undefined` while they are loading. */
  cardSetup?: CardSetup | undefined
  /** The invoice that is being downloaded, and the reason the last download failed. */
  download: { loading: boolean; error: string | null; invoiceId?: string }
}

export const initialSubscription: SubscriptionState = {
  ...PAGE_AT_START,
  areas: AREAS_AT_START,
  download: { loading: false, error: null },
}

type PlanOffer = 'current' | 'refused' | 'offered'

/**
 * Returns whether a plan can be chosen; the server decides again. A plan whose payment is due is paid above instead.
 */
export const offerOf = (areas: Areas, plan: Plan): PlanOffer => {
  const current = currentPlan(areas)
  const status = areas.subscription.value ? shownStatus(areas.subscription.value.status) : undefined
  const isPaid = status === 'ACTIVE' || status === 'INCOMPLETE' || isTrialSettled(areas)
  const isKept = isPaid || (!status && defaultPlan(areas)?.id === plan.id)
  if (current?.id === plan.id && isKept) return 'current'
  return isRefusedDowngrade(areas, plan) ? 'refused' : 'offered'
}
