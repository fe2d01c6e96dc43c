import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { LoginBoxModel } from './models/login-box.ts'
import { recruit } from './sample-users.ts'
import { isWhole, reach } from './support/figures.ts'
import { tally } from './support/tally.ts'

const HOME = '**/script-tag/home'

interface Fault {
  /** Before anything of a page runs. */
  begin?(page: Page): Promise<unknown>
  /** Between the first step and the last. */
  midway?(page: Page): Promise<unknown>
  /** Nothing outlives a page. */
  isWithoutCookies?: boolean
}

const emptied = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

/** A browser that stores no cookies and sends none. */
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
    // The page may have gone on meanwhile.
    await route.fulfill({ response: response, headers: kept }).catch(() => undefined)
  })
}

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
  'storage is cleared on the way': { midway: emptied },
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

interface World {
  page: Page
  box: LoginBoxModel
  email: string
  fault: Fault
}

const who = ({ page, email }: World) => page.getByText(`Signed in as ${email}`)

/** Without cookies no session outlives a page, and the box explains it; otherwise the user is signed in. */
const settles = async (world: World) => {
  if (!world.fault.isWithoutCookies) return expect(who(world)).toBeVisible()
  const says = world.page.getByText('Cookies are blocked in your browser')
  await expect(who(world).or(says).first()).toBeVisible()
}

const byPassword = async (world: World) => {
  const { page, box, email, fault } = world
  await page.goto('/account/login')
  if (fault.isWithoutCookies) await expect(page.getByText('Cookies are blocked in your browser')).toBeVisible()
  await box.enterEmail(email)
  await expect(box.password).toBeVisible()
  await fault.midway?.(page)
  await box.enterPassword('Correct-Horse-9')
  await page.waitForURL(HOME)
}

const FLOWS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  async password(world) {
    await byPassword(world)
    if (!world.fault.isWithoutCookies) await settles(world)
  },
  async refresh(world) {
    await byPassword(world)
    await world.fault.midway?.(world.page)
    if (world.fault.isWithoutCookies) await world.page.goto('/account/login')
    else await world.page.reload()
    await settles(world)
  },
  async logout(world) {
    await byPassword(world)
    await world.fault.midway?.(world.page)
    await world.page.goto('/account/logout')
    await world.page.waitForURL('**/account/login')
    await expect(world.box.email).toBeVisible()
  },
  async hosted({ page, box, email, fault }) {
    await page.goto('/hosted')
    const { origin } = new URL(page.url())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(box.email).toBeVisible()
    // Without a cookie the provider has no session; its page says what to do.
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

const ended = tally('storage-faults')
/** In `npm test` each fault in half of the flows, and each flow with half of the faults. */
const isDue = (fault: number, flow: number) => isWhole || (fault + flow) % 2 === 0

const CASES = Object.entries(FAULTS).flatMap(([name, fault], row) =>
  Object.entries(FLOWS)
    .filter((_, column) => isDue(row, column))
    .map(([flow, walk]) => ({ name, fault, flow, walk })),
)

for (const { name, fault, flow, walk } of CASES) {
  test(`${name}: ${flow} ends well or in words`, async ({ page, box, demo }) => {
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(String(error)))
    const { email } = await recruit(demo, 'mel@acme.test', 'Stora Gefault')
    await fault.begin?.(page)
    await walk({ page, box, email, fault })
    expect(uncaught).toEqual([])
    ended.add(`${name}: ${flow}`)
  })
}

test('every fault of storage ends well or in words, in every flow', async () => {
  reach(10, '6 faults x 4 flows: 24 of 24 end in success or a readable message', `${ended.count()} of ${CASES.length}`)
  expect(ended.count()).toBe(CASES.length)
})
