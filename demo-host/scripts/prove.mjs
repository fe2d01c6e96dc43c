// `npm run prove` runs every test of a promise at full scale, file by file. After each file, its measurements replace
// its earlier figures in demo-host/e2e/figures.json, with the commit, and PROMISES.md is written; a run that is stopped
// keeps its results. `npm run prove -- <file …>` runs only these files, `npm run prove -- --rest` only those that were
// not measured with this commit yet. Every run draws a seed for its random inputs and prints it; `--seed=1234` repeats
// the inputs of another run.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './find-browser.mjs'
import { ensureEngines } from './find-engines.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { failedFigures, figuresOf, missingFigures, promisesPage, withRun } from './promises.mjs'
import { ENGINES_FOLDER, provenFiles, runnerOf } from './test-files.mjs'

/** Every test appends its figures, one JSON line `{ row, wanted, reached, ok }` each, to this file. */
const LINES = join(root, '.work', 'figures.jsonl')
const RECORD = 'demo-host/e2e/figures.json'

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    rest: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
  },
})
if (!/^\d+$/.test(values.seed)) {
  console.error(`--seed=${values.seed} is not a number.`)
  process.exit(1)
}

const env = { ...process.env, ROW_SCALE: '1', FIGURES: LINES, TEST_SEED: values.seed }
const run = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0

const builtThen = (...args) => run('demo-host/scripts/build.mjs', '--if-changed') && run(...args)

const RUNNERS = {
  node: (path) => run('--import', 'tsx', '--test', path),
  engines: (path) => builtThen('--import', 'tsx', '--test', path),
  component: (path) => run('demo-host/scripts/test-browser.mjs', path),
  endToEnd: (path) =>
    builtThen('node_modules/@playwright/test/cli.js', 'test', `${path.replaceAll('.', '\\.')}$`, '--workers=1'),
}

const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? ''
/**
 * Returns the current commit. Figures of changed sources would name a commit that never had them; the record itself is
 * written by every run.
 */
const currentCommit = () => {
  const changed = git('status', '--porcelain', '--', '.', `:!${RECORD}`, ':!demo-host/e2e/PROMISES.md')
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' and changes' : ''}`
}

const prove = (path, commit) => {
  rmSync(LINES, { force: true })
  const start = performance.now()
  const ok = RUNNERS[runnerOf(path)](path)
  const figures = existsSync(LINES) ? figuresOf(readFileSync(LINES, 'utf8')) : []
  for (const figure of figures)
    console.log(`${figure.ok ? 'ok    ' : 'FAILED'}  ${figure.row}: ${figure.wanted}: ${figure.reached}`)
  return { path, commit, ok, seconds: Math.round((performance.now() - start) / 1000), figures }
}

const readRecord = () => JSON.parse(readFileSync(RECORD, 'utf8'))
const keep = (record) => {
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`)
  writeFileSync('demo-host/e2e/PROMISES.md', promisesPage(record))
}

await ensureInstalled()
await ensureBrowser()
process.chdir(root)
mkdirSync(dirname(LINES), { recursive: true })

const unknown = named.filter((path) => !existsSync(path))
if (unknown.length > 0) {
  console.error(
    `There is no file ${unknown.join(', ')}; name test files by their path from the root of the repository.`,
  )
  process.exit(1)
}
const commit = currentCommit()
const isMeasured = (path) => values.rest && readRecord().runs[path]?.commit === commit
const files = (named.length > 0 ? named : provenFiles()).filter((path) => !isMeasured(path))
if (files.some((path) => path.startsWith(ENGINES_FOLDER))) ensureEngines({ isRequired: true })

console.log(`Random inputs of --seed=${values.seed}`)
const failed = []
for (const [at, path] of files.entries()) {
  console.log(`\n[${at + 1} of ${files.length}] ${path}`)
  const result = prove(path, commit)
  keep(withRun(readRecord(), result))
  if (!result.ok) failed.push(`${path} failed`)
}

const { figures } = readRecord()
const faults = [...failed, ...failedFigures(figures), ...(named.length === 0 ? missingFigures(figures) : [])]
for (const fault of faults) console.error(fault)
console.log(
  `${files.length - failed.length} of ${files.length} files passed in full; --seed=${values.seed} repeats their random inputs`,
)
process.exit(faults.length === 0 ? 0 : 1)
