import { isObject, type ScimObject } from '../../provisioning/directory-facts.ts'
import { matchesFilter } from '../filter/match-filter.ts'
import type { Tree } from '../filter/parse-filter.ts'
import { assertFits, isBlank, isCleared, isUnassigned, typedValue } from '../normalize.ts'
import { type Attribute, subAttribute } from '../schema.ts'
import { scimRefusal } from '../scim-error.ts'
import { type IsOld, withoutDescriptions } from './old-descriptions.ts'
import type { PatchTarget } from './patch-path.ts'

const listOf = (value: unknown): unknown[] => {
  if (isUnassigned(value)) return []
  return Array.isArray(value) ? value : [value]
}

const writtenKey = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  )

/**
 * Caches the keys of values. Values are never changed in place, and a PATCH with many operations compares the same ones
 * repeatedly.
 */
const keys = new WeakMap<ScimObject, string>()

/** Returns a key that is the same for equal values, regardless of the order of their parts. */
const keyOf = (value: unknown): string => {
  if (!isObject(value)) return writtenKey(value)
  const key = keys.get(value) ?? writtenKey(value)
  keys.set(value, key)
  return key
}

export const isSame = (left: unknown, right: unknown): boolean => keyOf(left) === keyOf(right)

/** Ensures a single primary value: a new one replaces the old one (RFC 7644 §3.5.2). */
const withOnePrimary = (before: readonly unknown[], after: readonly unknown[]): unknown[] => {
  const primaries = after.filter((value) => isObject(value) && value.primary === true)
  if (primaries.length < 2) return [...after]
  const known = new Set(before.map(keyOf))
  const kept = primaries.findLast((value) => !known.has(keyOf(value))) ?? primaries.at(-1)
  return after.map((value) =>
    isObject(value) && value.primary === true && value !== kept ? { ...value, primary: false } : value,
  )
}

const isMember = ({ name }: Attribute) => name === 'members'

/** Returns the key by which values are compared; members are compared only by their id. */
const nameIn = (attribute: Attribute, value: unknown): unknown =>
  isMember(attribute) && isObject(value) ? value.value : keyOf(value)

const appended = (attribute: Attribute, before: unknown, given: unknown): unknown[] => {
  const known = listOf(before)
  const after = new Map(known.map((value) => [nameIn(attribute, value), value]))
  for (const value of listOf(given)) {
    const name = nameIn(attribute, value)
    if (!after.has(name)) after.set(name, value)
  }
  const values = [...after.values()]
  assertFits(attribute, values)
  return withOnePrimary(known, values)
}

/**
 * Returns the new value that a filter such as `a eq "x" and b eq "y"` describes, or `undefined` for any other filter.
 */
const describedBy = (attribute: Attribute, tree: Tree | undefined): ScimObject | undefined => {
  if (tree?.kind === 'and') {
    const parts = tree.parts.map((part) => describedBy(attribute, part))
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts)
  }
  const isEqual = tree?.kind === 'compare' && tree.operator === 'eq' && tree.value !== null
  const sub = isEqual ? subAttribute(attribute, tree.path) : undefined
  // The value has the type of its attribute, so that the same filter finds it the next time.
  return sub && isEqual ? { [sub.name]: typedValue(sub, tree.value) } : undefined
}

/** Returns a value with one part changed. If the part `value` is cleared, the other parts are removed as well. */
const withPart = (old: unknown, sub: Attribute, given: unknown): ScimObject => {
  const part = isUnassigned(given) ? undefined : typedValue(sub, given)
  if (!isCleared(part)) return { ...(isObject(old) ? old : {}), [sub.name]: part }
  return sub.name === 'value' ? {} : { ...(isObject(old) ? old : {}), [sub.name]: undefined }
}

const merged = (old: ScimObject, read: ScimObject, isOld: IsOld): ScimObject => {
  const isSameThing = read.value === undefined || old.value === undefined || read.value === old.value
  return { ...(isSameThing ? old : withoutDescriptions(old, isOld)), ...read }
}

const mergedPart = (target: PatchTarget, old: unknown, given: unknown, isOld: IsOld): unknown => {
  const { sub, attribute } = target
  if (sub) return withPart(old, sub, given)
  return merged(isObject(old) ? old : {}, typedValue({ ...attribute, multiValued: false }, given) as ScimObject, isOld)
}

/**
 * The way in which a value is changed. `replaceOrAdd` adds a value such as a mobile phone that the path describes but
 * the resource lacks, although RFC 7644 §3.5.2.3 refuses that, because the other operations of the request would be lost.
 */
type Mode = 'add' | 'replace' | 'replaceOrAdd'

interface Manner {
  mode: Mode
  /** Whether a name or a reference is dropped with the value that it describes. */
  isOld: IsOld
}

const changedByFilter = (target: PatchTarget, before: unknown, given: unknown, { mode, isOld }: Manner): unknown[] => {
  const { attribute, filter, tree } = target
  const values = listOf(before)
  const isMatch = (value: unknown) => isObject(value) && filter !== undefined && matchesFilter(value, filter)
  if (values.some(isMatch)) {
    return withOnePrimary(
      values,
      values.map((value) => (isMatch(value) ? mergedPart(target, value, given, isOld) : value)),
    )
  }
  // There is no value to clear.
  if (isCleared(given)) return values
  const described = mode === 'replace' ? undefined : describedBy(attribute, tree)
  if (!described || (mode === 'replaceOrAdd' && 'value' in described))
    throw scimRefusal('noTarget', `No value of ${attribute.name} matches the path`)
  return appended(attribute, values, [mergedPart(target, described, given, isOld)])
}

/**
 * Returns the target of a path such as `members.value` as if it named `members`, because a simple value has no separate
 * part to change.
 */
const withoutValue = ({ sub, ...target }: PatchTarget): PatchTarget =>
  sub && sub.name !== 'value' ? { ...target, sub } : target

const changedPart = (sub: Attribute, attribute: Attribute, before: unknown, given: unknown): unknown => {
  if (!attribute.multiValued) return withPart(before, sub, given)
  // Without a filter, `emails.value` refers to every email.
  return listOf(before).map((value) => (isObject(value) ? withPart(value, sub, given) : value))
}

/** Returns the value of an attribute after `add` or `replace`. */
export const changedValue = (target: PatchTarget, before: unknown, given: unknown, manner: Manner): unknown => {
  const { filter } = target
  if (filter) return changedByFilter(target, before, given, manner)
  const { attribute, sub } = isMember(target.attribute) ? withoutValue(target) : target
  const isAdd = manner.mode === 'add'
  if (sub) return changedPart(sub, attribute, before, given)
  const read = isUnassigned(given) ? undefined : typedValue(attribute, given)
  // A value that is neither true nor false changes nothing, so that it activates no user.
  if (read === undefined) return isAdd || attribute.type === 'boolean' ? before : undefined
  if (isBlank(read)) return isAdd ? before : undefined
  if (attribute.multiValued) return isAdd ? appended(attribute, before, read) : read
  return isObject(read) && isObject(before) ? merged(before, read, manner.isOld) : read
}

const without = (value: ScimObject, name: string): ScimObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

/** Returns a value without one part. Without the part `value`, nothing remains of a value of a list. */
const removedPart = ({ sub, attribute }: { sub: Attribute; attribute: Attribute }, value: unknown): unknown => {
  if (!isObject(value)) return value
  return attribute.multiValued && sub.name === 'value' ? {} : without(value, sub.name)
}

/** Returns the value to remove if it was sent without its type. */
const valueAlone = (value: unknown): unknown[] =>
  isObject(value) && value.value !== undefined && Object.keys(value).length === 1 ? [value.value] : []

/**
 * Returns the value of an attribute after `remove`. Some directories list the values to remove instead of using a
 * filter.
 */
export const removedValue = (target: PatchTarget, before: unknown, given: unknown): unknown => {
  const isNamed = target.filter === undefined && !isUnassigned(given)
  const { attribute, sub, filter } = isNamed && target.attribute.multiValued ? withoutValue(target) : target
  if (!attribute.multiValued) return sub ? removedPart({ sub, attribute }, before) : undefined
  const values = listOf(before)
  if (filter) {
    const isMatch = (value: unknown) => isObject(value) && matchesFilter(value, filter)
    return sub
      ? values.map((value) => (isMatch(value) ? removedPart({ sub, attribute }, value) : value))
      : values.filter((value) => !isMatch(value))
  }
  if (sub) return values.map((value) => removedPart({ sub, attribute }, value))
  if (isUnassigned(given)) return undefined
  const wanted = listOf(typedValue(attribute, given))
  const named = new Set(wanted.map((value) => nameIn(attribute, value)))
  const alone = new Set(wanted.flatMap(valueAlone))
  return values.filter((value) => !named.has(nameIn(attribute, value)) && !(isObject(value) && alone.has(value.value)))
}
