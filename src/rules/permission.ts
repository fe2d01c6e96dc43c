/** Returns whether `text` matches `pattern`, where `*` matches any characters; linear, anchored at both ends. */
const fits = (pattern: string, text: string): boolean => {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/**
 * Returns whether one of the held keys covers the required one. Held keys may contain wildcards (`fe.secure.*`); a
 * required wildcard such as `fe.subscriptions.*` is also met by any key below it.
 */
export const holdsPermission = (held: readonly string[], required: string): boolean =>
  held.some((key) => fits(key, required) || (required.includes('*') && !key.includes('*') && fits(required, key)))

/** Returns whether the held keys cover every one of the others; wildcards of the others are compared literally. */
export const coversPermissions = (held: readonly string[], others: readonly string[]): boolean =>
  others.every((other) => held.some((key) => fits(key, other)))
