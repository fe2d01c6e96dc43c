/** Parses JSON; `undefined` when it is invalid. A key `__proto__` is dropped. */
export const parseJson = (text: string | null | undefined): unknown => {
  if (text === null || text === undefined || text === '') return undefined
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return undefined
  }
}

/** Returns the JSON text of a value; `undefined` when it has none (cycles, big integers, functions). */
export const toJson = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
