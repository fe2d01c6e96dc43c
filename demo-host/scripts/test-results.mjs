// Converts the reports of the three test runners to one form: `{ passed, failed, failures, flaky, files }`; `failures`
// and `flaky` have a line for each test, `files` the seconds of each file.
import { join, relative } from 'node:path'
import { flakyOf } from './flaky-note.mjs'
import { root } from './project.mjs'
import { figuresOf } from './promises.mjs'

/** The report file of each runner. */
export const RESULTS = {
  node: join(root, '.work', 'node-results.json'),
  engines: join(root, '.work', 'engine-results.json'),
  browser: join(root, '.work', 'browser-results.json'),
  endToEnd: join(root, '.work', 'e2e-results.json'),
}

/** Returns the first line of an error, without colors. */
const firstLine = (message) =>
  String(message ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of a terminal begin with one.
    .replace(/\u001b\[[\d;]*m/g, '')
    .trim()
    .split('\n', 1)[0]

const line = (file, title, message) => [file, title, firstLine(message)].filter(Boolean).join(' › ')

const secondsOf = (durations) => {
  const files = {}
  for (const [file, ms] of durations) files[file] = (files[file] ?? 0) + ms / 1000
  return files
}

export const EMPTY = { passed: 0, failed: 0, failures: [], flaky: [], files: {} }

const result = (passed, failures, more) => ({ ...EMPTY, passed, failed: failures.length, failures, ...more })

/** Merges several results into one. */
export const sumOf = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  failures: results.flatMap(({ failures }) => failures),
  flaky: results.flatMap(({ flaky }) => flaky),
  files: secondsOf(results.flatMap(({ files }) => Object.entries(files).map(([file, s]) => [file, s * 1000]))),
})

/** Returns the slowest files, a line each. */
export const slowestOf = ({ files }, count = 10) =>
  Object.entries(files)
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)

/** Lines by which the build names each budget that a release exceeds. */
const REASON = /^Over budget: .+$/gm

/** Converts the end of a check, which passes or fails as a whole; the failure has the reasons that its output names. */
export const checkResult = (name, { ok, output }) => {
  const reasons = output.match(REASON) ?? []
  const failures = reasons.length > 0 ? reasons.map((reason) => line(name, reason)) : [name]
  return ok ? result(1, [], { output }) : { ...result(0, failures, { output }), failed: 1 }
}

const leafTests = (suite, path = []) => [
  ...(suite.tests ?? []).map((test) => ({ ...test, title: [...path, test.name].join(' › ') })),
  ...(suite.suites ?? []).flatMap((inner) => leafTests(inner, [...path, inner.name])),
]

/** Returns the source path of a bundled test file. */
const sourceOf = (bundle) => bundle.replace(/^.*?\.work\/[^/]+\//, '').replace(/\?.*$/, '')

/** Converts the sessions of the browser test runner. A file that could not be loaded counts as one failed test. */
export const browserResult = (sessions) =>
  sumOf(
    sessions.map((session) => {
      const tests = leafTests(session.testResults ?? {})
      const failures = tests
        .filter((test) => !test.passed && !test.skipped)
        .map((test) => line(session.testFile, test.title, test.error?.message))
      if (failures.length === 0 && !session.passed)
        failures.push(line(session.testFile, 'did not run', session.errors?.[0]?.message))
      const ms = tests.reduce((sum, { duration = 0 }) => sum + duration, 0)
      return result(tests.filter((test) => test.passed).length, failures, {
        files: secondsOf([[sourceOf(session.testFile), ms]]),
      })
    }),
  )

/** Returns the result of the files that passed, and the result of each file that failed, crashed or hung. */
export const browserRun = (sessions) => ({
  ...browserResult(sessions.filter(({ passed }) => passed)),
  failing: sessions
    .filter(({ passed }) => !passed)
    .map((session) => ({ file: sourceOf(session.testFile).replace(/\.js$/, ''), ...browserResult([session]) })),
})

/** Returns whether a run failed although nothing in its report explains it. */
export const hasNoReason = ({ status, failing }) => status !== 0 && failing.length === 0

/** Adds up what failed and was run again; tests that passed only then are flaky. */
export const repeatedRun = (failing, again) => {
  if (hasNoReason(again)) return sumOf(failing)
  const hasPassed = ({ file }) => Object.hasOwn(again.files, `${file}.js`)
  const [passed, failed] = [failing.filter(hasPassed), failing.filter((one) => !hasPassed(one))]
  return sumOf([again, ...failed, { ...EMPTY, flaky: passed.flatMap(({ failures }) => failures) }])
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const detail = (text) => `\n          ${text}`

const LOG_LINES = 12

/**
 * Returns the end of a page's log of loads, messages and pending requests while its test failed; a rare failure can't
 * be explained without it.
 */
const endOfLog = ({ attachments = [] }) => {
  const log = attachments.find(({ name }) => name === 'page log')?.body
  if (!log) return ''
  const lines = Buffer.from(log, 'base64').toString().split('\n').slice(-LOG_LINES)
  return lines.map(detail).join('')
}

/**
 * Converts the JSON report of Playwright; a test that passed only when it was repeated counts as passed and is listed
 * as flaky.
 */
export const endToEndResult = (report) => {
  const tests = report.suites.flatMap(specsOf).flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
  const linesOf = (status) =>
    tests
      .filter(({ test }) => test.status === status)
      .map(({ spec, test }) => {
        const failed = test.results.find(({ error }) => error)
        return line(`${spec.file}:${spec.line}`, spec.title, failed?.error.message) + (failed ? endOfLog(failed) : '')
      })
  const errors = (report.errors ?? []).map(({ message }) => line('', 'did not run', message))
  const durations = tests.flatMap(({ spec, test }) =>
    test.results.map(({ duration = 0 }) => [`demo-host/e2e/${spec.file}`, duration]),
  )
  const flaky = linesOf('flaky')
  return result(report.stats.expected + flaky.length, [...linesOf('unexpected'), ...errors], {
    flaky,
    files: secondsOf(durations),
  })
}

const isTest = ({ data }) => data.details.type !== 'suite' && data.name !== data.file

/** Returns the number of promises that a file printed as kept. A file that measures a promise has no tests to count. */
const keptRows = (printed) => figuresOf(printed).filter(({ ok }) => ok === true).length

/** Returns the lines that a file printed as missed, because its error alone doesn't explain the failure. */
const missedRows = (printed) =>
  figuresOf(printed)
    .filter(({ ok }) => ok === false)
    .map(({ row, wanted, reached }) =>
      detail(`${typeof row === 'number' ? `promise ${row}` : row}, wanted: ${wanted}; reached: ${reached}`),
    )
    .join('')

const failureLine = ({ data: { file, line: at, name, details } }, printedBy) => {
  const text = line(`${file}:${at}`, name === file ? '' : name, details.error.cause?.message ?? details.error.message)
  return name === file ? text + missedRows(printedBy(file)) : text
}

const flakyLines = ({ data: { file, line: at, message } }) => {
  const flaky = flakyOf(message)
  return flaky === undefined ? [] : [line(`${relative(root, file)}:${at}`, '', flaky)]
}

const ofType = (events, type) => events.filter((event) => event.type === type)

/**
 * Converts the events of Node's runner. A suite fails with its tests, so only those are named; a file that ended early
 * is one failure.
 */
export const nodeResult = (events) => {
  const [passed, failed] = [ofType(events, 'test:pass'), ofType(events, 'test:fail')]
  const outputs = ofType(events, 'test:stdout').map(({ data }) => data)
  // A line may arrive in two parts.
  const printedBy = (path) => outputs.flatMap(({ file, message }) => (file === path ? [message] : [])).join('')
  const tested = new Set([...passed, ...failed].filter(isTest).map(({ data }) => data.file))
  const isMeasured = ({ data }) => data.name === data.file && !tested.has(data.file)
  const isTimed = (event) => event.data.name !== event.data.file || isMeasured(event)
  return result(
    passed.filter((event) => isTest(event) && event.data.skip === undefined).length +
      passed.filter(isMeasured).reduce((sum, { data }) => sum + keptRows(printedBy(data.file)), 0),
    failed
      .filter(({ data }) => data.details.error.failureType !== 'subtestsFailed')
      .map((event) => failureLine(event, printedBy)),
    {
      flaky: ofType(events, 'test:diagnostic').flatMap(flakyLines),
      files: secondsOf(
        [...passed, ...failed]
          .filter((event) => event.data.nesting === 0 && event.data.file && isTimed(event))
          .map(({ data }) => [relative(root, data.file), data.details.duration_ms ?? 0]),
      ),
    },
  )
}
