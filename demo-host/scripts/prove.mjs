// `npm run prove`: the promise rows at full scale; writes demo-host/e2e/figures.json (row, wanted, reached, commit).
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

/** Every row appends one JSON line `{ row, wanted, reached }` to the file named here. */
const LINES = join(root, '.work', 'figures.jsonl')

await ensureInstalled()
await ensureBrowser()
process.chdir(root)
rmSync(LINES, { force: true })

const files = ['src', 'demo-host/hostile-provider'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.prove.ts'))
    .map((path) => join(folder, path)),
)
const env = { ...process.env, ROW_SCALE: '1', FIGURES: LINES }
const run = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0

const results = [
  files.length === 0 || run('--import', 'tsx', '--test', '--test-concurrency=1', ...files),
  run('demo-host/scripts/build.mjs', '--if-changed') && run('node_modules/@playwright/test/cli.js', 'test'),
]

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const lines = existsSync(LINES) ? readFileSync(LINES, 'utf8').trim().split('\n').filter(Boolean) : []
const figures = lines.map((line) => ({ ...JSON.parse(line), commit }))
writeFileSync('demo-host/e2e/figures.json', `${JSON.stringify(figures, null, 2)}\n`)
console.log(`${figures.length} figures written to demo-host/e2e/figures.json`)
process.exit(results.every(Boolean) ? 0 : 1)
