import { integer, list, name, nullableText, object, whole } from './schema.ts'
import { defineSetting } from './setting.ts'

/** The plan and features that a tenant has bought. Times are milliseconds since the epoch; -1 never expires. */
export interface TenantPlan {
  planId: string | null
  expireTime: number
  /** Features that were bought or tried individually. */
  extras: { feature: string; expireTime: number }[]
}

export const planSetting = defineSetting({
  kind: 'plan',
  default: { planId: null, expireTime: -1, extras: [] },
  schema: object<TenantPlan>({
    planId: nullableText,
    expireTime: integer({ min: -1 }),
    extras: list(whole({ feature: name, expireTime: integer({ min: -1 }) })),
  }),
})
