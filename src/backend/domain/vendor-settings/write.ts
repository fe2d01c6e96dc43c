import { stableId } from '../../stable-id.ts'
import type { Collections } from '../../store/store.ts'
import { SECTION_KINDS, type SectionName } from './kinds.ts'

/**
 * Writes sections as the vendor's policies. Their ids are stable, so that if two processes write first, one is refused.
 */
export const writeSections = async (
  store: Collections,
  texts: ReadonlyMap<SectionName, string | null>,
  now: number,
): Promise<void> => {
  for (const [name, value] of texts) {
    const kind = SECTION_KINDS[name]
    if (value === null) {
      await store.policies.delete({ tenantId: null, kind })
      continue
    }
    const patch = { value, updatedAt: now }
    if (await store.policies.update({ tenantId: null, kind }, patch)) continue
    await store.policies.insert({ id: stableId(`policy ${kind} null`), tenantId: null, kind, createdAt: now, ...patch })
  }
}
