/**
 * A problem is `{ kind, file, line, column, message, frame }`. `file` is a path below the repository; a problem without
 * a place in a file has no `file`.
 */

/** Creates a problem from a message of esbuild. */
export const fromEsbuild = (kind, { text, location }) => ({
  kind,
  message: text,
  ...(location && {
    file: location.file.replaceAll('\\', '/'),
    line: location.line,
    column: location.column + 1,
    frame: frameOf(location.line, location.column, location.lineText, location.length),
  }),
})

const MAX_FRAME_COLUMNS = 160

/** Returns the line of the source with a mark below the error. */
export const frameOf = (line, column, text, length = 1) => {
  if (text.length > MAX_FRAME_COLUMNS) return undefined
  const gutter = `${line} | `
  const indent = text.slice(0, column).replace(/[^\t]/g, ' ')
  const marks = '^'.repeat(Math.max(1, Math.min(length, text.length - column)))
  return `${gutter}${text}\n${' '.repeat(gutter.length - 2)}| ${indent}${marks}`
}

const placeOf = ({ file, line, column }) => (file ? `${file}${line ? `:${line}:${column}` : ''} ` : '')

const linesOf = (problem) =>
  `${problem.kind}: ${placeOf(problem)}${problem.message}${problem.frame ? `\n${problem.frame.replace(/^/gm, '  ')}` : ''}`

/** Keeps the problems of each checker; prints new ones and passes all to `onChange`. */
export const createProblems = (onChange) => {
  const bySource = new Map()
  const all = () => [...bySource.values()].flat()
  return {
    all,
    set(source, problems) {
      const before = bySource.get(source) ?? []
      const known = new Set(before.map(linesOf))
      bySource.set(source, problems)
      const lines = problems.map(linesOf)
      for (const line of lines) if (!known.has(line)) console.error(line)
      if (before.length > 0 && problems.length === 0) console.log(`${before[0].kind}: fixed`)
      if (known.size !== lines.length || lines.some((line) => !known.has(line))) onChange(all())
    },
  }
}
