// The parts of `npm run check`, `npm test` and `npm run test:full`; `run-parts.mjs` runs them.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILER, checkTypesWith, KEPT_TYPES, ONE_CORE } from './compiler.mjs'
import { dealt, entriesOf, writeGroup } from './node-tests/entries.mjs'
import { root } from './project.mjs'
import { checkResult, EMPTY, endToEndResult, RESULTS } from './test-results.mjs'

/** Young objects are collected less often, which saves a tenth of the time of compilers and tests. */
const MEMORY = '--max-semi-space-size=32'
const nodeOptions = [
  process.env.NODE_OPTIONS,
  process.allowedNodeEnvironmentFlags.has('--max-semi-space-size') && MEMORY,
]
/** Promises are measured with a twentieth of their rounds here, and in full by `npm run prove`. */
const env = {
  ROW_SCALE: '0.05',
  ...process.env,
  FORCE_COLOR: '0',
  NODE_OPTIONS: nodeOptions.filter(Boolean).join(' '),
}

const bin = (path) => [process.execPath, join('node_modules', path)]

/** Runs a command; its output is kept until the end if parts run in parallel. */
const run = ([command, ...args], { isBuffered, more }) =>
  new Promise((resolve) => {
    const stdio = isBuffered ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    const child = spawn(command, args, { cwd: root, env: { ...env, ...more }, stdio })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.on('close', (status) => resolve({ ok: status === 0, output }))
  })

/** Returns a part that is one check: it passes or fails as a whole. */
const check = (name, command) => ({
  name,
  async work(isBuffered) {
    return checkResult(name, await run(command, { isBuffered }))
  },
})

/**
 * Returns a part whose runner writes its results to a file; one that ends with an error but no failed test has failed
 * too.
 */
const suite = (name, command, { file, read = (report) => report, more }) => ({
  name,
  async work(isBuffered) {
    rmSync(file, { force: true })
    const { ok, output } = await run(command, { isBuffered, more })
    const found = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : EMPTY
    const failure = ok || found.failed > 0 ? {} : { failed: 1, failures: [`${name} ended with an error`] }
    return { ...found, ...failure, output }
  },
})

export const types = check('Types', [process.execPath, ...COMPILER, ONE_CORE, ...checkTypesWith(KEPT_TYPES)])
export const lint = check('Lint and format', [...bin('@biomejs/biome/bin/biome'), 'ci', '.'])
export const imports = check('Import direction', [process.execPath, 'demo-host/scripts/imports.mjs'])
/** Finds exports, files and dependencies that nothing uses. */
export const unused = check('Unused code', bin('knip/bin/knip.js'))
/** The types are a part of their own, which runs in parallel. */
export const release = check('Release and size budgets', [
  process.execPath,
  ...['demo-host/scripts/build.mjs', '--no-type-check'],
])

/** A file that hangs fails; on a busy machine, the slowest one needs a third of this. */
const FILE_TIMEOUT_MS = 900_000

const nodeRunner = (...args) => [
  ...[process.execPath, '--import', './demo-host/scripts/node-tests/preload.mjs'],
  ...['--test', '--test-reporter=./demo-host/scripts/node-reporter.mjs'],
  ...args,
]

/**
 * Runs Node tests of files; there are more processes than processors, because some wait for others that they started.
 */
export const nodeTestsOf = (name, files, { processes = 3, isGrouped = true } = {}) =>
  suite(
    name,
    nodeRunner(
      `--test-concurrency=${processes}`,
      `--test-timeout=${FILE_TIMEOUT_MS}`,
      ...(isGrouped ? entriesOf(files) : dealt(files)),
    ),
    { file: RESULTS.node },
  )

/** Runs tests of the fleet, which share one process and one backend. */
export const fleet = (files) => nodeTestsOf('Fleet', [writeGroup('fleet', files)], { isGrouped: false })

/** Runs flows in Firefox and WebKit; the summary names an engine that is omitted. */
export const engines = (leftOut) =>
  suite(
    leftOut.length > 0 ? `Engines (no ${leftOut.join(', no ')})` : 'Engines',
    nodeRunner('demo-host/e2e/engines/engines.ts'),
    { file: RESULTS.engines, more: { RESULTS_OF: 'engines' } },
  )

export const browserTests = (...paths) =>
  suite('Browser tests', [process.execPath, 'demo-host/scripts/test-browser.mjs', ...paths], { file: RESULTS.browser })

/**
 * Checks states of pages, flows and dialogs in every color scheme and width; `browserTests` checks each in one of them.
 */
export const looks = (files) =>
  suite('Every look', [process.execPath, 'demo-host/scripts/test-browser.mjs', ...files], {
    file: RESULTS.browser,
    more: { FE_LOOKS: 'all' },
  })

/**
 * Runs end-to-end tests. A failed test is repeated once: if it then passes, it counts as passed, and the summary lists
 * it as flaky.
 */
export const endToEnd = (name, ...args) =>
  suite(name, [...bin('@playwright/test/cli.js'), 'test', '--retries=1', ...args], {
    file: RESULTS.endToEnd,
    read: endToEndResult,
  })
