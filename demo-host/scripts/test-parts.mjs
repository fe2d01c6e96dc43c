// The parts of `npm run check`, `npm test` and `npm run test:full`; `run-parts.mjs` runs them.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { COMPILER, checkTypesWith, KEPT_TYPES, ONE_CORE } from './compiler.mjs'
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

/**
 * Folders whose quick tests have no lasting effects share a process, whose start would take longer than their tests. A
 * file belongs to the first folder in this list that contains it.
 */
const SHARED = [
  'src/rules',
  'src/kernel',
  'src/contract',
  'src/entitlements',
  'src/server',
  'src/serve',
  'src/cli/conformance',
  'src/cli',
  'src/backend/adapters',
  'src/backend/prove',
  'src/backend',
  'demo-host/e2e',
  'demo-host',
  'cdn',
]

/** Files that run in their own process, because they take seconds, start processes or measure their memory. */
const ALONE = [
  'cdn/package.test.ts',
  'cdn/packaged-server.database.test.ts',
  'demo-host/identity-provider/',
  'demo-host/scripts/docs-site.test.mjs',
  'demo-host/scripts/release/compatibility.test.mjs',
  'demo-host/scripts/scaffold.test.mjs',
  'demo-host/server/start-faults.test.ts',
  'src/backend/backend.test.ts',
  'src/backend/prove/session-states.test.ts',
  'src/serve/serve.database.test.ts',
  'src/entitlements/hostile-patterns.test.ts',
  'src/entitlements/property.test.ts',
]

/** The longest files; they start first, so that no processor is idle while the last one ends. */
const LONGEST = ['src/backend/backend.test.ts', 'demo-host/scripts/scaffold.test.mjs', 'cdn/package.test.ts']

const byLength = (files) => {
  const longest = LONGEST.filter((file) => files.includes(file))
  return [...longest, ...files.filter((file) => !longest.includes(file))]
}

const writeEntry = (name, source) => {
  const groups = join(root, '.work', 'node-groups')
  mkdirSync(groups, { recursive: true })
  const entry = join(groups, `${name.replaceAll('/', '-')}.test.mjs`)
  writeFileSync(entry, source)
  return relative(root, entry)
}

const writeGroup = (folder, files) => writeEntry(folder, files.map((file) => `import '../../${file}'\n`).join(''))

/** Returns the files for Node's runner, in the order in which they start; those of a shared folder are one. */
const entriesOf = (files) => {
  const isShared = (file) => !ALONE.some((alone) => file.startsWith(alone))
  const folderOf = (file) => SHARED.find((shared) => isShared(file) && file.startsWith(`${shared}/`))
  const groups = SHARED.map((shared) => [shared, files.filter((file) => folderOf(file) === shared)])
  return byLength([
    ...groups.filter(([, own]) => own.length > 0).map(([shared, own]) => writeGroup(shared, own)),
    ...files.filter((file) => !folderOf(file)),
  ])
}

/** Files that are shared by several processes; each sets the variables that choose its part. */
const DEALT = {
  'src/backend/backend.database.test.ts': [{ SUITES: '1/3' }, { SUITES: '2/3' }, { SUITES: '3/3' }],
  'src/backend/prove/webhook-delivery.prove.ts': [{ DELIVERY_ON: 'pglite' }, { DELIVERY_ON: 'postgres' }],
}

const writeParts = (file) =>
  DEALT[file].map((variables, at) =>
    writeEntry(
      `${file.replace(/\.(test|prove)\.ts$/, '')}-${at + 1}`,
      `Object.assign(process.env, ${JSON.stringify(variables)})\nawait import('../../${file}')\n`,
    ),
  )

/** The longest files start first, so that no processor is idle at the end. */
const dealt = (files) => [
  ...files.filter((file) => file in DEALT).flatMap(writeParts),
  ...files.filter((file) => !(file in DEALT)),
]

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
