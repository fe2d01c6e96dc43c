// Runs the browser tests: `node demo-host/scripts/test-browser.mjs [folder or file …]`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './project.mjs'
import { EMPTY, hasNoReason, RESULTS, repeatedRun, sumOf } from './test-results.mjs'

const filters = process.argv.slice(2)

/**
 * A page uses one processor, and tabs of one browser wait for each other, so all tests run in several browsers. There
 * are more of them than processors, because a page waits for timers and frames at least a fifth of the time.
 */
const BROWSERS = 3

const runTests = (filter, browsers) => {
  const results = `${RESULTS.browser}.found`
  rmSync(results, { force: true })
  const env = { ...process.env, FE_TESTS: filter.join(','), FE_BROWSERS: browsers, FE_RESULTS: results }
  const child = spawn(process.execPath, ['node_modules/@web/test-runner/dist/bin.js'], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { ...EMPTY, failing: [] }
      resolve({ status: status ?? 1, ...found })
    })
  })
}

/** If more files than this fail, it isn't by chance. */
const MAX_REPEATED = 3
const isInFull = process.env.ROW_SCALE === '1'

/**
 * Runs files that failed once more, and lists tests that then pass as flaky, like the end-to-end tests. Files that were
 * named by the caller are not repeated.
 */
const repeat = async (failing) => {
  if (isInFull || filters.length > 0 || failing.length === 0 || failing.length > MAX_REPEATED) return sumOf(failing)
  console.log(`\nRunning again: ${failing.map(({ file }) => file).join(', ')}`)
  const again = await runTests(
    failing.map(({ file }) => file),
    1,
  )
  return repeatedRun(failing, again)
}

const found = await runTests(filters, filters.length > 0 ? 1 : BROWSERS)
const total = sumOf([found, await repeat(found.failing)])
mkdirSync(dirname(RESULTS.browser), { recursive: true })
writeFileSync(RESULTS.browser, JSON.stringify(total))
console.log(`\nBrowser tests: ${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || hasNoReason(found) ? 1 : 0)
