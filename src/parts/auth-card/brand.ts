import type { AppSettings } from '../../feature/settings.ts'
import { isRecord } from '../../kernel/safe-json.ts'

export type BoxSettings = Pick<AppSettings, 'theme' | 'configuration'>

const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce((node, key) => (isRecord(node) ? node[key] : undefined), tree)

/**
 * Returns the values that the host's options and the account's own login box have at a path of `loginBox`, the host's
 * first.
 */
export const boxValues = ({ theme, configuration }: BoxSettings, path: string): readonly unknown[] =>
  [theme, configuration?.themeV2].map((tree) => at(tree, `loginBox.${path}`.split('.')))

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
