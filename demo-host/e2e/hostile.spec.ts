import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import { adminPortal } from './models/portal.ts'
import { reach } from './support/figures.ts'
import { differenceOf } from './support/pictures.ts'

const CLEAN = '/script-tag'
const HOSTILE = '/hostile'

/** Share of the pixels that may differ, because text is rendered at fractions of a pixel. */
const MAX_DIFFERENCE = 0.01

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

/** Pins the box: the page decides its position, not its look. */
const pinToCorner = (element: Locator) =>
  element.evaluate((node: HTMLElement) => {
    const place = { position: 'fixed', top: '0', left: '0', width: '480px' }
    for (const [name, value] of Object.entries(place)) node.style.setProperty(name, value, 'important')
  })

const picture = async (page: Page, target: Locator) => {
  await page.evaluate(() => document.fonts.ready)
  return target.screenshot({ animations: 'disabled', caret: 'hide' })
}

const boxPictures = async (page: Page, path: string) => {
  const box = loginBox(page)
  const card = box.element.locator('[part="card"]')
  await page.goto(path)
  await expect(box.title).toHaveText(/Sign in to/)
  // This is the last element after the field.
  await expect(box.element.getByText('Secured by Front Entry')).toBeVisible()
  await expect(box.button('Continue with Harbour ID')).toBeVisible()
  await pinToCorner(box.element)
  const email = await picture(page, card)
  await box.enterEmail('not an email')
  await expect(box.error).toBeVisible()
  const emailError = await picture(page, card)
  await box.enterEmail('unknown@acme.test')
  await expect(box.password).toBeFocused()
  const password = await picture(page, card)
  await box.enterPassword('wrong')
  await expect(box.error).toBeVisible()
  return { email, emailError, password, passwordError: await picture(page, card) }
}

test('The login box looks the same on a hostile page, in every step', async ({ page }) => {
  const clean = await boxPictures(page, CLEAN)
  const hostile = await boxPictures(page, HOSTILE)
  const steps = ['email', 'emailError', 'password', 'passwordError'] as const
  const differences = steps.map((step) => differenceOf(clean[step], hostile[step]))
  reach(
    27,
    'login box on a page with hostile styles, changed prototypes and forms with clobbering names, 4 steps: under 1 % of the pixels differ',
    percent(Math.max(...differences)),
  )
  for (const [at, step] of steps.entries()) expect(differences[at], step).toBeLessThan(MAX_DIFFERENCE)
})

test('The users page looks the same on a hostile page', async ({ page, signedIn }) => {
  await signedIn('ada@acme.test')
  const shoot = async (path: string) => {
    const portal = adminPortal(page)
    await page.goto(path)
    // The page's own style sheet hides its button; its script still works.
    await page.locator('#portal').evaluate(async (button: HTMLButtonElement) => button.click())
    await portal.users.click()
    await expect(portal.rows).toHaveCount(20)
    await expect(portal.total).toBeVisible()
    return picture(page, portal.element.locator('dialog').first())
  }
  const clean = await shoot(CLEAN)
  const difference = differenceOf(clean, await shoot(HOSTILE))
  reach(27, 'users page on the same page: under 1 % of the pixels differ', percent(difference))
  expect(difference).toBeLessThan(MAX_DIFFERENCE)
})

test('On a hostile page, Ada signs in and searches as usual', async ({ page, box, portal }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(HOSTILE)
  await box.signIn('ada@acme.test')
  await expect(box.element.locator('[part="card"]')).toHaveCount(0)
  await expect.poll(() => page.locator('#who').textContent()).toBe('Signed in as ada@acme.test')
  await page.locator('#portal').evaluate((button: HTMLButtonElement) => button.click())
  await portal.users.click()
  await portal.search.fill('mel@acme.test')
  await expect(portal.rows).toHaveCount(1)
  reach(27, 'signing in and searching on the same page: 0 errors', `${errors.length} errors`)
  expect(errors).toEqual([])
})
