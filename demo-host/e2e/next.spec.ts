import type { Browser, BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { type NextApp, openNextApp } from './support/next-app.ts'

/** The first install takes long; every later run finds it complete. */
const PREPARATION_MS = 240_000

const test = base.extend<object, { next: NextApp }>({
  next: [
    async ({ demo }, use) => {
      const next = await openNextApp(demo.origins.api)
      await use(next)
      await next.end()
    },
    { scope: 'worker', timeout: PREPARATION_MS },
  ],
})

/** A short lifetime lets a test see a token expire. */
test.use({ accessTokenSeconds: 4 })

const withoutScript = async (browser: Browser, context: BrowserContext): Promise<Page> => {
  const storageState = await context.storageState()
  return (await browser.newContext({ storageState, javaScriptEnabled: false })).newPage()
}

const tokenEnd = (page: Page) => page.getByRole('row', { name: 'Access token ends' }).getByRole('cell').textContent()

test('In a Next.js app a user signs in, stays signed in without script and past the token lifetime, and signs out', async ({
  page,
  box,
  context,
  browser,
  demo,
  next,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Nora Next')
  await page.goto(`${next.origin}/reports`)
  await expect(page).toHaveURL(`${next.origin}/account/login?redirectUrl=%2Freports`)
  await box.signIn(newUser.email)
  await expect(page).toHaveURL(`${next.origin}/reports`)
  await expect(page.getByText(`Figures of ${newUser.email}`)).toBeVisible()

  const plain = await withoutScript(browser, context)
  const response = await plain.goto(next.origin)
  expect(response?.headers()['cache-control']).toContain('no-store')
  await expect(plain.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)
  const firstEnd = await tokenEnd(plain)
  await expect
    .poll(async () => {
      await plain.reload()
      return tokenEnd(plain)
    })
    .not.toBe(firstEnd)
  await expect(plain.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)

  await plain.getByRole('link', { name: 'Profile' }).click()
  await expect(plain.getByText('Account Acme')).toBeVisible()
  await plain.goto(next.origin)
  await plain.getByRole('button', { name: 'Sign out' }).click()
  await expect(plain).toHaveURL(`${next.origin}/account/login`)
  const names = (await plain.context().cookies()).map(({ name }) => name)
  expect(names.filter((name) => /^fe_(session|refresh)/.test(name))).toEqual([])
  for (const path of ['/reports', '/legacy']) {
    await plain.goto(next.origin + path)
    await expect(plain).toHaveURL(`${next.origin}/account/login?redirectUrl=${encodeURIComponent(path)}`)
  }
  await plain.context().close()
})

test('The Next.js app refuses forged headers and paths, and forms of another site', async ({
  next,
  request,
  demo,
  signedIn,
  page,
}) => {
  const marks = ['middleware', 'src/middleware', 'middleware:middleware:middleware:middleware:middleware']
  for (const mark of marks) {
    const headers = { 'x-middleware-subrequest': mark, accept: 'text/html' }
    const response = await request.get(`${next.origin}/reports`, { headers, maxRedirects: 0 })
    expect(await response.text()).not.toContain('Figures')
  }
  for (const path of ['/reports.rsc', '/REPORTS', '//reports', '/reports/?_rsc=1', '/_next/data/x/legacy.json']) {
    const response = await request.get(next.origin + path, { headers: { rsc: '1' }, maxRedirects: 0 })
    expect(await response.text()).not.toContain('Figures')
  }
  const newUser = await recruit(demo, 'mel@acme.test', 'Cora Next')
  await signedIn(newUser.email)
  await page.goto(next.origin)
  await expect(page.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)
  const forged = await page.request.post(`${next.origin}/account/logout`, {
    headers: { origin: 'https://evil.test' },
    form: { a: '1' },
    maxRedirects: 0,
  })
  expect(forged.status()).toBe(403)
  await page.reload()
  await expect(page.getByRole('status')).toHaveText(`Signed in as ${newUser.email}`)
})
