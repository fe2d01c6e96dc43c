import type { AppSettings } from '../../feature/settings.ts'
import { isRecord } from '../../kernel/safe-json.ts'

const imageOf = (theme: unknown): unknown => {
  const box = isRecord(theme) ? theme.loginBox : undefined
  const logo = isRecord(box) ? box.logo : undefined
  return isRecord(logo) ? logo.image : undefined
}

const isImageUrl = (value: unknown): value is string => {
  if (typeof value !== 'string' || value === '') return false
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(value)) return true
  try {
    return /^https?:$/.test(new URL(value, globalThis.location?.href).protocol)
  } catch {
    return false
  }
}

/** The host's own logo, else the one of the admin-box configuration, else the vendor's. */
export const logoOf = (settings: Pick<AppSettings, 'theme' | 'configuration' | 'vendor'>): string | undefined =>
  [imageOf(settings.theme), imageOf(settings.configuration?.themeV2), settings.vendor?.logo].find(isImageUrl)
