/** `URLSearchParams` turns a missing value into one of these texts, and existing clients send them. */
const ABSENT = ['undefined', 'null']

/**
 * Parameters that are never treated as absent: a search can be for any text, and a value that a protocol returns to its
 * sender must not change (RFC 6749 §4.1.2).
 */
const EXACT = ['_filter', 'search', 'text', 'state', 'nonce', 'RelayState']

/** Returns whether a value is a text that a missing one is sent as, whatever the parameter means. */
export const isNothing = (value: unknown): boolean => typeof value === 'string' && ABSENT.includes(value)

/** Returns whether a value of a query means that the parameter is absent. */
export const isAbsentText = (name: string, value: unknown): boolean => isNothing(value) && !EXACT.includes(name)

/** Removes the absent parameters from a URL's query. */
export const withoutAbsent = (url: URL): URL => {
  const absent = [...url.searchParams].filter(([name, value]) => isAbsentText(name, value))
  if (absent.length === 0) return url
  const cleaned = new URL(url)
  for (const [name, value] of absent) cleaned.searchParams.delete(name, value)
  return cleaned
}
