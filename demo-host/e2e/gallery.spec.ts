import { entries } from '../../src/gallery/catalog.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 390, height: 844 }
/** The first picture of every flow. */
const FIRST = entries.filter(({ flow }, at) => entries.findIndex((one) => one.flow === flow) === at)

// `src/gallery/*.test.ts` check every picture; this test checks the page that shows them, as released.
test('the gallery shows a picture of every flow by link, and calls no server', async ({ page, demo }) => {
  test.slow()
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const own = [demo.origins.host, demo.origins.cdn].some((origin) => request.url().startsWith(`${origin}/`))
    if (!own || request.method() !== 'GET') foreign.push(`${request.method()} ${request.url()}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.setViewportSize(PHONE)
  await page.goto('/gallery')
  await expect(page.locator('#stage[data-shown="login/preLogin/plain"]')).toBeVisible()
  for (const { id } of FIRST) {
    // A phone shows the list only on request.
    await page.locator(`#list a[href="#${id}"]`).evaluate((link: HTMLElement) => link.click())
    await expect(page.locator(`#stage[data-shown="${id}"]`)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id).toBe(true)
  }
  expect(FIRST.length).toBeGreaterThan(10)
  expect(foreign, 'requests to other servers').toEqual([])
  expect(errors).toEqual([])
})

test('the gallery is searched, walked by its links and by keyboard, and survives a link that leads nowhere', async ({
  page,
}) => {
  await page.goto('/gallery#login/loginWithPassword/wrong-password')
  const box = page.locator('fe-login-box')
  await expect(box.getByText('Incorrect email or password')).toBeVisible()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(box.getByText('This account is locked')).toBeVisible()
  await page.goBack()
  await expect(box.getByText('Incorrect email or password')).toBeVisible()
  await page.getByLabel('Find a step').fill('recovery')
  await expect(page.getByText(/^\d+ of \d+ pictures$/)).toBeVisible()
  const found = page.getByRole('link', { name: 'recoveryCode: plain' })
  await found.focus()
  await page.keyboard.press('Enter')
  await expect(box.getByRole('heading', { name: 'Save your recovery code' })).toBeVisible()
  await expect(found).toBeFocused()
  await expect(found).toHaveAttribute('aria-current', 'page')
  await page.goto('/gallery#login/nowhere/plain')
  await expect(page.getByText('There is no such step')).toBeVisible()
})
