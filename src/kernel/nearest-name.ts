import { listOf } from './list-of.ts'

/** Returns the Levenshtein distance. */
export const distance = (one: string, other: string): number => {
  const letters = [...other]
  const first = listOf(letters.length + 1, (at) => at)
  const last = [...one].reduce((row, letter, line) => {
    const next = [line + 1]
    letters.forEach((its, at) => {
      const replaced = (row[at] ?? 0) + (letter === its ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    })
    return next
  }, first)
  return last.at(-1) ?? 0
}

/** Returns whether at most a third of the letters differ. */
const isNear = (name: string, known: string): boolean =>
  distance(name, known) <= Math.max(1, Math.floor(name.length / 3))

/** Returns the known name that a misspelled one probably means, ignoring case. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const lower = name.toLowerCase()
  const inOrder = known.toSorted((a, b) => distance(lower, a.toLowerCase()) - distance(lower, b.toLowerCase()))
  return inOrder.slice(0, 1).find((nearest) => isNear(lower, nearest.toLowerCase()))
}
