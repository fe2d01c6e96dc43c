import { isRecord } from './safe-json.ts'

/** Deeper values are named by their branch, as `themeOptions.loginBox.boxStyle`. */
const MAX_DEPTH = 3

/** A function that is made again by the same code counts as unchanged. */
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

/** Where two trees differ, such as `contextOptions.clientId`. Nothing where they can't be read as data, as trees with cycles. */
export const changedPaths = (before: object, after: object): string[] => {
  try {
    return compare(before, after, [])
  } catch {
    return []
  }
}
