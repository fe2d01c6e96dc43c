import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { isSignedIn, openBlank, signOutsOf, startApp } from './support/app-page.ts'
import { reach } from './support/figures.ts'

const REFRESH = /\/token\/refresh(\?|$)/

/** Passes every refresh to the server, but with another lifetime in the response. */
const withLifetime = async (page: Page, lifetime: unknown) => {
  const seen = { refreshes: 0 }
  await page.route(REFRESH, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    seen.refreshes += 1
    const response = await route.fetch()
    const { expiresIn: _real, ...rest } = (await response.json()) as Record<string, unknown>
    return route.fulfill({
      response: response,
      json: { ...rest, ...(lifetime !== undefined && { expiresIn: lifetime }) },
    })
  })
  return seen
}

test.describe('Sleep and unusual token lifetimes', () => {
  test('A laptop that slept for eight hours refreshes once', async ({ page, demo, signedIn }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Sleepy Laptop')
    await signedIn(newUser.email)
    await page.clock.install()
    await openBlank(page)
    await startApp(page, demo)
    const seen = await withLifetime(page, 300)
    await page.clock.fastForward('08:00:00')
    await expect.poll(() => seen.refreshes).toBe(1)
    await page.clock.runFor(10_000)
    expect(seen.refreshes).toBe(1)
    expect(await signOutsOf(page)).toBe(0)
    reach(8, 'a jump of 8 h: 1 refresh', String(seen.refreshes))
  })

  for (const [lifetime, most] of [
    [2_592_000, 1],
    [0, 3],
    [-1, 3],
    [null, 3],
    ['300', 3],
    [undefined, 3],
    [1e12, 3],
  ] as const) {
    test(`A lifetime of ${JSON.stringify(lifetime)} causes no flood of refreshes`, async ({ page, demo, signedIn }) => {
      const newUser = await recruit(demo, 'mel@acme.test', 'Odd Lifetime')
      await signedIn(newUser.email)
      await page.clock.install()
      const seen = await withLifetime(page, lifetime)
      await openBlank(page)
      await startApp(page, demo)
      for (let second = 0; second < 60; second += 5) await page.clock.runFor(5_000)
      expect(await isSignedIn(page)).toBe(true)
      // The refresh at startup counts as well.
      expect(seen.refreshes).toBeLessThanOrEqual(most)
      reach(
        8,
        `expires_in ${JSON.stringify(lifetime)}: at most ${most} in 60 s, start-up included`,
        String(seen.refreshes),
      )
    })
  }
})
