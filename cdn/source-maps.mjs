// Keeps source maps correct when a plugin changes code that Rollup has already written and mapped.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Reads the first number of a segment (Base64 VLQ); returns it with the rest of the segment. */
const readFirst = (segment) => {
  let value = 0
  let at = 0
  for (let shift = 0, isLast = false; !isLast; shift += 5) {
    const digit = DIGITS.indexOf(segment[at++])
    value |= (digit & 31) << shift
    isLast = (digit & 32) === 0
  }
  return [value & 1 ? -(value >> 1) : value >> 1, segment.slice(at)]
}

const write = (number) => {
  let text = ''
  for (let rest = number < 0 ? (-number << 1) | 1 : number << 1; ; ) {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
    if (rest === 0) return text
  }
}

/** Moves the segments of a line: a column is relative to the segment before, so one change moves all that follow. */
const movedLine = (line, edits) => {
  let column = 0
  let at = 0
  const moved = line.split(',').map((segment) => {
    const [distance, rest] = readFirst(segment)
    column += distance
    let by = 0
    while (at < edits.length && column >= edits[at].column) by += edits[at++].by
    return by === 0 ? segment : write(distance + by) + rest
  })
  return moved.join(',')
}

/**
 * Returns the mappings of a file in which texts were replaced.
 *
 * @param edits for each replaced text, in their order: the offset of its end in the former code, and by how many
 *   characters it grew
 */
export const movedMappings = (mappings, code, edits) => {
  let start = 0
  const lines = code.split('\n').map((text) => {
    const from = start
    start += text.length + 1
    return edits.filter(({ end }) => end > from && end < start).map(({ end, by }) => ({ column: end - from, by }))
  })
  return mappings
    .split(';')
    .map((line, at) => (line === '' || !lines[at]?.length ? line : movedLine(line, lines[at])))
    .join(';')
}

/**
 * Changes the mappings of a chunk, if the build writes source maps, and names the map after its file; `change` gets and
 * returns the mappings.
 */
export const withMap = (bundle, chunk, change) => {
  const asset = chunk.sourcemapFileName ? bundle[chunk.sourcemapFileName] : undefined
  if (!asset) return
  const map = JSON.parse(asset.source)
  const file = chunk.fileName.split('/').at(-1)
  asset.source = JSON.stringify({ ...map, file, mappings: change(map.mappings) })
  asset.fileName = `${chunk.fileName}.map`
}

const PACKAGES = '/node_modules/'

/** Returns the name of a source in a map, its path in the repository or in its package, for any path of the build. */
export const sourceName = (root) => (relative, mapFile) => {
  const path = new URL(relative, `file://${mapFile}`).pathname
  const at = path.lastIndexOf(PACKAGES)
  return at === -1 ? path.replace(`${root}/`, '') : path.slice(at + 1)
}
