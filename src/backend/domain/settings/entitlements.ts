import type {
  ConditionValue,
  TargetCondition,
  TargetFlag,
  TargetGroup,
  TargetRule,
  Treatment,
} from '../../../entities/entitlements.ts'
import {
  DEFINITIONS,
  flag,
  integer,
  list,
  name,
  number,
  numberOrText,
  object,
  oneOf,
  referTo,
  type Schema,
  text,
  whole,
} from './schema.ts'
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
export interface EntitlementCatalog {
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

const treatment = oneOf('true', 'false')
const logic = oneOf('and', 'or')

/** The conditions of a group. A group has `conditionLogic`, but a single condition does not. */
const conditions: Schema<TargetGroup['conditions']> = list({
  if: { required: ['conditionLogic'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: referTo('group'),
  else: referTo('condition'),
})
const rules = list(referTo<TargetRule>('rule'))

Object.assign(DEFINITIONS, {
  condition: whole<TargetCondition>({
    attribute: name,
    op: name,
    value: object<ConditionValue>({
      list: list(text),
      string: text,
      number,
      start: numberOrText,
      end: numberOrText,
      boolean: flag,
      date: numberOrText,
    }),
    negate: flag,
  }),
  group: whole<TargetGroup>({ conditionLogic: logic, conditions }),
  rule: whole<TargetRule>({ conditionLogic: logic, conditions, treatment }),
})

export const entitlementsSetting = defineVendorSetting({
  kind: 'entitlements',
  default: { features: [], plans: [] },
  schema: object<EntitlementCatalog>({
    features: list(
      object<EntitlementCatalog['features'][number]>(
        {
          key: name,
          linkedPermissions: list(name),
          featureFlag: object<TargetFlag>({ on: flag, offTreatment: treatment, defaultTreatment: treatment, rules }, [
            'on',
            'offTreatment',
            'defaultTreatment',
          ]),
        },
        ['key'],
      ),
    ),
    plans: list(
      object<EntitlementCatalog['plans'][number]>(
        {
          id: name,
          includes: list(name),
          limits: list(
            object<FeatureLimit>({ feature: name, perMonth: integer({ min: 0 }), isHard: flag }, [
              'feature',
              'perMonth',
            ]),
          ),
          targets: list(name),
          rules,
          defaultTreatment: treatment,
        },
        ['id', 'includes'],
      ),
    ),
  }),
})
