import type { TargetCondition, TargetRule } from '../../entities/entitlements.ts'
import type { EntitlementCatalogue, TenantPlan } from '../domain/entitlements/entitlement-catalogue.ts'

const YEAR = 365 * 86_400_000

const when = (...conditions: TargetCondition[]): TargetRule => ({
  conditionLogic: 'and',
  conditions,
  treatment: 'true',
})
const condition = (attribute: string, op: string, value: TargetCondition['value'], negate = false) => ({
  attribute,
  op,
  value,
  negate,
})

/** A product with three plans: something of every kind that a feature can come by. */
export const SAMPLE_CATALOGUE: EntitlementCatalogue = {
  features: [
    { key: 'dashboards' },
    { key: 'scheduled-reports' },
    { key: 'audit-log', linkedPermissions: ['fe.secure.read.audits'] },
    { key: 'sso', linkedPermissions: ['fe.secure.read.samlConfiguration', 'fe.secure.write.samlConfiguration'] },
    { key: 'custom-roles', linkedPermissions: ['fe.secure.write.roles'] },
    { key: 'bulk-import' },
    { key: 'data-residency' },
    { key: 'priority-support' },
    {
      key: 'ai-assistant',
      featureFlag: {
        on: true,
        offTreatment: 'false',
        defaultTreatment: 'false',
        rules: [
          when(condition('frontegg.email', 'matches', { string: '^[a-l][\\w.-]*@acme\\.test$' })),
          when(
            condition('role', 'in_list', { list: ['designer', 'researcher'] }),
            condition('frontegg.emailVerified', 'is', { boolean: true }),
          ),
        ],
      },
    },
    {
      key: 'new-editor',
      featureFlag: { on: false, offTreatment: 'false', defaultTreatment: 'true', rules: [] },
    },
  ],
  plans: [
    { id: 'starter', includes: ['dashboards'], limits: [{ feature: 'dashboards', perMonth: 100 }] },
    {
      id: 'growth',
      includes: ['dashboards', 'scheduled-reports', 'audit-log'],
      limits: [
        { feature: 'dashboards', perMonth: 1_000 },
        { feature: 'scheduled-reports', perMonth: 200, isHard: true },
      ],
      targets: ['bulk-import'],
      rules: [when(condition('seats', 'greater_than_equal', { number: 25 }))],
    },
    {
      id: 'enterprise',
      includes: [
        'dashboards',
        'scheduled-reports',
        'audit-log',
        'sso',
        'custom-roles',
        'bulk-import',
        'data-residency',
      ],
      targets: ['data-residency'],
      rules: [
        when(
          condition('region', 'in_list', { list: ['eu', 'uk'] }),
          condition('role', 'in_list', { list: ['guest'] }, true),
        ),
      ],
    },
  ],
}

/** Acme grows and has let a trial run out, a year after it was founded; Globex has everything. */
export const samplePlans = (founded: number): Readonly<Record<'acme' | 'globex', TenantPlan>> => ({
  acme: {
    planId: 'growth',
    expireTime: -1,
    extras: [{ feature: 'priority-support', expireTime: founded + YEAR }],
  },
  globex: { planId: 'enterprise', expireTime: -1, extras: [] },
})
