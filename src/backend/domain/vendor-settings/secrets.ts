import { isRecord } from '../../../kernel/safe-json.ts'
import { SECTION_NAMES, type SectionName, type VendorSettings } from './kinds.ts'
import type { Path } from './references.ts'

/** The location of a section's secrets: a field of the section, or a field of each entry of a list. */
const PLACES: Readonly<Partial<Record<SectionName, { list?: string; field: string }>>> = {
  socialProviders: { list: 'providers', field: 'clientSecret' },
  customSocialProviders: { list: 'providers', field: 'clientSecret' },
  captcha: { field: 'secret' },
}

/** An object that has a secret in the field. */
interface Holder {
  path: Path
  owner: Record<string, unknown>
  field: string
}

/** Returns the objects of a section that have a secret. They are the objects in `value`, not copies. */
export const secretHolders = (name: SectionName, value: unknown): Holder[] => {
  const place = PLACES[name]
  if (!place || !isRecord(value)) return []
  const { list, field } = place
  const found = list === undefined ? [value] : value[list]
  if (!Array.isArray(found)) return []
  return found.flatMap((owner: unknown, at) => {
    if (!isRecord(owner) || typeof owner[field] !== 'string') return []
    return [{ owner, field, path: list === undefined ? [name, field] : [name, list, at, field] }]
  })
}

export interface SecretReference {
  path: Path
  /** The reference, such as `env:NAME`. */
  reference: string
}

/** Returns every secret that the settings refer to. */
export const secretReferences = (settings: VendorSettings): SecretReference[] =>
  SECTION_NAMES.flatMap((name) => secretHolders(name, settings[name])).map(({ path, owner, field }) => ({
    path,
    reference: String(owner[field]),
  }))
