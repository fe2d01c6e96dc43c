import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

export interface VisualRun {
  readonly text: string
  readonly isRightToLeft: boolean
}

/**
 * Returns whether text has letters that are written from right to left, so that its order must be resolved.
 *
 * @example hasRightToLeft('חברה 5') // true
 */
export const hasRightToLeft = (text: string): boolean =>
  Array.from(text).some((letter) => /^(R|AL|AN)$/.test(bidi.getBidiCharTypeName(letter)))

interface Run {
  readonly level: number
  text: string
}

/** Reverses runs from the highest level down (rule L2 of the Unicode bidirectional algorithm, UAX #9). */
const reordered = (runs: readonly Run[]): Run[] => {
  const seen = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let start = 0; start < seen.length; start += 1) {
      let end = start
      while ((seen[end]?.level ?? 0) >= level) end += 1
      seen.splice(start, end - start, ...seen.slice(start, end).reverse())
      start = Math.max(start, end - 1)
    }
  return seen
}

/**
 * Returns the pieces of one line from left to right as they are seen, each in the order in which it is read, with brackets
 * mirrored where they are read from right to left. The first letter decides the direction of the line.
 *
 * @example visualRuns('חברה 5') // [{ text: '5', isRightToLeft: false }, { text: 'חברה ', isRightToLeft: true }]
 */
export const visualRuns = (line: string): VisualRun[] => {
  const embedding = bidi.getEmbeddingLevels(line)
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const runs: Run[] = []
  for (const [index, level] of embedding.levels.entries()) {
    const shown = mirrored.get(index) ?? line.charAt(index)
    const last = runs.at(-1)
    if (last?.level === level) last.text += shown
    else runs.push({ level, text: shown })
  }
  return reordered(runs).map(({ level, text }) => ({ text, isRightToLeft: level % 2 === 1 }))
}
