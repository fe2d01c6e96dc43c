// Selects the tests that `npm run prove` runs at full scale, defines its requirements for their figures, and creates
// the text of PROMISES.md.
import { PROMISES } from '../e2e/promises.mjs'

/** Returns whether a test file measures something. */
export const notesFigure = (source) => /from '[^']*\/(?:report\.test-kit|figures)\.ts'/.test(source)

const listed = new Set(PROMISES.flatMap(({ tests }) => tests))

/** Returns whether a Node or component test runs at full scale. */
export const runsInFull = (path, source) => listed.has(path) || notesFigure(source)

/** Returns the numbers of the promises whose figures a test file records. */
export const numbersOf = (source) =>
  notesFigure(source)
    ? [
        ...new Set(
          [...source.matchAll(/\breach\(\s*(\d+),|\brow: (\d+),/g)].map(([, one, other]) => Number(one ?? other)),
        ),
      ]
    : []

/** Returns one sentence for each promise without a figure. */
export const missingFigures = (figures, promises = PROMISES) => {
  const measured = new Set(figures.map(({ row }) => row))
  return promises
    .filter(({ number }) => !measured.has(number))
    .map(({ number, title }) => `Promise ${number} (${title}) has no figure`)
}

/** Returns one sentence for each figure that missed its target. */
export const failedFigures = (figures) =>
  figures.filter(({ ok }) => ok === false).map(({ row, wanted, reached }) => `Promise ${row}: ${wanted}: ${reached}`)

/** Parses the lines that tests appended; an incomplete line of a killed test is ignored. */
export const figuresOf = (text) =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })

/** Returns the record `{ runs, figures }` after a run of a test file: its figures replace those of its last run. */
export const withRun = ({ runs, figures }, { path, commit, ok, seconds, figures: measured }) => {
  const isReplaced = ({ test, row, wanted }) =>
    test === path || measured.some((one) => one.row === row && one.wanted === wanted)
  const added = measured.map((figure) => ({ ...figure, commit, test: path }))
  const sortedRuns = Object.entries({ ...runs, [path]: { commit, ok, seconds } }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return {
    runs: Object.fromEntries(sortedRuns),
    figures: [...figures.filter((figure) => !isReplaced(figure)), ...added],
  }
}

const figureLine = ({ wanted, reached, ok, commit }) =>
  `- ${wanted}: **${reached}**${ok ? '' : ' (missed)'} (${commit})`

const testLine = (path, run) => {
  if (!run) return `- \`${path}\``
  return `- \`${path}\`: ${run.ok ? 'passed' : 'FAILED'} in full (${run.commit})`
}

const section = ({ number, title, promise, tests }, { runs, figures }) => {
  const own = figures.filter(({ row }) => row === number).map(figureLine)
  return [
    `## ${number}. ${title}`,
    '',
    promise,
    '',
    'Tests:',
    '',
    ...tests.map((path) => testLine(path, runs[path])),
    '',
    'Figures:',
    '',
    ...(own.length > 0 ? own : ['- Not measured yet.']),
    '',
  ]
}

/** Returns the text of `demo-host/e2e/PROMISES.md`. */
export const promisesPage = (record, promises = PROMISES) =>
  [
    '# Promises',
    '',
    'What Front Entry promises about reliability and security, the tests that prove it, and what the last',
    '`npm run prove` measured, with the commit it ran at. `npm run test:full` runs the same tests with fewer rounds.',
    '',
    'This file is generated from `promises.mjs` and `figures.json` by `node demo-host/scripts/write-promises.mjs`.',
    'Numbers are permanent; a missing number is a promise that no test measures yet.',
    '',
    ...promises.flatMap((promise) => section(promise, record)),
    '## Speed and size',
    '',
    ...record.figures
      .filter(({ row }) => typeof row === 'string')
      .map((figure) => figureLine({ ...figure, wanted: `${figure.row}; ${figure.wanted}` })),
    '',
  ].join('\n')
