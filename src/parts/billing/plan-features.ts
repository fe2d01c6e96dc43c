import type { Plan, PlanFeature } from '../../entities/billing.ts'

/** Returns a plan's features; `undefined` if an older or foreign backend sends none, or something else. */
export const featuresOf = (plan: Plan | undefined): readonly PlanFeature[] | undefined =>
  Array.isArray(plan?.features) ? plan.features : undefined

/** Returns the uses per month; unlimited counts as more than any number. */
const usesOf = ({ perMonth }: PlanFeature): number => perMonth ?? Number.POSITIVE_INFINITY

/** A feature that the smaller plan lacks, or has with a lower limit. */
export interface LostFeature {
  name: string
  /** Remaining uses per month; `undefined` if the feature is lost. */
  remaining?: number
}

/** Returns the features that a change from `plan` to `next` loses; empty if the features of either plan are unknown. */
export const featuresLost = (plan: Plan | undefined, next: Plan | undefined): readonly LostFeature[] => {
  const kept = next ? featuresOf(next) : []
  if (!kept) return []
  return (featuresOf(plan) ?? []).flatMap((feature): LostFeature[] => {
    const same = kept.find(({ key }) => key === feature.key)
    if (!same) return [{ name: feature.name }]
    return same.perMonth !== null && same.perMonth < usesOf(feature)
      ? [{ name: feature.name, remaining: same.perMonth }]
      : []
  })
}
