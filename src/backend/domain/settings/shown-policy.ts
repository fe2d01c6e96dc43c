import type { Collections } from '../../store/store.ts'
import { iso } from '../base/wire/wire.ts'
import { type Policies, policyOf, vendorPolicy } from './policies.ts'

interface Stored {
  /** Empty while there is no policy of one's own: the first save creates it. */
  id: string
  createdAt: string
  updatedAt: string
}

/** What holds for a tenant (`null`: what the vendor says) in the shape of the wire; a default is as old as the epoch. */
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
