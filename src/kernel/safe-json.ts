/** Parses JSON; `undefined` when it is invalid. A key `__proto__` is dropped. */
export const parseJson = (text: string | null | undefined): unknown => {
  if (text === null || text === undefined || text === '') return undefined
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return undefined
  }
}

/** Ignores the `toJSON` method of lists. */
function withoutInherited(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const own = this[key]
  return Array.isArray(own) ? own : value
}

/**
 * Returns the JSON text of a value, even on pages whose libraries add `toJSON` to all arrays, as Prototype.js does.
 * Such a method returns a string, so a list would become a string that contains a list.
 */
export const jsonText = (value: unknown, space?: number): string => JSON.stringify(value, withoutInherited, space)

/** Returns the JSON text of a value; `undefined` when it has none (cycles, big integers, functions). */
export const toJson = (value: unknown): string | undefined => {
  try {
    return jsonText(value)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
