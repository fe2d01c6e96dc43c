import { redirectValues } from '../../src/rules/redirect-values.test-kit.ts'
import { expect, test } from './fixtures.ts'
import { reach, scaled } from './support/figures.ts'

const LOGIN = '/account/login'
const ALLOWED_MS = 2_000

test('a user who signs in stays on this site, whatever redirectUrl contains', async ({ page, demo, signedIn }) => {
  const values = redirectValues(scaled(500, 10)).map((value) =>
    value.replaceAll('app.test', new URL(demo.origins.host).host),
  )
  test.setTimeout(60_000 + values.length * ALLOWED_MS)
  await signedIn('ada@acme.test')
  const departures: string[] = []
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isPage && new URL(request.url()).origin !== demo.origins.host) departures.push(request.url())
  })
  for (const value of values) {
    await page.goto(`${LOGIN}?redirectUrl=${encodeURIComponent(value)}`)
    await page.waitForURL(({ pathname }) => pathname !== LOGIN)
    expect(new URL(page.url()).origin, JSON.stringify(value)).toBe(demo.origins.host)
  }
  expect(departures).toEqual([])
  expect(ran).toEqual([])
  reach(
    18,
    '500 values clicked: final origin always permitted',
    `${values.length} values clicked in Chromium, ${departures.length} left the site`,
  )
})
