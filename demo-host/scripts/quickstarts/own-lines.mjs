import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const linesOf = (text) => text.split('\n').map((line) => line.trim())

const isTyped = (line) => line !== ''

/**
 * Returns the lines of a developer's files that the generator didn't write. Blank lines and indentation don't count;
 * everything else does, including closing brackets and comments. `diffArrays` is that of npm `diff`.
 */
export const ownLinesOf = (generated, own, diffArrays) =>
  diffArrays(linesOf(generated), linesOf(own))
    .filter(({ added }) => added)
    .flatMap(({ value }) => value)
    .filter(isTyped)

/**
 * Counts the same for the files at these paths of two folders; a file that the generator doesn't write counts
 * completely.
 */
export const countOwnLines = async ({ from, to, paths, diffArrays }) => {
  const counts = await Promise.all(
    paths.map(async (path) => {
      const generated = await readFile(join(to, path), 'utf8').catch(() => '')
      return ownLinesOf(generated, await readFile(join(from, path), 'utf8'), diffArrays).length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
