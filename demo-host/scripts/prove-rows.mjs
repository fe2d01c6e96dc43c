// Which promise rows `npm run prove` must see a figure of, and which tests name one (RELIABILITY).

/** The rows that each issue names. */
export const ROWS_BY_ISSUE = {
  2: '1-6 8 31 45 47',
  3: '10 12-19 29 30 43-46',
  4: '1-9 16 20-22 31-37',
  5: '38-40',
  6: '23 25 26 41 46',
}

/** `'1-3 8'` → `[1, 2, 3, 8]` */
export const rowsOf = (text) =>
  text.split(' ').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })

const TITLE = /\b(?:describe|it|test)(?:\.\w+)?\(\s*(['"`])(.+)/g
const ROW = /\brows? \d/i

/** Whether a title of the test file names a row; such files run at full scale. */
export const namesRow = (source) => [...source.matchAll(TITLE)].some(([, , title]) => ROW.test(title))

/** Whether the test file notes a figure. */
export const notesFigure = (source) => /from '[^']*\/(?:report\.test-kit|figures)\.ts'/.test(source)

/** One sentence for each row that an issue names and no figure speaks of. */
export const missingRows = (figures, wanted = ROWS_BY_ISSUE) => {
  const seen = new Set(figures.map(({ row }) => row))
  const issuesOf = new Map()
  for (const [issue, rows] of Object.entries(wanted))
    for (const row of rowsOf(rows)) if (!seen.has(row)) issuesOf.set(row, [...(issuesOf.get(row) ?? []), issue])
  return [...issuesOf]
    .sort(([one], [other]) => one - other)
    .map(([row, issues]) => `Row ${row} has no figure (issue ${issues.join(', ')})`)
}

/** One sentence for each figure that says of itself that it does not hold. */
export const failedRows = (figures) =>
  figures.filter(({ ok }) => ok === false).map(({ row, wanted, reached }) => `Row ${row}: ${wanted}: ${reached}`)

/** The lines that tests appended; half a line, of a test that was killed, counts for nothing. */
export const figuresOf = (text, commit) =>
  text.split('\n').flatMap((line) => {
    try {
      return [{ ...JSON.parse(line), commit }]
    } catch {
      return []
    }
  })
