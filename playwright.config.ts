import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './demo-host/scripts/find-browser.mjs'
import { testTurn } from './src/testing/turn.ts'

const executablePath = await findBrowser()

/** These wait for the ends of tokens, outages, limits and slow responses more than they work. */
const WAITING = /\/(tabs|lifetimes|failures|blocked-scripts|unmounting|tenants|session-limits|logout)\.spec\.ts$/
/**
 * These judge every page, dialog, fault or framework alike, or build a whole app: `npm test` runs one of the lists each
 * day, `npm run prove` all. Each takes a fifth of their time. Where rows of theirs rotate too, they do so by 2, 3 or 6: by a
 * multiple of five, a file would meet the same rows on all its days.
 */
const IN_TURN = [
  /\/(axe|odd-configuration|passkey-offer|storage-faults)\.spec\.ts$/,
  /\/(keyboard|next|portal-dialogs-security|sso-copy)\.spec\.ts$/,
  /\/(portal-keys|portal-malformed-responses|quickstarts|still|webauthn)\.spec\.ts$/,
  /\/(no-dead-end|passkey-failures|portal-dialogs-team|portal-keys-settings)\.spec\.ts$/,
  /\/(hostile-text|malformed-responses|portal-dialogs-you|portal-keys-events|portal-states|setup-faults)\.spec\.ts$/,
]
/**
 * Journeys through the portal's pages, whose parts and calls have tests of their own that run every day: `npm test` runs a
 * file on three days of seven, `npm run prove` always. Neighbors take about the same time. Seven shares no factor with five,
 * nor with the numbers by which rows rotate.
 */
const PAGES = `
  users accounts sso-setup command-bar roles security-general gallery webhooks audits deep-links security-policies
  tokens checkout-sign-in canary account csp-card list-layout security-center sso-logout user-drawer sso-encryption
  users-more groups reports self-service urls ip-restrictions recommendations checkout pricing privacy profile
  provisioning plan-changes security billing import pricing-hosted notifications gates-follow-payment sso-drafts usage
  passkey-list accounts-more domain-restrictions messages message-recipients preferences
`
const IS_DAY = [true, false, true, false, true, false, false]
const isWhole = Number(process.env.ROW_SCALE ?? 1) === 1
const fileOf = (name: string) => new RegExp(`/${name}\\.spec\\.ts$`)
const notToday = () => [
  ...IN_TURN.filter((_, at) => at !== testTurn() % IN_TURN.length),
  ...PAGES.trim()
    .split(/\s+/)
    .filter((_, at) => !IS_DAY[(at + testTurn()) % IS_DAY.length])
    .map(fileOf),
]
/** Each measures a list, a page or an export by itself: one of the two runs each day, so rows of theirs rotate by odd numbers. */
const MEASURED_IN_TURN = [
  /\/(accounts-more|audit-export|first-screen|import|users-more)\.spec\.ts$/,
  /\/(lists|localization|portal-lists)\.spec\.ts$/,
]
const notMeasured = () => MEASURED_IN_TURN.filter((_, at) => at !== testTurn() % MEASURED_IN_TURN.length)
/** What moves is waited for by every press; the tests that measure keep the motion. */
const JOURNEY = { contextOptions: { reducedMotion: 'reduce' }, database: 'postgres' } as const
/** Tests with this tag measure what would suffer from a second browser beside them. */
const MEASURED = /@measured/

export default defineConfig<object, { database: 'embedded' | 'postgres' }>({
  testDir: 'demo-host/e2e',
  // The others in this folder are for Node's runner.
  testMatch: /\.spec\.ts$/,
  globalSetup: './demo-host/e2e/support/start-postgres.ts',
  outputDir: 'test-results',
  workers: 1,
  projects: [
    // First and in few workers, so that it waits beside the journeys and not after them.
    { name: 'waiting', testMatch: WAITING, fullyParallel: true, workers: 2, use: JOURNEY },
    // Two cores have no more to give.
    {
      name: 'journeys',
      testIgnore: [WAITING, ...(isWhole ? [] : notToday())],
      grepInvert: MEASURED,
      workers: 3,
      use: JOURNEY,
    },
    { name: 'measured', grep: MEASURED, testIgnore: isWhole ? [] : notMeasured() },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./demo-host/scripts/page-reporter.mjs'], ['json', { outputFile: '.work/e2e-results.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArgs(), ...(executablePath && { executablePath }) },
  },
})
