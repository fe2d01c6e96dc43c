// `npm test`: everything that must hold, one part after the other; ends with `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { nodeTests as nodeTestFiles } from './test-files.mjs'

/** Promise rows run scaled down here and in full by `npm run prove`. */
const env = { ROW_SCALE: '0.05', ...process.env, FORCE_COLOR: '0' }

const bin = (path) => [process.execPath, join('node_modules', path)]

const run = ([command, ...args], { keep = false, extra = {} } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, ...extra },
      stdio: ['ignore', keep ? 'pipe' : 'inherit', 'inherit'],
    })
    let text = ''
    child.stdout?.on('data', (data) => {
      text += data
    })
    child.on('close', (status) => resolve({ status: status ?? 1, text }))
  })

/** A part that is one check: it passes or fails as a whole. */
const check = (name, command) => ({
  name,
  async work() {
    const { status } = await run(command)
    return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  },
})

const figure = (text, name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)

/** Only what failed is worth reading. */
const failuresOf = (text) => {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (/^\s*not ok /.test(line) ? [at] : []))
  return starts.map((at) => lines.slice(at, at + 30).join('\n')).join('\n…\n')
}

const nodeTests = {
  name: 'Node tests',
  async work() {
    const { status, text } = await run(
      [
        process.execPath,
        '--import',
        'tsx',
        '--test',
        '--test-reporter=tap',
        '--test-concurrency=2',
        ...nodeTestFiles(),
      ],
      { keep: true },
    )
    const passed = figure(text, 'pass')
    const failed = figure(text, 'fail') + figure(text, 'cancelled')
    if (status !== 0) console.log(failuresOf(text))
    return { passed, failed: failed || (status === 0 ? 0 : 1) }
  },
}

const browserTests = {
  name: 'Browser tests',
  async work() {
    const results = join(root, '.work', 'browser-results.json')
    rmSync(results, { force: true })
    const { status } = await run([process.execPath, 'demo-host/scripts/test-browser.mjs'])
    const { passed, failed } = existsSync(results)
      ? JSON.parse(readFileSync(results, 'utf8'))
      : { passed: 0, failed: 0 }
    return { passed, failed: failed || (status === 0 ? 0 : 1) }
  },
}

const endToEnd = (name, ...args) => ({
  name,
  async work() {
    const results = join(root, '.work', 'e2e-results.json')
    rmSync(results, { force: true })
    const { status } = await run([...bin('@playwright/test/cli.js'), 'test', ...args])
    if (!existsSync(results)) return { passed: 0, failed: status === 0 ? 0 : 1 }
    const { expected, unexpected, flaky } = JSON.parse(readFileSync(results, 'utf8')).stats
    const failed = unexpected + flaky
    return { passed: expected, failed: failed || (status === 0 ? 0 : 1) }
  },
})

const PARTS = [
  check('Types', [...bin('typescript/bin/tsc'), '--noEmit', '-p', '.']),
  check('Lint and format', [...bin('@biomejs/biome/bin/biome'), 'ci', '.']),
  check('Import direction', [
    ...bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'src',
  ]),
  nodeTests,
  browserTests,
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
const total = { passed: 0, failed: 0 }
const summary = []
for (const { name, work } of PARTS) {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
  const start = performance.now()
  const { passed, failed } = await work()
  total.passed += passed
  total.failed += failed
  summary.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(start)} s`,
  )
  console.log(summary.at(-1))
}
console.log(`\n── Summary ${'─'.repeat(53)}\n${summary.join('\n')}\n${seconds(begun)} s in all`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
