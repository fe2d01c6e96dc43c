import { isRecord } from '../../../kernel/safe-json.ts'
import type { Schema } from '../settings/schema.ts'
import { SECTION_NAMES, type VendorSettings } from './kinds.ts'
import type { Path } from './references.ts'
import { sectionSchema } from './sections.ts'

const byName = (one: string, other: string): number => {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Sorts keys in the order of the schema; keys that the vendor chooses follow in alphabetical order. */
const ordered = (value: unknown, schema: Schema | undefined): unknown => {
  if (Array.isArray(value)) return value.map((item) => ordered(item, schema?.items))
  if (!isRecord(value)) return value
  const declared = Object.keys(schema?.properties ?? {}).filter((key) => Object.hasOwn(value, key))
  const others = Object.keys(value)
    .filter((key) => !declared.includes(key))
    .sort(byName)
  return Object.fromEntries(
    [...declared, ...others].map((key) => [key, ordered(value[key], schema?.properties?.[key])]),
  )
}

/** Returns the settings in the order in which the file is written and compared. */
export const canonical = (settings: VendorSettings): VendorSettings =>
  Object.fromEntries(
    SECTION_NAMES.filter((name) => settings[name] !== undefined).map((name) => [
      name,
      ordered(settings[name], sectionSchema(name)),
    ]),
  )

export const vendorFileText = (settings: VendorSettings): string =>
  `${JSON.stringify(canonical(settings), undefined, 2)}\n`

/** Formats a path for readers of the file, such as `billing.plans[0].id`. */
export const pathText = (path: Path): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${part}`)).join('')

const partsOf = (value: unknown): [name: string | number, part: unknown][] => {
  if (Array.isArray(value)) return [...value.entries()]
  return isRecord(value) ? Object.entries(value) : []
}

/** Returns the values that have no parts, by their paths. Empty lists and objects are such values. */
const leaves = (value: unknown, path: Path = []): [path: string, text: string][] => {
  const parts = partsOf(value)
  if (parts.length === 0) return [[pathText(path), JSON.stringify(value)]]
  return parts.flatMap(([key, part]) => leaves(part, [...path, key]))
}

/** Returns a line for each value that was added, removed, or changed. */
export const differences = (before: VendorSettings, after: VendorSettings): string[] => {
  const [old, now] = [before, after].map((settings) =>
    Object.keys(settings).length > 0 ? new Map(leaves(canonical(settings))) : new Map<string, string>(),
  )
  const paths = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])]
  return paths.flatMap((path) => {
    const [was, is] = [old?.get(path), now?.get(path)]
    if (was === is) return []
    if (was === undefined) return [`+ ${path}: ${is}`]
    return is === undefined ? [`- ${path}: ${was}`] : [`~ ${path}: ${was} → ${is}`]
  })
}
