import { stableId } from '../../stable-id.ts'
import type { PolicyRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'

/** Returns the vendor's stored settings of these kinds as they are, so that malformed ones can be replaced. */
export const vendorRows = (store: Collections, kinds: readonly string[]): Promise<PolicyRecord[]> =>
  store.policies.list({ tenantId: null, kind: { in: [...kinds] } })

/**
 * Writes or removes (`null`) the vendor's stored setting. Its id is stable, so that if two processes write first, one is
 * refused.
 */
export const writeVendorRow = async (
  { policies }: Collections,
  kind: string,
  { value, now }: { value: string | null; now: number },
): Promise<void> => {
  if (value === null) {
    await policies.delete({ tenantId: null, kind })
    return
  }
  const patch = { value, updatedAt: now }
  if (await policies.update({ tenantId: null, kind }, patch)) return
  await policies.insert({ id: stableId(`policy ${kind} null`), tenantId: null, kind, createdAt: now, ...patch })
}
