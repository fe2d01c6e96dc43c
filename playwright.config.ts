import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './demo-host/scripts/find-browser.mjs'

const executablePath = await findBrowser()

/** These wait for the ends of tokens, outages and limits more than they work. */
const WAITING = /\/(tabs|lifetimes|failures|tenants|session-limits)\.spec\.ts$/
/** What these measure would suffer from a second browser beside them. */
const MEASURED = /\/(users-more|lists|accounts|tokens|import)\.spec\.ts$/

export default defineConfig({
  testDir: 'demo-host/e2e',
  outputDir: 'test-results',
  workers: 1,
  projects: [
    { name: 'journeys', testIgnore: [WAITING, MEASURED] },
    { name: 'waiting', testMatch: WAITING, fullyParallel: true },
    { name: 'measured', testMatch: MEASURED },
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
