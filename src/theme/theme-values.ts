/** A branch of options whose shape is not trusted. */
type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a path of own properties; `undefined` if the path ends early. */
export const at = (tree: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((node, key) => (isTree(node) && Object.hasOwn(node, key) ? node[key] : undefined), tree)

const LENGTH = /^(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(px|rem|em)?$/

/** Returns a plain CSS length; numbers are pixels. Anything with a function, a `;` or a brace is refused. */
export const toLength = (value: unknown): string | undefined => {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 && value < 10_000 ? `${value}px` : undefined
  const match = typeof value === 'string' ? LENGTH.exec(value.trim()) : null
  return match ? `${match[1]}${match[2] ?? 'px'}` : undefined
}

const MAX_LENGTHS = 4

/** Returns one to four lengths, as in `padding`. */
export const toLengths = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return toLength(value)
  const lengths = value.trim().split(/\s+/).map(toLength)
  return lengths.length <= MAX_LENGTHS && lengths.every(Boolean) ? lengths.join(' ') : undefined
}

const MIN_FONT = 10
const MAX_FONT = 24
/** Font size of the root element in pixels, unless the page or the user sets another. */
const ROOT_FONT = 16

/** Returns the size of ordinary text in pixels. */
export const toFontSize = (value: unknown): number | undefined => {
  const length = toLength(value)
  const size = Number.parseFloat(length ?? '') * (length?.endsWith('em') ? ROOT_FONT : 1)
  return size >= MIN_FONT && size <= MAX_FONT ? size : undefined
}

const MIN_SPACING = 2
const MAX_SPACING = 24

export const toSpacing = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= MIN_SPACING && value <= MAX_SPACING ? value : undefined

export const toDirection = (value: unknown): 'ltr' | 'rtl' | undefined =>
  value === 'rtl' || value === 'ltr' ? value : undefined

/** Color scheme. `page` follows the page's computed `color-scheme`, `system` the operating system. */
export type SchemeName = 'page' | 'light' | 'dark' | 'system'

const SCHEMES: readonly unknown[] = ['page', 'light', 'dark', 'system'] satisfies SchemeName[]

export const toScheme = (value: unknown): SchemeName | undefined =>
  SCHEMES.includes(value) ? (value as SchemeName) : undefined // it is in the list

const IMAGE_URL = /^(https?:|data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]|\/|\.)/i

export const toImageUrl = (value: unknown): string | undefined =>
  typeof value === 'string' && IMAGE_URL.test(value) ? value : undefined

const FAMILY = /^[\p{L}\d _-]{1,64}$/u
const GENERIC = /^(serif|sans-serif|monospace|system-ui|ui-\w+(-\w+)?|inherit|-apple-system)$/

/** Returns font names only, each quoted again. */
export const toFontFamily = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > 512) return undefined
  const names = value.split(',').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
  if (!names.every((name) => FAMILY.test(name))) return undefined
  return names.map((name) => (GENERIC.test(name) ? name : `"${name}"`)).join(', ')
}

export const toWeight = (value: unknown): string | undefined => {
  const weight = Number(value)
  return Number.isInteger(weight) && weight >= 100 && weight <= 900 ? String(weight) : undefined
}

const ALIGNMENTS = ['left', 'center', 'right', 'start', 'end']

export const toAlignment = (value: unknown): string | undefined =>
  typeof value === 'string' && ALIGNMENTS.includes(value) ? value : undefined
