import type { EntitlementResult, TargetCondition, TargetGroup } from '../entities/entitlements.ts'
import type { AttributeSources } from './attribute-sources.ts'
import { queryOf, resultOf } from './engine.ts'
import { type Context, evaluateFeature, evaluatePermission } from './evaluate.ts'
import type { Direct, Step } from './query.ts'

export interface ConditionExplained extends Pick<TargetCondition, 'attribute' | 'op' | 'value' | 'negate'> {
  /** Value of the attribute at that time; `undefined` when it is missing. */
  given: unknown
  holds: boolean
}

type Logic = TargetGroup['conditionLogic']

/** Conditions after the deciding one are not evaluated. */
export interface GroupExplained {
  logic: Logic
  holds: boolean
  conditions: (ConditionExplained | GroupExplained)[]
}

export interface RuleExplained {
  treatment: unknown
  matches: boolean
  logic: Logic
  conditions: GroupExplained['conditions']
}

/** Rules after the first match are not evaluated; without a match, the default treatment applies. */
export interface TargetingExplained {
  treatment: unknown
  rules: RuleExplained[]
}

export interface FeatureExplained {
  key: string
  /** `undefined` when the feature does not exist. */
  direct?: Direct
  flag?: TargetingExplained & { on: boolean }
  plans: (TargetingExplained & { id: string })[]
}

/** Every step behind a result, in the order of evaluation. */
export interface Trace {
  result: EntitlementResult
  /** The held permission key, possibly a wildcard, that covers the requested one. */
  heldBy?: string
  /** The requested feature, or those linked to the requested permission. */
  features: FeatureExplained[]
}

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

const conditionOf = ({ condition, given, holds }: StepOf<'condition'>): ConditionExplained => {
  const { attribute, op, value, negate } = condition
  return { attribute, op, value, negate: Boolean(negate), given, holds }
}

const logicOf = (group: TargetGroup | null | undefined): Logic => (group?.conditionLogic === 'or' ? 'or' : 'and')

/**
 * Collects steps, which arrive from the inside out: conditions before their rule, rules before their flag or plan, and
 * those before their feature.
 */
const createCollector = () => {
  const trace: Omit<Trace, 'result'> = { features: [] }
  let conditions: GroupExplained['conditions'] = []
  const outer: (typeof conditions)[] = []
  let rules: RuleExplained[] = []
  let feature: Omit<FeatureExplained, 'key'> = { plans: [] }
  const takeRules = () => {
    const taken = rules
    rules = []
    return taken
  }
  const collect: { [kind in Step['kind']]: (step: StepOf<kind>) => void } = {
    condition: (step) => conditions.push(conditionOf(step)),
    open() {
      outer.push(conditions)
      conditions = []
    },
    group({ group, holds }) {
      conditions = [...(outer.pop() ?? []), { logic: logicOf(group), holds, conditions }]
    },
    rule({ rule, matches }) {
      rules.push({ treatment: rule?.treatment, matches, logic: logicOf(rule), conditions })
      conditions = []
    },
    direct({ direct }) {
      feature.direct = direct
    },
    flag({ flag, treatment }) {
      feature.flag = { on: Boolean(flag.on), treatment, rules: takeRules() }
    },
    plan: ({ id, treatment }) => feature.plans.push({ id, treatment, rules: takeRules() }),
    feature({ key }) {
      trace.features.push({ key, ...feature })
      feature = { plans: [] }
    },
    held({ by }) {
      trace.heldBy = by
    },
  }
  // The table has one entry per kind; TypeScript cannot join the two unions.
  const note = (step: Step) => (collect[step.kind] as (step: Step) => void)(step)
  return { trace, note }
}

type Explain = (key: string, entitlements: Context, attributes?: AttributeSources, now?: number) => Trace

const explainWith =
  (evaluate: typeof evaluateFeature, otherwise: 'MISSING_FEATURE' | 'MISSING_PERMISSION'): Explain =>
  (key, entitlements, attributes, now = Date.now()) => {
    const { trace, note } = createCollector()
    const result = resultOf(evaluate, otherwise, [entitlements, key, { ...queryOf(attributes, now), note }])
    return { result, ...trace }
  }

/** Returns the result of `isEntitledToFeature` with every step behind it, recorded from the same evaluation. */
export const explainFeature = explainWith(evaluateFeature, 'MISSING_FEATURE')

/** Returns the result of `isEntitledToPermission` with every step behind it. */
export const explainPermission = explainWith(evaluatePermission, 'MISSING_PERMISSION')
