/** Creates the detail of an audit entry about a change: the state before and after it. */
export const beforeAndAfter = (before: object | null, after: object | null) => ({ before, after })

const MAX_KEYS = 100
const MAX_KEY_LENGTH = 100

/**
 * Returns the fields that a change set, changed, or removed. It is used if their values are too long or too private for
 * a log.
 */
export const changedKeys = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .slice(0, MAX_KEYS)
    .map((key) => key.slice(0, MAX_KEY_LENGTH))
