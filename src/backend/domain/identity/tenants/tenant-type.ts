import { jsonOf } from '../../../store/json-text.ts'
import type { TenantRecord } from '../../../store/records.ts'

/** Types that the vendor can set on an account. A set type takes precedence over the one derived from its position. */
const TENANT_TYPES = ['customer', 'spam', 'test', 'reseller', 'headquarter'] as const

export const tenantTypeOf = (tenant: TenantRecord): (typeof TENANT_TYPES)[number] => {
  const { tenantType } = jsonOf(tenant.settings)
  const named = TENANT_TYPES.find((type) => type === tenantType)
  if (named) return named
  if (!tenant.isReseller) return 'customer'
  return tenant.parentId === null ? 'headquarter' : 'reseller'
}
