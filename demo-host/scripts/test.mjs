// `npm test`: everything that must hold, one part after the other; ends with `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { nodeTests } from './test-files.mjs'
import { endToEndResult, RESULTS } from './test-results.mjs'

/** Promise rows run scaled down here and in full by `npm run prove`. */
const env = { ROW_SCALE: '0.05', ...process.env, FORCE_COLOR: '0' }

const bin = (path) => [process.execPath, join('node_modules', path)]

const run = ([command, ...args]) =>
  new Promise((resolve) => {
    spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).on('close', (status) =>
      resolve(status ?? 1),
    )
  })

/** A part that is one check: it passes or fails as a whole. */
const check = (name, command) => ({
  name,
  async work() {
    const ok = (await run(command)) === 0
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [name] }
  },
})

/** A part whose runner leaves what it reports in a file; one that ends badly without a failed test has failed too. */
const suite = (name, command, file, read = (report) => report) => ({
  name,
  async work() {
    rmSync(file, { force: true })
    const ok = (await run(command)) === 0
    const found = existsSync(file)
      ? read(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: 0, failures: [] }
    return ok || found.failed > 0 ? found : { ...found, failed: 1, failures: [`${name} ended badly`] }
  },
})

const endToEnd = (name, ...args) =>
  suite(name, [...bin('@playwright/test/cli.js'), 'test', ...args], RESULTS.endToEnd, endToEndResult)

const PARTS = [
  check('Types', [...bin('typescript/bin/tsc'), '--noEmit', '-p', '.']),
  check('Lint and format', [...bin('@biomejs/biome/bin/biome'), 'ci', '.']),
  check('Import direction', [
    ...bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'src',
  ]),
  suite(
    'Node tests',
    [
      process.execPath,
      '--import',
      'tsx',
      '--test',
      '--test-reporter=./demo-host/scripts/node-reporter.mjs',
      '--test-concurrency=2',
      ...nodeTests(),
    ],
    RESULTS.node,
  ),
  suite('Browser tests', [process.execPath, 'demo-host/scripts/test-browser.mjs'], RESULTS.browser),
  check('Release and size budgets', [process.execPath, 'demo-host/scripts/build.mjs']),
  endToEnd('End-to-end journeys', '--project=journeys', '--workers=2'),
  endToEnd('End-to-end, waiting', '--project=waiting', '--workers=3'),
  endToEnd('End-to-end, measured', '--project=measured'),
]

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1)

await ensureInstalled()
await ensureBrowser()
mkdirSync(join(root, '.work'), { recursive: true })
const begun = performance.now()
const total = { passed: 0, failed: 0, failures: [] }
const summary = []
for (const { name, work } of PARTS) {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
  const start = performance.now()
  const { passed, failed, failures } = await work()
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
  summary.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(start)} s`,
  )
  console.log(summary.at(-1))
}
console.log(`\n── Summary ${'─'.repeat(53)}\n${summary.join('\n')}\n${seconds(begun)} s in all`)
for (const failure of total.failures) console.log(`FAILED  ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
