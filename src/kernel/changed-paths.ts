import { isRecord } from './safe-json.ts'

/** Deeper values are reported by their branch, such as `themeOptions.loginBox.boxStyle`. */
const MAX_DEPTH = 3

/** Returns the text of a value. A function that the same code creates again counts as unchanged. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? String(part) : part))

const compare = (before: unknown, after: unknown, path: readonly string[]): string[] => {
  if (Object.is(before, after)) return []
  if (path.length === MAX_DEPTH || !isRecord(before) || !isRecord(after)) {
    return textOf(before) === textOf(after) ? [] : [path.join('.')]
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => compare(before[key], after[key], [...path, key]))
}

/**
 * Returns the paths at which two trees differ, such as `contextOptions.clientId`; none if they can't be read as data,
 * such as trees with cycles.
 */
export const changedPaths = (before: object, after: object): string[] => {
  try {
    return compare(before, after, [])
  } catch {
    return []
  }
}
