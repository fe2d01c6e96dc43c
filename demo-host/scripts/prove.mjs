// `npm run prove`: the promises at full scale; writes demo-host/e2e/figures.json (row, wanted, reached, ok, commit)
// and PROMISES.md.
// `npm run prove -- node components journeys engines` runs some parts only, prints their figures and writes nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBrowser } from './find-browser.mjs'
import { ensureEngines } from './find-engines.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { failedFigures, figuresOf, missingFigures, promisesPage, runsInFull } from './promises.mjs'
import { componentTests, nodeTests, proveFiles } from './test-files.mjs'

/** Every test appends its figures, one JSON line `{ row, wanted, reached, ok }` each, to this file. */
const LINES = join(root, '.work', 'figures.jsonl')

const env = { ...process.env, ROW_SCALE: '1', FIGURES: LINES }
const run = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0
const ofPromises = (paths) => paths.filter((path) => runsInFull(path, readFileSync(path, 'utf8')))

/** What is measured runs alone; everything else shares the machine, as in `npm test`. */
const E2E = [
  ['journeys', 2],
  ['waiting', 2],
  ['measured', 1],
]
const runEndToEnd = ([project, workers]) =>
  run('node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, `--workers=${workers}`)

const PARTS = {
  node: () => run('--import', 'tsx', '--test', '--test-concurrency=1', ...proveFiles(), ...ofPromises(nodeTests())),
  components: () => run('demo-host/scripts/test-browser.mjs', ...ofPromises(componentTests())),
  journeys: () => run('demo-host/scripts/build.mjs', '--if-changed') && E2E.map(runEndToEnd).every(Boolean),
  engines: () => run('--import', 'tsx', '--test', 'demo-host/e2e/engines/engines.ts'),
}

await ensureInstalled()
await ensureBrowser()
ensureEngines({ isRequired: true })
process.chdir(root)
mkdirSync(dirname(LINES), { recursive: true })
rmSync(LINES, { force: true })

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : Object.keys(PARTS)
const failedParts = wanted.filter((name) => !PARTS[name]()).map((name) => `The part "${name}" failed`)

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const figures = existsSync(LINES) ? figuresOf(readFileSync(LINES, 'utf8'), commit) : []
for (const { row, wanted, reached, ok } of figures)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${row}: ${wanted}: ${reached}`)
if (named.length === 0) {
  writeFileSync('demo-host/e2e/figures.json', `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync('demo-host/e2e/PROMISES.md', promisesPage(figures))
  console.log(`${figures.length} figures written to demo-host/e2e/figures.json`)
}
const faults = [...failedParts, ...failedFigures(figures), ...(named.length === 0 ? missingFigures(figures) : [])]
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
