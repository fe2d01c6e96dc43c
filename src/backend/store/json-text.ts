import type { JsonValue } from '../../entities/wire.ts'

/** Parses an object that a column holds as text; returns an empty one if the text is not an object. */
export const jsonOf = (text: string): Record<string, JsonValue> => {
  try {
    const value: unknown = JSON.parse(text)
    // The value is checked to be an object; its fields are JSON because it was parsed from JSON.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, JsonValue>)
      : {}
  } catch {
    return {}
  }
}

/** Parses a stored list of ids; anything else counts as empty. */
export const idsOf = (json: string | null): string[] => {
  if (json === null || json === '[]') return []
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/**
 * Returns whether each id is that of a row. The number of rows isn't enough: stores ignore characters that they can't
 * hold, so a different id may find a row (`storable`).
 */
export const hasEvery = (rows: readonly { id: string }[], ids: readonly string[]): boolean => {
  const known = new Set(rows.map(({ id }) => id))
  return ids.every((id) => known.has(id))
}
