import type { Page, Route } from '@playwright/test'
import { version } from '../scripts/project.mjs'
import { expect, test } from './fixtures.ts'
import { startApp } from './support/app-page.ts'
import { reach } from './support/figures.ts'
import { waitForTakeOver } from './support/held-core.ts'
import { patientClock } from './support/patient-clock.ts'

/** Collects errors of the host page, which must keep working regardless of our failures. */
const watchErrors = (page: Page) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

const times = (count: number, fault: (route: Route) => Promise<void>) => {
  let left = count
  return (route: Route) => (left-- > 0 ? fault(route) : route.fallback())
}

const FAULTS: readonly [name: string, fault: () => (route: Route) => Promise<void>][] = [
  ['is dropped once', () => times(1, (route) => route.abort())],
  ['responds 500 once', () => times(1, (route) => route.fulfill({ status: 500 }))],
  ['responds 503 twice', () => times(2, (route) => route.fulfill({ status: 503 }))],
  [
    'takes 3 s',
    () =>
      times(1, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        await route.fallback()
      }),
  ],
]

test.describe('Scripts that fail to load', () => {
  for (const [file, path, title] of [
    ['fe.tag.js', '/script-tag', /Sign in/],
    ['chunks/flow-forgot-password*.js', '/account/forget-password', 'Reset your password'],
  ] as const) {
    for (const [name, fault] of FAULTS) {
      test(`The box appears within 20 s when ${file} ${name}`, async ({ page, box }) => {
        const errors = watchErrors(page)
        await page.route(`**/${version}/${file}`, fault())
        const start = performance.now()
        await page.goto(path, { waitUntil: 'commit' })
        await expect(box.title).toHaveText(title, { timeout: 20_000 })
        await expect(box.email).toBeEditable()
        // The loader alone paints a field, too.
        await waitForTakeOver(page)
        expect(errors).toEqual([])
        reach(11, `${file} ${name}: recovers within 20 s`, `${Math.round(performance.now() - start)} ms`)
      })
    }
  }

  /** Browsers keep a damaged file, and a request that hangs, for the life of the page. */
  const LASTING: readonly [file: string, path: string, name: string, fault: (route: Route) => Promise<void>][] = [
    [
      'core.js',
      '/esm',
      'arrives damaged once',
      (route) => route.fulfill({ contentType: 'text/javascript', body: 'expord {}' }),
    ],
    ['core.js', '/esm', 'hangs once', () => Promise.resolve()],
    ['core.js', '/script-tag', 'hangs once', () => Promise.resolve()],
    ['fe.tag.js', '/script-tag', 'hangs once', () => Promise.resolve()],
  ]
  for (const [file, path, name, fault] of LASTING)
    test(`The form on ${path} continues when ${file} ${name}, if need be after “Try again”`, async ({ page, box }) => {
      const errors = watchErrors(page)
      const clock = await patientClock(page, ({ pathname }) => pathname.endsWith(`/${file}`))
      await page.route(`**/${version}/${file}`, times(1, fault))
      await page.goto(path, { waitUntil: 'commit' })
      await box.email.fill('ada@acme.test')
      await box.email.press('Enter')
      await expect(async () => {
        if (await box.button('Try again').isVisible()) await box.button('Try again').click()
        await clock.skipStep()
        await expect(box.password).toBeVisible({ timeout: 200 })
      }).toPass({ intervals: [100], timeout: 40_000 })
      expect(errors).toEqual([])
    })

  test('When scripts are blocked permanently, the page is notified within 30 s and keeps working', async ({ page }) => {
    const errors = watchErrors(page)
    await page.addInitScript(() => {
      const start = performance.now()
      window.addEventListener('fe-load-error', () => Object.assign(window, { messageAfter: performance.now() - start }))
    })
    await page.route(`**/${version}/fe.{esm,tag}.js*`, (route) => route.abort())
    await page.goto('/script-tag', { waitUntil: 'commit' })
    const messageAfter = () => page.evaluate(() => (window as unknown as { messageAfter?: number }).messageAfter ?? 0)
    await expect.poll(messageAfter, { timeout: 32_000 }).toBeGreaterThan(0)
    expect(await messageAfter()).toBeLessThan(30_000)
    await expect(page.getByRole('link', { name: 'Demo host' })).toBeVisible()
    expect(errors).toEqual([])
    reach(11, 'blocked for good: error event within 30 s, 0 host errors', `${Math.round(await messageAfter())} ms, 0`)
  })

  test('A bundle that was tampered with is refused', async ({ page, box }) => {
    await page.route(`**/${version}/fe.{esm,tag}.js*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response: response, body: `${await response.text()}\nwindow.tampered = true` })
    })
    await page.goto('/script-tag', { waitUntil: 'commit' })
    // The loader has painted the form, and its code never arrives.
    await expect(box.element.getByText('Check your connection and try again')).toBeVisible({ timeout: 30_000 })
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
  })

  test('A second script tag and a second init are harmless', async ({ page, box, demo }) => {
    const errors = watchErrors(page)
    await page.goto('/script-tag')
    await expect(box.email).toBeVisible()
    await page.addScriptTag({ url: `${demo.origins.cdn}/${version}/fe.umd.js` })
    await startApp(page, demo)
    await expect(box.email).toHaveCount(1)
    expect(errors).toEqual([])
  })
})
