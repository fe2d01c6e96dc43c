import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { LoginBoxModel } from './models/login-box.ts'
import { recruit } from './sample-users.ts'
import { reach } from './support/figures.ts'
import { tally } from './support/tally.ts'

const HOME = '**/script-tag/home'

interface Fault {
  /** Runs before any script of a page. */
  begin?(page: Page): Promise<unknown>
  /** Runs between the first step and the last. */
  midway?(page: Page): Promise<unknown>
  /** Whether the browser keeps nothing after a page. */
  isWithoutCookies?: boolean
}

const empty = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

/** Makes the browser store and send no cookies. */
const refuseCookies = async (page: Page) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined })
  })
  await page.route('**/*', async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders()
    const response = await route.fetch({ headers, maxRedirects: 0 }).catch(() => undefined)
    await page.context().clearCookies()
    if (!response) return route.abort()
    const { 'set-cookie': __, ...kept } = response.headers()
    // The page may have navigated in the meantime.
    await route.fulfill({ response: response, headers: kept }).catch(() => undefined)
  })
}

const CLEARED = 'storage is cleared on the way'

const FAULTS: Readonly<Record<string, Fault>> = {
  'reading throws': {
    begin: (page) =>
      page.addInitScript(() => {
        Storage.prototype.getItem = () => {
          throw new DOMException('The operation is insecure', 'SecurityError')
        }
      }),
  },
  'storage is full': {
    begin: (page) =>
      page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
        }
      }),
  },
  'there is no storage': {
    begin: (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: undefined })
      }),
  },
  [CLEARED]: { midway: empty },
  'IndexedDB is blocked': {
    begin: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, 'indexedDB', {
          get() {
            throw new DOMException('The operation is insecure', 'SecurityError')
          },
        })
      }),
  },
  'cookies are off': { begin: refuseCookies, isWithoutCookies: true },
}

interface Harness {
  page: Page
  box: LoginBoxModel
  email: string
  fault: Fault
}

const FLOWS = {
  async refresh({ page, box, email, fault }: Harness) {
    await page.goto('/account/login')
    await box.signIn(email)
    await page.waitForURL(HOME)
    await fault.midway?.(page)
    await page.reload()
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  },
  async hosted({ page, box, email, fault }: Harness): Promise<void> {
    await page.goto('/hosted')
    const { origin } = new URL(page.url())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(box.email).toBeVisible()
    // Without a cookie the provider has no session; its page explains what to do.
    if (fault.isWithoutCookies) return expect(page.getByText('Cookies are blocked in your browser')).toBeVisible()
    await box.enterEmail(email)
    await expect(box.password).toBeVisible()
    await fault.midway?.(page)
    await box.enterPassword('Correct-Horse-9')
    await page.waitForURL((url) => url.origin === origin)
    const signedIn = page.getByText(`Signed in as ${email}`)
    await expect(signedIn.or(box.button('Sign in again'))).toBeVisible()
  },
}

// `src/preview/stage/box-storage-faults.test.ts` checks the flows of the box; these span pages and origins.
const CASES: readonly { name: string; fault: Fault; flow: keyof typeof FLOWS }[] = [
  { name: CLEARED, fault: { midway: empty }, flow: 'refresh' },
  ...Object.entries(FAULTS).map(([name, fault]) => ({ name, fault, flow: 'hosted' as const })),
]

const ended = tally('storage-faults')

for (const { name, fault, flow } of CASES) {
  test(`${name}: ${flow} ends in success or an error message`, async ({ page, box, demo }) => {
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(String(error)))
    const { email } = await recruit(demo, 'mel@acme.test', 'Stora Gefault')
    await fault.begin?.(page)
    await FLOWS[flow]({ page, box, email, fault })
    expect(uncaught).toEqual([])
    ended.add(`${name}: ${flow}`)
  })
}

test('every fault of storage ends in success or an error message', async () => {
  reach(
    10,
    '6 faults in redirect login, one across a reload: 7 of 7 end in success or a readable message',
    `${ended.count()} of ${CASES.length}`,
  )
  expect(ended.count()).toBe(CASES.length)
})
