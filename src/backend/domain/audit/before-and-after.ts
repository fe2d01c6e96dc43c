/** Detail of an audit row about a change: what held before and what holds now. */
export const beforeAndAfter = (before: object | null, after: object | null) => ({ before, after })

const MAX_KEYS = 100
const MAX_KEY_LENGTH = 100

/** Which fields a change of an object set, changed or removed, where their values are too long or too private for a log. */
export const changedKeys = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .slice(0, MAX_KEYS)
    .map((key) => key.slice(0, MAX_KEY_LENGTH))
