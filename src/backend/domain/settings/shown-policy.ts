import type { Collections } from '../../store/store.ts'
import { iso } from '../base/wire/wire.ts'
import { type Policies, policyOf, vendorPolicy } from './policies.ts'

interface Stored {
  /** Empty until the first save creates the tenant's own policy. */
  id: string
  createdAt: string
  updatedAt: string
}

/**
 * Returns the policy that applies to a tenant, or the vendor's for `null`, in its wire shape. A default has the epoch
 * as its date.
 */
export const shownPolicy = async <Kind extends keyof Policies>(
  store: Collections,
  kind: Kind,
  tenantId: string | null,
): Promise<Policies[Kind] & Stored> => {
  const record = await store.policies.find({ tenantId, kind })
  const value = tenantId === null ? await vendorPolicy(store, kind) : await policyOf(store, kind, tenantId)
  return {
    ...value,
    id: record?.id ?? '',
    createdAt: iso(record?.createdAt ?? 0),
    updatedAt: iso(record?.updatedAt ?? 0),
  }
}
