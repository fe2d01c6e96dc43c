import type { ConditionValue, TargetCondition, TargetFlag, TargetRule } from '../../../entities/entitlements.ts'
import type { BillingCatalogue, SoldPlan } from '../settings/billing.ts'
import type { EntitlementCatalogue, FeatureLimit } from '../settings/entitlements.ts'
import type { TenantPlan } from '../settings/plan.ts'
import {
  anyObject,
  described,
  flag,
  integer,
  list,
  maybeText,
  name,
  object,
  oneOf,
  recordOf,
  type Schema,
  text,
  whole,
} from './schema.ts'
import { openSection, section } from './section.ts'

const treatment = oneOf('true', 'false')
const number: Schema = { type: 'number' }
const numberOrText: Schema = { type: ['number', 'string'] }

const conditionValue = object<ConditionValue>({
  list: list(text),
  string: text,
  number,
  start: numberOrText,
  end: numberOrText,
  boolean: flag,
  date: numberOrText,
})

/** The conditions of a group. A group has `conditionLogic`, but a single condition does not. */
const conditions = list({
  if: { required: ['conditionLogic'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { $ref: '#/$defs/group' },
  else: { $ref: '#/$defs/condition' },
})
const logic = oneOf('and', 'or')

/** Schemas that others refer to, because groups of conditions can contain groups. */
export const DEFINITIONS: Readonly<Record<string, Schema>> = {
  condition: whole<TargetCondition>({ attribute: name, op: name, value: conditionValue, negate: flag }),
  group: whole<Omit<TargetRule, 'treatment'>>({ conditionLogic: logic, conditions }),
  rule: whole<TargetRule>({ conditionLogic: logic, conditions, treatment }),
}
const rules = list({ $ref: '#/$defs/rule' })

const featureFlag = object<TargetFlag>({ on: flag, offTreatment: treatment, defaultTreatment: treatment, rules }, [
  'on',
  'offTreatment',
  'defaultTreatment',
])

type Plan = EntitlementCatalogue['plans'][number]
type Navigation = 'theme' | 'themeV2' | 'navigation' | 'localizations' | 'integrations'

const soldPlan = object<SoldPlan>(
  {
    id: name,
    name,
    description: text,
    price: whole<SoldPlan['price']>({
      externalId: name,
      currency: { type: 'string', pattern: '^[a-z]{3}$' },
      amount: integer({ min: 0 }),
    }),
    isPublic: flag,
  },
  ['id', 'name', 'description', 'price'],
)

export const productSections = {
  application: section<'vendor', 'clientId'>('vendor', 'The application, as users know it', {
    name: described(name, 'Name in emails, in authenticator apps and in the login box'),
    logo: described(text, 'URL of the logo'),
    icon: described(text, 'URL of the icon'),
    whiteLabelMode: described(flag, 'Whether the portal hides the name of this product'),
  }),
  portal: section('portal-metadata', 'Login box and portal', {
    theme: described(anyObject, 'Theme of the first generation'),
    themeV2: described(anyObject, 'Theme of login box and portal'),
    navigation: described(anyObject, 'Visibility of each page: always, byPermissions or hidden'),
    localizations: described(anyObject, 'Texts in place of those of the product'),
    integrations: described(anyObject, 'Tag manager'),
  } satisfies Record<Navigation, Schema>),
  featureFlags: openSection('feature-flags', 'Flags of login box and portal', recordOf(oneOf('on', 'off'))),
  entitlements: section('entitlements', 'Features, and the plans they are sold in', {
    features: described(
      list(
        object<EntitlementCatalogue['features'][number]>({ key: name, linkedPermissions: list(name), featureFlag }, [
          'key',
        ]),
      ),
      'Each feature with the permissions that need it',
    ),
    plans: described(
      list(
        object<Plan>(
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
      'Each plan with its features and limits',
    ),
  }),
  defaultPlan: section('plan', 'The plan of accounts that have none', {
    planId: described(maybeText, 'ID of a plan of entitlements'),
    expireTime: described(integer({ min: -1 }), 'When it ends, in milliseconds since 1970; -1 is never'),
    extras: described(
      list(whole<TenantPlan['extras'][number]>({ feature: name, expireTime: integer({ min: -1 }) })),
      'Further features',
    ),
  }),
  billing: section('billing', 'Prices, and what customers do by themselves', {
    seller: described(
      whole<BillingCatalogue['seller']>({ name: text, lines: list(text) }),
      'Name and postal address on invoices',
    ),
    plans: described(list(soldPlan), 'Price of each plan'),
    comparedFeatures: described(
      list(whole<{ key: string; name: string }>({ key: name, name })),
      'Features by which public plans are compared',
    ),
    defaultPlanId: described(maybeText, 'The plan of accounts that pay for none'),
    trialEnd: described(oneOf('change_to_default', 'retain_trial'), 'What a trial without a card becomes'),
    allowPlanDowngrade: described(flag, 'Whether customers can choose a cheaper plan'),
    allowPlanCancellation: described(flag, 'Whether customers can cancel'),
  }),
}
