// The parts of `npm test` and `npm run test:quick`, and how they run.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from './project.mjs'
import { EMPTY, endToEndResult, RESULTS, slowestOf, sumOf } from './test-results.mjs'

/** Promises are measured with few rounds here and in full by `npm run prove`. */
const DAY_MS = 86_400_000
const TURN = String(Math.floor(Date.now() / DAY_MS))
/** Young objects are collected less often, which takes a tenth off compilers and tests. */
const MEMORY = '--max-semi-space-size=32'
const nodeOptions = [
  process.env.NODE_OPTIONS,
  process.allowedNodeEnvironmentFlags.has('--max-semi-space-size') && MEMORY,
]
const env = {
  ROW_SCALE: '0.05',
  TEST_TURN: TURN,
  ...process.env,
  FORCE_COLOR: '0',
  NODE_OPTIONS: nodeOptions.filter(Boolean).join(' '),
}

const bin = (path) => [process.execPath, join('node_modules', path)]

/** Output is kept until the end where parts run side by side. */
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

/** A part that is one check: it passes or fails as a whole. */
const check = (name, command) => ({
  name,
  async work(isBuffered) {
    const { ok, output } = await run(command, { isBuffered })
    return { ...EMPTY, passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [name], output }
  },
})

/** A part whose runner leaves its results in a file; one that ends with an error but no failed test has failed too. */
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

/** Kept by the check of types for a test that checks nearly the same sources: it reads again what changed and who uses it. */
export const KEPT_TYPES = join('.work', 'types.tsbuildinfo')
export const CHECK_TYPES = [
  ...['--noEmit', '-p', '.', '--incremental', '--assumeChangesOnlyAffectDirectDependencies'],
  ...['--tsBuildInfoFile', KEPT_TYPES],
]
const checkTypes = check('Types', [...bin('typescript/bin/tsc'), ...CHECK_TYPES])
export const types = {
  ...checkTypes,
  work(isBuffered) {
    // From what an earlier run kept, it would not look at sources that use a changed one indirectly.
    rmSync(join(root, KEPT_TYPES), { force: true })
    return checkTypes.work(isBuffered)
  },
}
export const lint = check('Lint and format', [...bin('@biomejs/biome/bin/biome'), 'ci', '.'])
export const imports = check('Import direction', [
  ...bin('dependency-cruiser/bin/dependency-cruise.mjs'),
  '--config',
  '.dependency-cruiser.cjs',
  'src',
])
export const release = check('Release and size budgets', [process.execPath, 'demo-host/scripts/build.mjs'])

/**
 * Folders whose quick tests leave nothing behind: a process for each file would cost more than its tests. A file is one
 * of the first folder here that it is in.
 */
const SHARED = [
  'src/rules',
  'src/kernel',
  'src/contract',
  'src/entitlements',
  'src/server',
  'src/backend/adapters',
  'src/backend/prove',
  'src/backend',
  'demo-host/e2e',
  'demo-host',
  'cdn',
]

/** Files that take a large part of a folder's time, or whose databases and memory are theirs alone. */
const ALONE = [
  'cdn/entry-docs.test.ts',
  'cdn/lean-react-dom.test.ts',
  'cdn/public-docs.test.ts',
  'demo-host/identity-provider/',
  'demo-host/server/api.test.ts',
  'demo-host/server/start-faults.test.ts',
  'src/backend/adapters/postgres/',
  'src/backend/permissions.test.ts',
  'src/backend/prove/lists.test.ts',
  'src/backend/prove/mail-links.test.ts',
  'src/backend/prove/processes.test.ts',
  'src/backend/sealed-keys.test.ts',
  'src/entitlements/hostile-patterns.test.ts',
  'src/entitlements/property.test.ts',
]

/** The slowest files begin first: one that begins last would keep one processor waiting. */
const FIRST = [
  'src/backend/backend-pglite.test.ts',
  'src/backend/backend-postgres.test.ts',
  'src/backend/backend.test.ts',
  'src/backend/prove/session-states-pglite.test.ts',
  'src/backend/prove/session-states-postgres.test.ts',
  'src/backend/prove/session-states.test.ts',
  'cdn/package.test.ts',
  'src/backend/prove/restart.test.ts',
  'demo-host/scripts/scaffold.test.mjs',
  'demo-host/scripts/unlock.test.ts',
  'src/backend/sample/payment-ledger.test.ts',
  'demo-host/payment-provider/payment-faults.test.ts',
]

/** Node's runner takes files in the order of their names, so a file that imports others decides when these run. */
const writeEntry = (name, imported) => {
  const folder = join(root, '.work', 'node-groups')
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, `${name.replaceAll('/', '-')}.test.mjs`)
  writeFileSync(entry, imported.map((file) => `import '../../${file}'\n`).join(''))
  return relative(root, entry)
}

/** The files that Node's runner gets: the slowest ones by names that come first, those of a shared folder as one. */
const entriesOf = (files) => {
  const first = FIRST.filter((file) => files.includes(file))
  const folderOf = (file) => SHARED.find((shared) => file.startsWith(`${shared}/`))
  const quick = files.filter((file) => !first.includes(file) && !ALONE.some((alone) => file.startsWith(alone)))
  const groups = SHARED.map((shared) => [shared, quick.filter((file) => folderOf(file) === shared)])
  const grouped = new Set([...first, ...groups.flatMap(([, own]) => own)])
  return [
    ...first.map((file, at) => writeEntry(`${String(at).padStart(2, '0')}-${basename(file).split('.')[0]}`, [file])),
    ...groups.filter(([, own]) => own.length > 0).map(([shared, own]) => writeEntry(shared, own)),
    ...files.filter((file) => !grouped.has(file)),
  ]
}

/** A file that hangs fails; the slowest one needs a third of this on a busy machine. */
const FILE_TIMEOUT_MS = 900_000

export const nodeTestsOf = (files, more = {}) =>
  suite(
    'Node tests',
    [
      process.execPath,
      '--import',
      'tsx',
      '--test',
      '--test-reporter=./demo-host/scripts/node-reporter.mjs',
      '--test-concurrency=3',
      `--test-timeout=${FILE_TIMEOUT_MS}`,
      ...entriesOf(files),
    ],
    { file: RESULTS.node, more },
  )

/** Flows in Firefox and WebKit; the summary names an engine that is left out. */
export const engines = (leftOut) =>
  suite(
    leftOut.length > 0 ? `Engines (no ${leftOut.join(', no ')})` : 'Engines',
    [
      process.execPath,
      '--import',
      'tsx',
      '--test',
      '--test-reporter=./demo-host/scripts/node-reporter.mjs',
      'demo-host/e2e/engines/engines.ts',
    ],
    { file: RESULTS.engines, more: { RESULTS_OF: 'engines' } },
  )

export const browserTests = (...paths) =>
  suite('Browser tests', [process.execPath, 'demo-host/scripts/test-browser.mjs', ...paths], { file: RESULTS.browser })

/** A test that fails runs once more: it then counts as passed, and the summary lists it as flaky. */
export const endToEnd = (name, ...args) =>
  suite(name, [...bin('@playwright/test/cli.js'), 'test', '--retries=1', ...args], {
    file: RESULTS.endToEnd,
    read: endToEndResult,
  })

const title = (name) => `\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`

const runPart = async ({ name, work }, isBuffered) => {
  if (!isBuffered) console.log(title(name))
  const start = performance.now()
  const { output, ...found } = await work(isBuffered)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const counts = `${String(found.passed).padStart(5)} passed ${String(found.failed).padStart(4)} failed`
  const line = `${found.failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)} ${counts}  ${seconds} s`
  if (isBuffered) console.log(title(name), output && `\n${output.trimEnd()}`)
  console.log(line)
  return { found, line }
}

const inTurn = async (lane, isBuffered) => {
  const done = []
  for (const part of lane) done.push(await runPart(part, isBuffered))
  return done
}

/**
 * Runs stages one after the other. A stage is a list of lanes, which run side by side; a lane is a list of parts, which
 * run in turn. Prints a summary and resolves whether everything passed.
 */
export const runStages = async (stages) => {
  const begun = performance.now()
  const done = []
  for (const lanes of stages) {
    const ended = await Promise.all(lanes.map((lane) => inTurn(lane, lanes.length > 1)))
    done.push(...ended.flat())
  }
  const total = sumOf(done.map(({ found }) => found))
  console.log(title('Summary'))
  for (const { line } of done) console.log(line)
  console.log(`\nSlowest files:\n${slowestOf(total).join('\n')}`)
  console.log(`\n${((performance.now() - begun) / 1000).toFixed(1)} s in total`)
  console.log(`Parts that rotate from day to day: TEST_TURN=${env.TEST_TURN} repeats them`)
  for (const test of total.flaky) console.log(`FLAKY   ${test}`)
  for (const failure of total.failures) console.log(`FAILED  ${failure}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}
