import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './demo-host/scripts/find-browser.mjs'

const executablePath = await findBrowser()

/** These wait for the ends of tokens, outages, limits and slow responses more than they work. */
const WAITING =
  /\/(outage|tabs|lifetimes|failures|blocked-scripts|unmounting|tenants|session-limits|logout|ssr)\.spec\.ts$/
/** These install or build whole applications, or walk through every flow: the longest ones begin. */
const LONG =
  /\/(quickstarts|two-releases|empty-database|docs|hot-edit|frameworks|next|release|canary|recommendations)\.spec\.ts$/
/** A press waits for everything that moves, so only the tests that measure keep the motion. */
const JOURNEY = { contextOptions: { reducedMotion: 'reduce' }, database: 'postgres' } as const
/** Tests with this tag measure times that a second browser in parallel would distort. */
const MEASURED = /@measured/

export default defineConfig<object, { database: 'embedded' | 'postgres' }>({
  testDir: 'demo-host/e2e',
  // The others in this folder are for Node's runner.
  testMatch: /\.spec\.ts$/,
  globalSetup: './demo-host/e2e/support/start-postgres.ts',
  outputDir: 'test-results',
  workers: 1,
  projects: [
    // First and in few workers, so that they run in parallel with the journeys and not after them.
    { name: 'long', testMatch: LONG, grepInvert: MEASURED, workers: 2, use: JOURNEY },
    { name: 'waiting', testMatch: WAITING, fullyParallel: true, workers: 2, use: JOURNEY },
    // Two cores have no more to give.
    {
      name: 'journeys',
      testIgnore: [WAITING, LONG],
      grepInvert: MEASURED,
      workers: 3,
      use: JOURNEY,
    },
    { name: 'measured', grep: MEASURED },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./demo-host/scripts/page-reporter.mjs'], ['json', { outputFile: '.work/e2e-results.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/London',
    // A press without a control fails with the control's name before the test's own time is up.
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArgs(), ...(executablePath && { executablePath }) },
  },
})
