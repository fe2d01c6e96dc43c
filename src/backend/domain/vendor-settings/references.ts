import type { VendorSettings } from './kinds.ts'

export type Path = readonly (string | number)[]

/** An invalid setting and its path. */
export interface SettingProblem {
  path: Path
  message: string
}

interface Named {
  path: Path
  name: string | null | undefined
}

const each = <Item>(items: readonly Item[] | undefined, path: Path, nameOf: (item: Item) => string, field?: string) =>
  (items ?? []).map(
    (item, at): Named => ({
      path: field === undefined ? [...path, at] : [...path, at, field],
      name: nameOf(item),
    }),
  )

const itself = (name: string): string => name

/** Returns all references to features. */
const namedFeatures = ({ entitlements, defaultPlan, billing }: VendorSettings): Named[] => [
  ...(entitlements?.plans ?? []).flatMap(({ includes, limits, targets }, at) => {
    const path = ['entitlements', 'plans', at]
    return [
      ...each(includes, [...path, 'includes'], itself),
      ...each(limits, [...path, 'limits'], ({ feature }) => feature, 'feature'),
      ...each(targets, [...path, 'targets'], itself),
    ]
  }),
  ...each(defaultPlan?.extras, ['defaultPlan', 'extras'], ({ feature }) => feature, 'feature'),
  ...each(billing?.comparedFeatures, ['billing', 'comparedFeatures'], ({ key }) => key, 'key'),
]

const namedPlans = ({ billing, defaultPlan }: VendorSettings): Named[] => [
  ...each(billing?.plans, ['billing', 'plans'], ({ id }) => id, 'id'),
  { path: ['billing', 'defaultPlanId'], name: billing?.defaultPlanId },
  { path: ['defaultPlan', 'planId'], name: defaultPlan?.planId },
]

/** Returns lists whose entries must differ in a field. */
const distinct = (settings: VendorSettings): Named[][] => [
  each(settings.entitlements?.features, ['entitlements', 'features'], ({ key }) => key, 'key'),
  each(settings.entitlements?.plans, ['entitlements', 'plans'], ({ id }) => id, 'id'),
  each(settings.billing?.plans, ['billing', 'plans'], ({ id }) => id, 'id'),
  each(
    settings.waysToSignIn?.mainAuthStrategies,
    ['waysToSignIn', 'mainAuthStrategies'],
    ({ strategy }) => strategy,
    'strategy',
  ),
  each(
    settings.waysToSignIn?.secondaryAuthStrategies,
    ['waysToSignIn', 'secondaryAuthStrategies'],
    ({ strategy }) => strategy,
    'strategy',
  ),
  each(settings.mfaStrategies?.strategies, ['mfaStrategies', 'strategies'], ({ strategy }) => strategy, 'strategy'),
  each(settings.socialProviders?.providers, ['socialProviders', 'providers'], ({ type }) => type, 'type'),
  each(settings.customSocialProviders?.providers, ['customSocialProviders', 'providers'], ({ id }) => id, 'id'),
]

const unknown = (named: readonly Named[], known: readonly string[], kind: string): SettingProblem[] =>
  named
    .filter(({ name }) => typeof name === 'string' && !known.includes(name))
    .map(({ path, name }) => ({ path, message: `there is no ${kind} '${name}' in entitlements.${kind}s` }))

const repeated = (named: readonly Named[]): SettingProblem[] =>
  named
    .filter(({ name }, at) => named.findIndex((other) => other.name === name) < at)
    .map(({ path, name }) => ({ path, message: `'${name}' is in this list twice` }))

/**
 * Returns references to features and plans that don't exist, and duplicate entries. The settings must already match the
 * schema.
 */
export const referenceProblems = (settings: VendorSettings): SettingProblem[] => {
  const features = (settings.entitlements?.features ?? []).map(({ key }) => key)
  const plans = (settings.entitlements?.plans ?? []).map(({ id }) => id)
  return [
    ...unknown(namedFeatures(settings), features, 'feature'),
    ...unknown(namedPlans(settings), plans, 'plan'),
    ...distinct(settings).flatMap(repeated),
  ]
}
