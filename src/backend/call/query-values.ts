/** Clients in the field send a value that they do not have as a text: `URLSearchParams` makes it so. */
const ABSENT = ['undefined', 'null']

/** What users search for can be any text, and what a protocol returns to its sender must not change (RFC 6749 §4.1.2). */
const EXACT = ['_filter', 'search', 'text', 'state', 'nonce', 'RelayState']

/** Whether a value of a query means that the parameter is absent. */
export const isAbsentText = (name: string, value: unknown): boolean =>
  typeof value === 'string' && ABSENT.includes(value) && !EXACT.includes(name)

/** A URL's query without the parameters that are absent. */
export const withoutAbsent = (url: URL): URL => {
  const absent = [...url.searchParams].filter(([name, value]) => isAbsentText(name, value))
  if (absent.length === 0) return url
  const cleaned = new URL(url)
  for (const [name, value] of absent) cleaned.searchParams.delete(name, value)
  return cleaned
}
