// `npm run bench` measures how soon a user can type an email, compared with a bare React form, and how fast the
// entitlement engine is, compared with the published one. `npm run bench -- dev` measures how soon a page shows an
// edit.
import { spawnSync } from 'node:child_process'
import { measure, median } from './bench/measure.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

const LIMITS = { '/esm': 0.75, '/script-tag': 0.75 }
const BARE = '/bare'
const DEFAULT_ROUNDS = 9
const MIN_ROUNDS = 7

const readRounds = () => {
  const given = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? DEFAULT_ROUNDS)
  if (Number.isInteger(given) && given >= MIN_ROUNDS) return given
  console.error(`--rounds must be a whole number, ${MIN_ROUNDS} or more.`)
  process.exit(1)
}

const print = (path, times, bare) => {
  const own = median(times)
  const range = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`
  const limit = LIMITS[path]
  const ratio = own / bare
  const verdict = limit ? `${ratio.toFixed(2)} ×, at most ${limit} ×${ratio > limit ? '  OVER' : ''}` : 'the measure'
  console.log(`${path.padEnd(12)} ${own.toFixed(0).padStart(5)} ms  (${range})  ${verdict}`)
  return !limit || ratio <= limit
}

/** Prints the cost of a slow API: milliseconds between the form and everything else, rounds of requests, and pixels. */
const printScreen = (visit, screen, limits) => {
  const { field, complete, responded, rounds, grows } = screen
  const isOver = complete - responded > limits.laterMs || rounds > limits.rounds || grows > limits.grows
  const times = `form ${field.toFixed(0)} ms, everything at ${complete.toFixed(0)} ms, ${(complete - responded).toFixed(0)} ms after its last response (at most ${limits.laterMs})`
  console.log(`${visit.padEnd(12)} ${times}, ${rounds} round(s), card height +${grows} px${isOver ? '  OVER' : ''}`)
  return !isOver
}

const benchFirstScreen = async (browser) => {
  const { API_LATENCY_MS, FIRST_SCREEN, measureFirstScreen } = await import('./bench/first-screen.mjs')
  const { openHost } = await import('../e2e/support/host.ts')
  const { demo, end } = await openHost({})
  try {
    console.log(`\nFirst screen of the login box, each response of the API after ${API_LATENCY_MS} ms`)
    const { first, again } = await measureFirstScreen(browser, demo.origins)
    return [printScreen('first visit', first, FIRST_SCREEN), printScreen('next visit', again, FIRST_SCREEN)].every(
      Boolean,
    )
  } finally {
    await end()
  }
}

/** Measures in interleaved rounds, so that other work on this machine affects all of them alike. */
const runRounds = async (browser, origin, measure, rounds) => {
  const paths = [BARE, ...Object.keys(LIMITS)]
  const times = Object.fromEntries(paths.map((path) => [path, []]))
  for (const path of paths) await measure(browser, origin + path) // This warms servers and code caches.
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) times[path].push(await measure(browser, origin + path))
  }
  return times
}

await ensureInstalled()
process.chdir(root)
const { register } = await import('tsx/esm/api')
register()
const { chromium } = await import('@playwright/test')
const { browserArgs, ensureBrowser } = await import('./find-browser.mjs')
const launch = async () => chromium.launch({ executablePath: await ensureBrowser(), args: browserArgs() })

if (process.argv.includes('dev')) {
  const { benchDev } = await import('./bench/dev.mjs')
  const browser = await launch()
  const holds = await benchDev(browser).finally(() => browser.close())
  process.exit(holds ? 0 : 1)
}

const rounds = readRounds()
if (!process.argv.includes('--no-build')) {
  const { status } = spawnSync(process.execPath, ['demo-host/scripts/build.mjs', '--if-changed'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const { benchEntitlements } = await import('./bench/entitlements.mjs')
if (!benchEntitlements()) process.exitCode = 1

const { startServers } = await import('./bench/servers.mjs')

const servers = await startServers(Number(process.env.BENCH_PORT || 3400))
const browser = await launch()
try {
  console.log(`Time to a usable email field: CPU ÷4, 1.6 Mbit/s, 150 ms, no cache, median of ${rounds}, interleaved`)
  const times = await runRounds(browser, servers.origins.host, measure, rounds)
  const bare = median(times[BARE])
  const holds = Object.entries(times).map(([path, own]) => print(path, own, bare))
  if (holds.includes(false)) process.exitCode = 1
  if (!(await benchFirstScreen(browser))) process.exitCode = 1
} finally {
  await browser.close()
  await servers.close()
}
