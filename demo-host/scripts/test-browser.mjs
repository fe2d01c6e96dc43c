// Runs the browser tests: `node demo-host/scripts/test-browser.mjs [folder or file …]`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './project.mjs'
import { EMPTY, RESULTS, sumOf } from './test-results.mjs'

const filters = process.argv.slice(2)

/** A page takes one processor, and tabs of one browser wait for each other: all tests run in two browsers. */
const shards = filters.length > 0 ? ['1/1'] : ['1/2', '2/2']

const runShard = (shard) => {
  const results = `${RESULTS.browser}.${shard[0]}`
  rmSync(results, { force: true })
  const env = { ...process.env, FE_TESTS: filters.join(','), FE_SHARD: shard, FE_RESULTS: results }
  const child = spawn(process.execPath, ['node_modules/@web/test-runner/dist/bin.js'], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : EMPTY
      resolve({ status: status ?? 1, ...found })
    })
  })
}

const found = await Promise.all(shards.map(runShard))
const total = sumOf(found)
mkdirSync(dirname(RESULTS.browser), { recursive: true })
writeFileSync(RESULTS.browser, JSON.stringify(total))
console.log(`\nBrowser tests: ${total.passed} passed, ${total.failed} failed`)
process.exit(found.find(({ status }) => status !== 0)?.status ?? 0)
