const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Returns whether two values are the same, or are objects with the same values under the same keys.
 *
 * @example shallowEqual({ a: 1 }, { a: 1 }) // true
 */
export const shallowEqual = (left: unknown, right: unknown): boolean => {
  if (Object.is(left, right)) return true
  if (!isObject(left) || !isObject(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && Object.is(left[key], right[key]))
}
