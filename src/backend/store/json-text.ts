import type { JsonValue } from '../../entities/wire.ts'

/** An object that a column holds as text; empty where the text is no object. */
export const jsonOf = (text: string): Record<string, JsonValue> => {
  try {
    const value: unknown = JSON.parse(text)
    // Checked: an object; its fields are JSON because it came from JSON.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, JsonValue>)
      : {}
  } catch {
    return {}
  }
}

/** A list of ids as the records store it; anything else counts as empty. */
export const idsOf = (json: string | null): string[] => {
  if (json === null || json === '[]') return []
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
