import type { Collections } from '../../store/store.ts'
import { writeVendorRow } from '../settings/vendor-rows.ts'
import { SECTION_KINDS, type SectionName } from './kinds.ts'

/** The kind of a row that is locked while the settings change; its value has no meaning. */
const LOCK_KIND = 'vendor-settings'

/** Locks the vendor's settings until the end of the transaction, so that two processes change them one after the other. */
export const lockVendorRows = (store: Collections, now: number): Promise<void> =>
  writeVendorRow(store, LOCK_KIND, { value: '{}', now })

/** Writes sections as the vendor's settings; those with `null` are removed. */
export const writeSections = async (
  store: Collections,
  texts: ReadonlyMap<SectionName, string | null>,
  now: number,
): Promise<void> => {
  for (const [name, value] of texts) await writeVendorRow(store, SECTION_KINDS[name], { value, now })
}
