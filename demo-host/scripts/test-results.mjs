// What the three test runners report, in one form: `{ passed, failed, failures }`, with a line for each failure.
import { join } from 'node:path'
import { root } from './project.mjs'

/** Where each runner leaves what it reports. */
export const RESULTS = {
  node: join(root, '.work', 'node-results.json'),
  browser: join(root, '.work', 'browser-results.json'),
  endToEnd: join(root, '.work', 'e2e-results.json'),
}

/** The first line of an error, without colours. */
const firstLine = (message) =>
  String(message ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
    .replace(/\u001b\[[\d;]*m/g, '')
    .trim()
    .split('\n', 1)[0]

const line = (file, title, message) => [file, title, firstLine(message)].filter(Boolean).join(' › ')

const result = (passed, failures) => ({ passed, failed: failures.length, failures })

const leafTests = (suite, path = []) => [
  ...(suite.tests ?? []).map((test) => ({ ...test, title: [...path, test.name].join(' › ') })),
  ...(suite.suites ?? []).flatMap((inner) => leafTests(inner, [...path, inner.name])),
]

/** The sessions of the browser test runner. A file that could not be loaded counts as one failed test. */
export const browserResult = (sessions) => {
  const results = sessions.map((session) => {
    const tests = leafTests(session.testResults ?? {})
    const failures = tests
      .filter((test) => !test.passed && !test.skipped)
      .map((test) => line(session.testFile, test.title, test.error?.message))
    if (failures.length === 0 && !session.passed)
      failures.push(line(session.testFile, 'did not run', session.errors?.[0]?.message))
    return result(tests.filter((test) => test.passed).length, failures)
  })
  return result(
    results.reduce((sum, { passed }) => sum + passed, 0),
    results.flatMap(({ failures }) => failures),
  )
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** The JSON report of Playwright; a test that passed only when it was tried again has failed. */
export const endToEndResult = (report) => {
  const failures = report.suites
    .flatMap(specsOf)
    .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
    .filter(({ test }) => test.status === 'unexpected' || test.status === 'flaky')
    .map(({ spec, test }) =>
      line(`${spec.file}:${spec.line}`, spec.title, test.results.find(({ error }) => error)?.error.message),
    )
  failures.push(...(report.errors ?? []).map(({ message }) => line('', 'did not run', message)))
  return result(report.stats.expected, failures)
}

const isTest = ({ data }) => data.details.type !== 'suite' && data.name !== data.file

/** The events of Node's runner. A suite fails with its tests, so only those are named; a file that ended early is one. */
export const nodeResult = (events) =>
  result(
    events.filter((event) => event.type === 'test:pass' && isTest(event) && event.data.skip === undefined).length,
    events
      .filter(({ type, data: { details } }) => type === 'test:fail' && details.error.failureType !== 'subtestsFailed')
      .map(({ data: { file, line: at, name, details } }) =>
        line(`${file}:${at}`, name === file ? '' : name, details.error.cause?.message ?? details.error.message),
      ),
  )
