import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { RequestCounter } from '../../src/contract/request-counters.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'

/** A short lifetime lets a test see a token expire. */
test.use({ accessTokenSeconds: 8 })

const refreshesSeen = async ({ origins }: DemoHost): Promise<number> => {
  const response = await fetch(`${origins.api}/identity/resources/fe/v1/test/counters`)
  const { counters } = (await response.json()) as { counters: RequestCounter[] }
  return counters
    .filter(({ path, status }) => path.endsWith('/token/refresh') && status === 200)
    .reduce((sum, { count }) => sum + count, 0)
}

/** Opens a page as the same user in a browser without scripts. */
const withoutScript = async (browser: Browser, context: BrowserContext, baseURL?: string): Promise<Page> => {
  const storageState = await context.storageState()
  const other = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
  return other.newPage()
}

const tokenEnd = (page: Page) => page.getByRole('row', { name: 'Access token ends' }).getByRole('cell').textContent()

test('A user who signed in at the box stays signed in on pages without script, past the end of the token', {
  tag: '@smoke',
}, async ({ page, box, context, browser, baseURL, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Sara Rendered')
  await page.goto('/ssr')
  await expect(page.getByText('No one is signed in.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await box.signIn(newUser.email)
  await expect(page).toHaveURL(/\/ssr$/)
  await expect(page.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)

  const plain = await withoutScript(browser, context, baseURL)
  const response = await plain.goto('/ssr')
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await expect(plain.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)
  const firstEnd = await tokenEnd(plain)
  const before = await refreshesSeen(demo)
  await plain.reload()
  expect(await tokenEnd(plain), 'the sealed session is used as it is').toBe(firstEnd)
  expect(await refreshesSeen(demo)).toBe(before)
  await expect
    .poll(
      async () => {
        await plain.reload()
        return tokenEnd(plain)
      },
      { timeout: 20_000 },
    )
    .not.toBe(firstEnd)
  await expect(plain.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)
  expect(await refreshesSeen(demo), 'one refresh on the server').toBe(before + 1)

  await plain.getByRole('link', { name: 'Your profile' }).click()
  await expect(plain.getByRole('row', { name: 'Account Acme' })).toBeVisible()
  await plain.context().close()
})

test('Signing out without script ends the session here and at the API', async ({
  page,
  context,
  browser,
  baseURL,
  demo,
  signedIn,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Otto Rendered')
  await signedIn(newUser.email)
  await page.goto('/ssr')
  await expect(page.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)
  const before = await context.storageState()
  const plain = await withoutScript(browser, context, baseURL)
  await plain.goto('/ssr')
  await plain.getByRole('button', { name: 'Sign out' }).click()
  await expect(plain).toHaveURL(/\/account\/login$/)
  const names = (await plain.context().cookies()).map(({ name }) => name)
  expect(names.filter((name) => /^fe_(session|refresh)/.test(name))).toEqual([])
  await plain.goto('/ssr/profile')
  await expect(plain).toHaveURL(/\/account\/login\?redirectUrl=%2Fssr%2Fprofile$/)

  const old = await browser.newContext({ baseURL, storageState: before, javaScriptEnabled: false })
  const late = await old.newPage()
  await expect
    .poll(
      async () => {
        await late.goto('/ssr')
        return late.getByText('No one is signed in.').isVisible()
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  await old.close()
  await plain.context().close()
})

test('Another user who signs in at the box is recognized on the server at once', async ({ page, demo, signedIn }) => {
  const first = await recruit(demo, 'mel@acme.test', 'First Rendered')
  const second = await recruit(demo, 'max@multi.test', 'Second Rendered')
  for (const { email } of [first, second, first]) {
    await signedIn(email)
    await page.goto('/ssr')
    await expect(page.getByRole('status')).toHaveText(`Signed in as ${email}`)
  }
})
