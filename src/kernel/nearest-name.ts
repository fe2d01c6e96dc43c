/** Returns the Levenshtein distance. */
export const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [at, its] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === its ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
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
