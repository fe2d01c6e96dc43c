/** Parameters that later standards allow several times (RFC 8707 §2, RFC 8693 §2.1). */
const REPEATABLE = ['resource', 'audience']

/**
 * Returns the first parameter that is sent more than once, which RFC 6749 §3.1 and §3.2 forbid. Takes linear time,
 * because it runs before the client is checked.
 */
export const repeatedParameter = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>()
  return names.find((name) => {
    const isRepeated = seen.has(name)
    seen.add(name)
    return isRepeated && !REPEATABLE.includes(name)
  })
}

/** Returns the parameters that have a value; those without one count as omitted (RFC 6749 §3.1). */
export const withoutEmpty = (
  query: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
