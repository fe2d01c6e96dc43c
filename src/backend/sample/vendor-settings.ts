import { vendorRows } from '../domain/settings/vendor-rows.ts'
import { SECTION_KINDS, SECTION_NAMES, type SectionName, type VendorSettings } from '../domain/vendor-settings/kinds.ts'
import { writeSections } from '../domain/vendor-settings/write.ts'
import type { Collections } from '../store/store.ts'
import file from './front-entry.vendor.json' with { type: 'json' }

/**
 * Settings of the demo's vendor, who sells a product with three plans. The cast is needed because imported JSON has
 * wider types than the settings.
 */
export const SAMPLE_SETTINGS = file as Omit<VendorSettings, keyof typeof file> & {
  [name in SectionName & keyof typeof file]: NonNullable<VendorSettings[name]>
}

/** The settings file in a vendor's format, for hosts that apply it. */
export const SAMPLE_FILE = JSON.stringify(file, undefined, 2)

/**
 * Inserts the settings for hosts that didn't apply the file, such as preview: a database that has settings keeps them.
 */
export const insertSampleSettings = async (store: Collections, at: number): Promise<void> => {
  if ((await vendorRows(store, Object.values(SECTION_KINDS))).length > 0) return
  const found = SECTION_NAMES.filter((name) => SAMPLE_SETTINGS[name] !== undefined)
  await writeSections(store, new Map(found.map((name) => [name, JSON.stringify(SAMPLE_SETTINGS[name])])), at)
}
