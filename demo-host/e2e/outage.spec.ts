import type { BrowserContext, Page, Route } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { isWhole, reach, scaled } from './support/figures.ts'

const REFRESH = /\/token\/refresh(\?|$)/
const API = /\/(identity|frontegg|metadata|team|vendors)\//
const FORM = 'input[name=email], input[name=password]'
const TABS = 14
const LONG = 30 * 60_000
/** The longest wait between two attempts, plus the time that the page needs. */
const RETURN_MS = 25_000

test.describe.configure({ mode: isWhole ? 'default' : 'parallel' })

const corsOf = (demo: DemoHost) => ({
  'access-control-allow-origin': demo.origins.host,
  'access-control-allow-credentials': 'true',
})

interface Outage {
  matches: RegExp
  /** Number of requests that fail; without it, all requests of `lastsMs` do. */
  failing?: number
  lastsMs: number
  respond(route: Route, demo: DemoHost): Promise<void>
}

const failed = (route: Route, demo: DemoHost) =>
  route.request().method() === 'OPTIONS'
    ? route.continue()
    : route.fulfill({ status: 503, body: '{}', headers: corsOf(demo) })

const OUTAGES: Readonly<Record<string, Outage>> = {
  'one 503': { matches: REFRESH, failing: 1, lastsMs: 0, respond: failed },
  'a database outage of 20 s': { matches: API, lastsMs: scaled(20_000, 4_000), respond: failed },
  'an API outage of 60 s': { matches: API, lastsMs: scaled(60_000, 4_000), respond: (route) => route.abort() },
}

/** Records in every page whether a form for credentials was ever visible. */
const watchForms = (context: BrowserContext) =>
  context.addInitScript((selector) => {
    const look = () => {
      const isSeen = [...document.querySelectorAll(selector)].some((field) => field.checkVisibility())
      // The record must outlive the page, which is left when the session is restored.
      if (isSeen) sessionStorage.setItem('form-seen', 'yes')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, FORM)

const isFormSeen = (page: Page) => page.evaluate(() => sessionStorage.getItem('form-seen') !== null)

for (const [name, outage] of Object.entries(OUTAGES)) {
  test(`14 tabs return by themselves after ${name}, and none shows a sign-in form`, async ({
    page,
    context,
    demo,
    signedIn,
  }) => {
    test.setTimeout(LONG)
    const rounds = scaled(20, 1)
    const newUser = await recruit(demo, 'mel@acme.test', 'Outage Tabs')
    await signedIn(newUser.email)
    // The browser stores who was signed in once a tab has had the session.
    await page.goto('/account/login')
    await expect(page).not.toHaveURL(/account\/login/)
    expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0)
    await watchForms(context)
    let slowest = 0
    for (let round = 0; round < rounds; round += 1) {
      let left = outage.failing ?? Number.POSITIVE_INFINITY
      let isOver = false
      await context.route(outage.matches, async (route) => {
        if (!route.request().url().startsWith(demo.origins.api) || isOver || left <= 0) return route.fallback()
        if (route.request().method() !== 'OPTIONS') left -= 1
        return outage.respond(route, demo)
      })
      const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
      await Promise.all(tabs.map((tab) => tab.goto('/account/login')))
      // The test waits for a fixed time, because no event marks the end of the outage.
      if (outage.lastsMs > 0) await page.waitForTimeout(outage.lastsMs)
      isOver = true
      const start = performance.now()
      for (const tab of tabs) await expect(tab).not.toHaveURL(/account\/login/, { timeout: RETURN_MS })
      slowest = Math.max(slowest, performance.now() - start)
      for (const tab of tabs) expect(await isFormSeen(tab)).toBe(false)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      for (const tab of tabs) await tab.close()
    }
    reach(
      72,
      `14 tabs, 20 rounds of ${name}: all return within 25 s, 0 forms`,
      `${rounds} rounds: 0 forms, slowest ${Math.round(slowest)} ms`,
    )
  })
}

test('During an outage of pre-login a user may try again, and no password is requested', async ({ page, demo }) => {
  await page.goto('/account/login')
  let isDown = true
  await page.route(/sso\/prelogin/, (route) => (isDown ? failed(route, demo) : route.continue()))
  await page.getByLabel('Email').fill('ada@acme.test')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Something went wrong on our side. Try again.')).toBeVisible()
  await expect(page.locator('input[name=password]:visible')).toHaveCount(0)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('input[name=password]')).toBeVisible()
})
