import { isObject, type ScimObject } from '../../provisioning/directory-facts.ts'
import type { PatchTarget } from './patch-path.ts'

/** Parts that describe what `value` refers to, such as the name of a manager or the label of a phone number. */
const DESCRIPTIONS = ['$ref', 'display', 'displayName']

/** Returns a value without the descriptions that match. */
export const withoutDescriptions = (
  value: ScimObject,
  isOld: (name: string, part: unknown) => boolean = () => true,
): ScimObject =>
  Object.fromEntries(Object.entries(value).filter(([name, part]) => !DESCRIPTIONS.includes(name) || !isOld(name, part)))

const objectsIn = (value: unknown): (ScimObject | undefined)[] =>
  [value].flat().map((each) => (isObject(each) ? each : undefined))

/**
 * Returns the value of an attribute after a path such as `manager.value` changed what it refers to: without the name and
 * the reference of the previous one. Those that an earlier operation of the same request set are kept.
 *
 * @param before the value before the operation, and before the request
 */
export const withoutOldDescriptions = (
  { sub }: PatchTarget,
  after: unknown,
  before: { old: unknown; first: unknown },
): unknown => {
  if (sub?.name !== 'value') return after
  const olds = objectsIn(before.old)
  const known = objectsIn(before.first)
  const parts = new Map(DESCRIPTIONS.map((name) => [name, new Set(known.map((each) => each?.[name]))]))
  const current = (value: unknown, at: number): unknown => {
    const old = olds[at]
    return !isObject(value) || old?.value === undefined || old.value === value.value
      ? value
      : withoutDescriptions(value, (name, part) => parts.get(name)?.has(part) ?? false)
  }
  return Array.isArray(after) ? after.map(current) : current(after, 0)
}
