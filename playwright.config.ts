import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './demo-host/scripts/find-browser.mjs'

const executablePath = await findBrowser()

/** These wait for the ends of tokens, outages and limits more than they work. */
const WAITING = /\/(tabs|lifetimes|failures|tenants|session-limits|logout)\.spec\.ts$/
/** Tests with this tag measure what would suffer from a second browser beside them. */
const MEASURED = /@measured/

export default defineConfig({
  testDir: 'demo-host/e2e',
  // The others in this folder are for Node's runner.
  testMatch: /\.spec\.ts$/,
  outputDir: 'test-results',
  workers: 1,
  projects: [
    { name: 'journeys', testIgnore: WAITING, grepInvert: MEASURED },
    { name: 'waiting', testMatch: WAITING, fullyParallel: true },
    { name: 'measured', grep: MEASURED },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.work/e2e-results.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArgs(), ...(executablePath && { executablePath }) },
  },
})
