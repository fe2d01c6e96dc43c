import type { Collections } from '../../store/store.ts'
import { writeVendorRow } from '../settings/vendor-rows.ts'
import { SECTION_KINDS, type SectionName } from './kinds.ts'

/** Writes sections as the vendor's settings; those with `null` are removed. */
export const writeSections = async (
  store: Collections,
  texts: ReadonlyMap<SectionName, string | null>,
  now: number,
): Promise<void> => {
  for (const [name, value] of texts) await writeVendorRow(store, SECTION_KINDS[name], { value, now })
}
