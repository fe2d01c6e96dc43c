import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

interface Shifts {
  shifts: { value: number; what: string }[]
}

/** Records layout shifts without a press, and the elements that moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    const own = Object.assign(window as unknown as Shifts, { shifts: [] as Shifts['shifts'] })
    const nameOf = ({ node }: { node: Node | null }) => (node instanceof Element ? node.className : String(node))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        own.shifts.push({ value: entry.value, what: entry.sources.map(nameOf).join(', ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Shifts['shifts']>((resolve) => {
        // A shift is reported in the frame after it.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve((window as unknown as Shifts).shifts)))
      }),
  )

/** Every response arrives at a different time, the last list of sign-in methods long after the others. */
const SLOW: readonly [path: RegExp, ms: number][] = [
  [/\/token\/refresh/, 150],
  [/\/vendors\/public/, 300],
  [/\/configurations\/v1\/public|\/policy/, 450],
  [/\/auth\/strategies/, 600],
  [/\/resources\/sso\/v2/, 750],
  [/\/resources\/sso\/custom/, 900],
]

const slowDown = (page: Page, origin: string) =>
  page.route(`${origin}/**`, async (route) => {
    const [, ms = 50] = SLOW.find(([path]) => path.test(route.request().url())) ?? []
    await new Promise((go) => setTimeout(go, ms))
    await route.continue()
  })

for (const [name, viewport] of [
  ['a desk', { width: 1280, height: 740 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`the first step on ${name} doesn’t shift when parts load late`, async ({ page, box, demo }) => {
    await page.setViewportSize(viewport)
    await watchShifts(page)
    await slowDown(page, demo.origins.api)
    await page.goto('/account/login')
    await box.email.fill('ada@acme.test')
    const before = await box.email.boundingBox()
    await expect(box.link('Create an account')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
    expect(await box.email.boundingBox()).toEqual(before)
    await expect(box.link('Create an account')).toBeInViewport({ ratio: 1 })
  })
}

test('the sign-up link is shown even if the code of the other sign-in methods never loads', async ({ page, box }) => {
  const WORD = 'Sign in faster next time with'
  let refused = 0
  await page.route('**/chunks/sign-in-*.js', async (route) => {
    const response = await route.fetch()
    if (!(await response.text()).includes(WORD)) return route.fulfill({ response: response })
    refused += 1
    return route.abort()
  })
  await page.goto('/account/login')
  await box.link('Create an account').click()
  await expect(page).toHaveURL(/\/account\/sign-up/)
  expect(refused).toBeGreaterThan(0)
})
