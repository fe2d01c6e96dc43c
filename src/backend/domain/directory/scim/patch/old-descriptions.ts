import { isObject, type ScimObject } from '../../provisioning/directory-facts.ts'
import type { Tree } from '../filter/parse-filter.ts'
import { sameName } from '../schema.ts'
import type { PatchTarget } from './patch-path.ts'

/** Parts that describe what `value` refers to, such as the name of a manager or the label of a phone number. */
const DESCRIPTIONS = ['$ref', 'display', 'displayName']

/** Returns whether a part describes the previous value. */
export type IsOld = (name: string, part: unknown) => boolean

/** Returns a value without the descriptions that match. */
export const withoutDescriptions = (value: ScimObject, isOld: IsOld): ScimObject =>
  Object.fromEntries(Object.entries(value).filter(([name, part]) => !isOld(name, part)))

const objectsIn = (value: unknown): (ScimObject | undefined)[] =>
  [value].flat().map((each) => (isObject(each) ? each : undefined))

const namesIn = (tree: Tree): string[] => {
  if ('parts' in tree) return tree.parts.flatMap(namesIn)
  return 'part' in tree ? namesIn(tree.part) : [tree.path]
}

/**
 * Creates a function that finds the descriptions that an attribute had before the request. Those that an earlier operation
 * of the same request set are kept, and those by which the path selects a value, because they would no longer select it.
 */
export const oldDescriptions = ({ tree }: PatchTarget, before: unknown): IsOld => {
  const partsNamed = (name: string): Set<unknown> => {
    const isSelecting = tree !== undefined && namesIn(tree).some((each) => sameName(each, name))
    return new Set(isSelecting ? [] : objectsIn(before).map((each) => each?.[name]))
  }
  // A group has many values, and most operations ask for none of their parts.
  const read = new Map<string, Set<unknown>>()
  return (name, part) => {
    if (!DESCRIPTIONS.includes(name)) return false
    const parts = read.get(name) ?? partsNamed(name)
    read.set(name, parts)
    return parts.has(part)
  }
}

/**
 * Returns the value of an attribute after a path such as `manager.value` changed what it refers to: without the name and
 * the reference of the previous one.
 */
export const withoutOldDescriptions = (
  { sub }: PatchTarget,
  { old, after }: { old: unknown; after: unknown },
  isOld: IsOld,
): unknown => {
  if (sub?.name !== 'value') return after
  const olds = objectsIn(old)
  const current = (value: unknown, at: number): unknown => {
    const previous = olds[at]
    return !isObject(value) || previous?.value === undefined || previous.value === value.value
      ? value
      : withoutDescriptions(value, isOld)
  }
  return Array.isArray(after) ? after.map(current) : current(after, 0)
}
