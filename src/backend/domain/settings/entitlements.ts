import type {
  ConditionValue,
  TargetCondition,
  TargetFlag,
  TargetGroup,
  TargetRule,
  Treatment,
} from '../../../entities/entitlements.ts'
import { type Check, fields, flag, list, number, numberOrText, oneOf, optional, shape, text } from './checks.ts'
import { defineVendorSetting } from './setting.ts'

/** The number of times that a tenant with a plan may use a feature. */
export interface FeatureLimit {
  feature: string
  /** Uses per calendar month, in UTC. */
  perMonth: number
  /** Whether uses beyond the limit are refused. @default they are counted */
  isHard?: boolean
}

/** The features that the vendor sells, and the plans that contain them. */
export interface EntitlementCatalogue {
  features: {
    key: string
    /** Permission keys that have no effect without this feature. */
    linkedPermissions?: string[]
    featureFlag?: TargetFlag
  }[]
  plans: {
    id: string
    /** Features that a tenant with this plan has. */
    includes: string[]
    /** Limits of features; features without one may be used any number of times. */
    limits?: FeatureLimit[]
    /** Features that the rules below may grant to other users. */
    targets?: string[]
    rules?: TargetRule[]
    defaultTreatment?: Treatment
  }[]
}

const treatment = oneOf<Treatment>('true', 'false')

const condition = shape<TargetCondition>({
  attribute: text,
  op: text,
  value: shape<ConditionValue>({
    list: optional(list(text)),
    string: optional(text),
    number: optional(number),
    start: optional(numberOrText),
    end: optional(numberOrText),
    boolean: optional(flag),
    date: optional(numberOrText),
  }),
  negate: flag,
})
const isConditions = (value: unknown): value is TargetGroup['conditions'] =>
  list((one): one is TargetCondition | TargetGroup => condition(one) || shape<TargetGroup>(group)(one))(value)
const group = { conditionLogic: oneOf('and', 'or'), conditions: isConditions }
const rules: Check<TargetRule[]> = list(shape<TargetRule>({ ...group, treatment }))

export const entitlementsSetting = defineVendorSetting({
  kind: 'entitlements',
  default: { features: [], plans: [] },
  parse: fields<EntitlementCatalogue>({
    features: list(
      shape<EntitlementCatalogue['features'][number]>({
        key: text,
        linkedPermissions: optional(list(text)),
        featureFlag: optional(
          shape<TargetFlag>({
            on: flag,
            offTreatment: treatment,
            defaultTreatment: treatment,
            rules: optional(rules),
          }),
        ),
      }),
    ),
    plans: list(
      shape<EntitlementCatalogue['plans'][number]>({
        id: text,
        includes: list(text),
        limits: optional(list(shape<FeatureLimit>({ feature: text, perMonth: number, isHard: optional(flag) }))),
        targets: optional(list(text)),
        rules: optional(rules),
        defaultTreatment: optional(treatment),
      }),
    ),
  }),
})
