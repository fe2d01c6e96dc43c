import type { Plan, PlanFeature } from '../../entities/billing.ts'

/** An older or foreign backend sends none, or something else. */
export const featuresOf = (plan: Plan | undefined): readonly PlanFeature[] | undefined =>
  Array.isArray(plan?.features) ? plan.features : undefined

/** Uses a month; any number is more than every other. */
const usesOf = ({ perMonth }: PlanFeature): number => perMonth ?? Number.POSITIVE_INFINITY

/** A feature that a smaller plan lacks, or has with a lower limit. */
export interface LostFeature {
  name: string
  /** Uses a month that remain; `undefined` for none. */
  remaining?: number
}

/** What a plan has and the one after it doesn't; empty when either plan's features aren't known. */
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
