import type { TargetRule, UserEntitlementsV2 } from '../../entities/entitlements.ts'

const numberIn = (rules: unknown, rule: TargetRule): number => (Array.isArray(rules) ? rules.indexOf(rule) + 1 : 0)

/** Returns the location of a rule, such as `rule 2 of plan "pro"`. */
export const ruleName = ({ features, plans }: Partial<UserEntitlementsV2>, rule: TargetRule): string => {
  const places = [
    ...Object.entries(features ?? {}).map(([key, feature]) => [`the flag of feature "${key}"`, feature?.featureFlag]),
    ...Object.entries(plans ?? {}).map(([id, plan]) => [`plan "${id}"`, plan]),
  ] as const
  for (const [name, targeting] of places) {
    const number = numberIn((targeting as { rules?: unknown } | undefined)?.rules, rule)
    if (number > 0) return `rule ${number} of ${String(name)}`
  }
  return 'a rule'
}
