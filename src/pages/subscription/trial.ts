import type { Subscription } from '../../entities/billing.ts'
import { type Areas, cardOf, currentPlan, defaultPlan, priceOf, shownStatus } from '../../parts/billing/areas.ts'

/**
 * Returns whether the account no longer has its plan; `undefined` while the vendor's rules, which decide it, are
 * unknown.
 */
export const hasEnded = ({ subscription, vendorConfig }: Areas): boolean | undefined => {
  if (!subscription.value) return false
  const status = shownStatus(subscription.value.status)
  if (status === 'TRIALENDED') return vendorConfig.value && vendorConfig.value.trialEnd !== 'retain_trial'
  return status === 'CANCELED' || status === 'EXPIRED'
}

const DAY_MS = 86_400_000

export const trialDaysLeft = ({ trialEnd }: Subscription, now: number): number =>
  trialEnd ? Math.max(0, Math.ceil((new Date(trialEnd).getTime() - now) / DAY_MS)) : 0

/**
 * The outcome at the end of a trial: the card is charged, a free plan continues, the account changes to the default
 * plan or keeps its features; `unknown` for backends that don't send the vendor's decision; `undecided` while the card
 * or the vendor's rules aren't known.
 */
export type TrialEnd = 'pays' | 'continues' | 'reverts' | 'retained' | 'unknown' | 'undecided'

export const trialEndOf = (areas: Areas): TrialEnd => {
  const plan = currentPlan(areas)
  const card = cardOf(areas)
  const hasCard = Boolean(card ?? areas.information.value?.paymentMethodId)
  if (plan && hasCard) return priceOf(plan).amount > 0 ? 'pays' : 'continues'
  if (card === undefined || !areas.vendorConfig.value) return 'undecided'
  const { trialEnd } = areas.vendorConfig.value
  if (trialEnd === 'retain_trial') return 'retained'
  return trialEnd === 'change_to_default' && plan && defaultPlan(areas) ? 'reverts' : 'unknown'
}

/** Returns whether the trial continues as a subscription by itself, so that no choice is needed. */
export const isTrialSettled = (areas: Areas): boolean => {
  const { value } = areas.subscription
  if (!value || value.cancellation || shownStatus(value.status) !== 'TRIALING') return false
  return ['pays', 'continues'].includes(trialEndOf(areas))
}

/** Returns whether the note on a running trial already asks for the card, so that a second button would repeat it. */
export const isCardAskedFor = (areas: Areas): boolean => {
  const { value } = areas.subscription
  if (!value || value.cancellation) return false
  return shownStatus(value.status) === 'TRIALING' && trialEndOf(areas) === 'reverts'
}
