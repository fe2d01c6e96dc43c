import type { AppSettings } from '../../feature/settings.ts'
import { type BoxSettings, boxValues } from './box-values.ts'

const isImageUrl = (value: unknown): value is string => {
  if (typeof value !== 'string' || value === '') return false
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(value)) return true
  try {
    return /^https?:$/.test(new URL(value, globalThis.location?.href).protocol)
  } catch {
    return false
  }
}

/** Returns the host's own logo, else the one of the admin-box configuration, else the vendor's. */
export const logoOf = (settings: BoxSettings & Pick<AppSettings, 'vendor'>): string | undefined =>
  [...boxValues(settings, 'logo.image'), settings.vendor?.logo].find(isImageUrl)
