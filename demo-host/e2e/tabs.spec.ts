import type { BrowserContext, Page } from '@playwright/test'
import type { RequestCounter } from '../../src/contract/request-counters.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import {
  type AppWindow,
  getFreshToken,
  isSignedIn,
  openBlank,
  signOutsOf,
  startApp,
  tokensOf,
} from './support/app-page.ts'
import { allowed, isWhole, reach, scaled } from './support/figures.ts'

/** A short lifetime lets a test wait until a token expires. */
test.use({ accessTokenSeconds: 5 })
// At full scale a test opens fifty pages: two such tests at once would measure the machine.
test.describe.configure({ mode: isWhole ? 'default' : 'parallel' })

const REFRESH = /\/token\/refresh(\?|$)/
const LONG = 30 * 60_000

const refreshesSeen = async ({ origins }: DemoHost): Promise<number> => {
  const response = await fetch(`${origins.api}/identity/resources/fe/v1/test/counters`)
  const { counters } = (await response.json()) as { counters: RequestCounter[] }
  return counters
    .filter(({ path, method, status }) => method === 'POST' && path.endsWith('/token/refresh') && status === 200)
    .reduce((sum, { count }) => sum + count, 0)
}

const openTabs = async (context: BrowserContext, demo: DemoHost, count: number): Promise<Page[]> => {
  const tabs: Page[] = []
  for (let at = 0; at < count; at += 1) {
    const tab = await context.newPage()
    await openBlank(tab)
    await startApp(tab, demo)
    tabs.push(tab)
  }
  return tabs
}

/** Requests a token twenty times in every tab, all at once. */
const askEverywhere = (tabs: readonly Page[]) =>
  Promise.all(
    tabs.map((tab) =>
      tab.evaluate(async () => {
        const app = (window as unknown as AppWindow).apps.default
        const asked = await Promise.all(Array.from({ length: 20 }, () => app?.getAccessToken()))
        return { same: new Set(asked).size === 1, token: asked[0] }
      }),
    ),
  )

const TAKEN_AWAY = ['', 'locks', 'BroadcastChannel'] as const

for (const missing of TAKEN_AWAY) {
  test(`Many tabs reach expiry together${missing && ` without ${missing}`}, and none is signed out`, async ({
    page,
    context,
    demo,
    signedIn,
  }) => {
    test.setTimeout(LONG)
    const [pages, expiries] = [scaled(50, 5), scaled(10, 2)]
    const newUser = await recruit(demo, 'mel@acme.test', 'Many Tabs')
    if (missing === 'locks') {
      await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    }
    if (missing === 'BroadcastChannel') {
      await context.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }))
    }
    await signedIn(newUser.email, page)
    const tabs = await openTabs(context, demo, pages)
    const [first] = tabs
    if (!first) throw new Error('No tab')
    const [seenBefore, tokensBefore] = [await refreshesSeen(demo), (await tokensOf(first)).length]
    let slowest = 0
    for (let expiry = 0; expiry < expiries; expiry += 1) {
      const old = await getFreshToken(first)
      await expect.poll(() => getFreshToken(first), { timeout: 8_000, intervals: [50] }).not.toBe(old)
      const start = performance.now()
      if (missing === 'BroadcastChannel') continue
      await expect
        .poll(async () => new Set((await askEverywhere(tabs)).map(({ token }) => token)).size, { intervals: [50] })
        .toBe(1)
      slowest = Math.max(slowest, performance.now() - start)
    }
    const asked = await askEverywhere(tabs)
    expect(asked.every(({ same, token }) => same && Boolean(token))).toBe(true)
    for (const tab of tabs) expect(await signOutsOf(tab)).toBe(0)
    const refreshes = (await refreshesSeen(demo)) - seenBefore
    const renewals = (await tokensOf(first)).length - tokensBefore
    if (missing === '') {
      expect(refreshes, 'one refresh for every token').toBeLessThanOrEqual(renewals + 1)
      expect(slowest).toBeLessThan(allowed(2_000))
    }
    const figures = `${pages} pages, ${expiries} expiries: ${refreshes} refreshes for ${renewals} tokens, 0 sign-outs`
    if (missing) reach(1, `50 pages, 10 expiries without ${missing}: 0 sign-outs`, figures)
    else {
      const wanted = '50 pages, 10 expiries: 1 refresh each, same token within 2 s, 0 sign-outs'
      reach(1, wanted, `${figures}, same token within ${Math.round(slowest)} ms`)
    }
  })
}

test('A tab that dies in the middle of a refresh delays no other tab', async ({ context, page, demo, signedIn }) => {
  test.setTimeout(LONG)
  const rounds = scaled(30, 2)
  const newUser = await recruit(demo, 'mel@acme.test', 'Dying Tab')
  await signedIn(newUser.email, page)
  const [survivor] = await openTabs(context, demo, 1)
  if (!survivor) throw new Error('No tab')
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    const [holder] = await openTabs(context, demo, 1)
    if (!holder) throw new Error('No tab')
    let asked = false
    await holder.route(REFRESH, () => {
      asked = true
    })
    // A random tab refreshes first at each expiry; over several of them, it is this one.
    await expect.poll(() => asked, { timeout: 60_000, intervals: [50] }).toBe(true)
    // The token that is still valid for a moment does not count.
    const old = (await tokensOf(survivor)).at(-1)
    if (round % 2 === 0) await holder.close()
    else {
      const cdp = await context.newCDPSession(holder)
      cdp.send('Page.crash').catch(() => undefined)
    }
    const start = performance.now()
    await expect.poll(async () => (await tokensOf(survivor)).at(-1), { timeout: 10_000, intervals: [50] }).not.toBe(old)
    expect(await getFreshToken(survivor)).toBeTruthy()
    slowest = Math.max(slowest, performance.now() - start)
    if (!holder.isClosed()) await holder.close()
  }
  expect(await signOutsOf(survivor)).toBe(0)
  reach(3, '30 rounds: the next tab has a token within 10 s', `${rounds} rounds, slowest ${Math.round(slowest)} ms`)
})

test('Calls from inside our own event settle, and no lock is left', async ({ page, demo, signedIn }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Inside Event')
  await signedIn(newUser.email)
  await openBlank(page)
  await startApp(page, demo)
  const took = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const { apps } = window as unknown as AppWindow
        const app = apps.default
        const stop = app?.subscribe(({ isAuthenticated, user }) => {
          if (!isAuthenticated) return
          stop?.()
          const start = performance.now()
          const settled = [app.getAccessToken(), app.switchTenant(String(user?.tenantId)), app.getAccessToken()]
          Promise.allSettled(settled)
            .then(() => app.logout())
            .then(() => resolve(performance.now() - start), reject)
        })
      }),
  )
  expect(took).toBeLessThan(allowed(2_000))
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query()
        return held.length + pending.length
      }),
    )
    .toBe(0)
})

test('A refresh that completes after the sign-out is discarded', async ({ browser, baseURL, demo, signedIn }) => {
  test.setTimeout(LONG)
  const [rounds, delayMs] = [scaled(200, 2), scaled(3_000, 300)]
  const logOutInMidRefresh = async (context: BrowserContext, email: string) => {
    const page = await context.newPage()
    await demo.backend.store.attempts.delete({})
    await signedIn(email, page)
    const tabs = await openTabs(context, demo, scaled(5, 3))
    const [first] = tabs
    if (!first) throw new Error('No tab')
    let hasResponded = false
    let isAsked = false
    await context.route(REFRESH, async (route) => {
      // Playwright stores the cookie of this response itself, at once, so the logout must follow it.
      const response = await route.fetch().catch(() => undefined)
      isAsked = true
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      await (response ? route.fulfill({ response: response }) : route.abort()).catch(() => undefined)
      hasResponded = true
    })
    await expect.poll(() => isAsked, { timeout: 8_000, intervals: [20] }).toBe(true)
    await first.evaluate(() => void (window as unknown as AppWindow).apps.default?.logout())
    for (const tab of tabs)
      await expect.poll(() => isSignedIn(tab), { timeout: allowed(1_000), intervals: [20] }).toBe(false)
    await expect.poll(() => hasResponded).toBe(true)
    await context.unrouteAll({ behavior: 'wait' })
    for (const tab of tabs) {
      expect(await isSignedIn(tab)).toBe(false)
      const stored = await tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(stored).not.toContain('eyJ')
    }
    const left = async () => (await context.cookies()).filter(({ name }) => name.startsWith('fe_refresh'))
    await expect.poll(left).toEqual([])
    for (const tab of tabs) expect(await getFreshToken(tab)).toBeUndefined()
    for (const tab of context.pages()) await tab.close()
  }
  const runLane = async (count: number) => {
    const context = await browser.newContext({ baseURL })
    const { email } = await recruit(demo, 'mel@acme.test', 'Late Response')
    for (let round = 0; round < count; round += 1) await logOutInMidRefresh(context, email)
    await context.close()
  }
  await Promise.all([runLane(Math.ceil(rounds / 2)), runLane(Math.floor(rounds / 2))])
  reach(5, '200 rounds, 5 tabs: 0 tokens anywhere, all out within 1 s', `${rounds} rounds: 0, all within 1 s`)
})

const OUTAGES = {
  408: { status: 408, body: '{}' },
  429: { status: 429, body: '{}', headers: { 'retry-after': '2' } },
  500: { status: 500, body: '<h1>no</h1>', contentType: 'text/html' },
  garbage: { status: 200, body: '{"acc' },
  network: undefined,
} as const

test('An outage signs no one out and sends few requests', async ({ browser, baseURL, demo, signedIn }) => {
  test.setTimeout(LONG)
  const outageMs = scaled(60_000, 6_000)
  const suffer = async (kind: keyof typeof OUTAGES) => {
    const context = await browser.newContext({ baseURL })
    const tab = await context.newPage()
    const newUser = await recruit(demo, 'mel@acme.test', 'Outage Kind')
    await signedIn(newUser.email, tab)
    await openBlank(tab)
    await startApp(tab, demo)
    let asked = 0
    const response = OUTAGES[kind]
    await tab.route(REFRESH, async (route) => {
      if (route.request().method() === 'POST') asked += 1
      const headers = { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' }
      if (!response) return route.abort()
      return route.fulfill({ ...response, headers: { ...headers, ...('headers' in response && response.headers) } })
    })
    // The promise counts the requests within this time; no event marks its end.
    await tab.waitForTimeout(outageMs)
    expect(await isSignedIn(tab), String(kind)).toBe(true)
    expect(asked, String(kind)).toBeLessThanOrEqual(8)
    expect(asked, String(kind)).toBeGreaterThan(0)
    const before = (await tokensOf(tab)).length
    await tab.unrouteAll()
    const start = performance.now()
    await expect.poll(async () => (await tokensOf(tab)).length, { timeout: 20_000 }).toBeGreaterThan(before)
    const recovered = performance.now() - start
    expect(await signOutsOf(tab), String(kind)).toBe(0)
    await context.close()
    reach(
      6,
      `${kind} for 60 s: at most 8 requests, still signed in, back within 20 s`,
      `${outageMs} ms: ${asked} requests, back in ${Math.round(recovered)} ms`,
    )
  }
  await Promise.all((Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]).map(suffer))
})

test('After an outage the online event brings the session back within 1 s', async ({ page, demo, signedIn }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Back Online')
  await signedIn(newUser.email)
  await openBlank(page)
  await startApp(page, demo)
  let asked = 0
  await page.route(REFRESH, (route) => {
    asked += 1
    return route.abort()
  })
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(0)
  await page.unrouteAll()
  const before = (await tokensOf(page)).length
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(async () => (await tokensOf(page)).length, { timeout: allowed(1_000), intervals: [50] })
    .toBeGreaterThan(before)
})

test('A session that was ended elsewhere ends here once, without a storm of requests', async ({
  page,
  demo,
  signedIn,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Ended Elsewhere')
  await signedIn(newUser.email)
  await openBlank(page)
  await startApp(page, demo)
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/auth\/|\/token\//.test(request.url())) asked += 1
  })
  await demo.backend.store.sessions.delete({ userId: newUser.id })
  await expect.poll(() => signOutsOf(page), { timeout: 10_000 }).toBe(1)
  // The promise is about this time, in which there may be no more requests.
  await page.waitForTimeout(scaled(10_000, 2_000))
  expect(await signOutsOf(page)).toBe(1)
  expect(asked).toBeLessThanOrEqual(2)
  reach(6, 'invalid_grant: 1 sign-out, at most 2 auth requests in 10 s', `1, ${asked}`)
})
