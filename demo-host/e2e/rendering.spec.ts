import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const AT = '/script-tag#/admin-box/'
const PHONE = { width: 390, height: 844 }

const pictureWith = async (field: Locator, value: string) => {
  await field.evaluate((input, text) => {
    if (input instanceof HTMLInputElement) input.value = text
  }, value)
  return field.screenshot({ caret: 'hide' })
}

test('Underscores of a token’s secret are visible, even at one pixel per point', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto(`${AT}personal-api-tokens?new=`)
  const create = portal.dialog('Create API token')
  await create
    .getByLabel(/Description|Name/)
    .first()
    .fill('Underscored')
  await create.getByRole('button', { name: 'Create token' }).click()
  const secret = portal.element.getByLabel('Secret', { exact: true })
  await expect(secret).toHaveValue(/./)
  const [drawn, empty] = [await pictureWith(secret, '____'), await pictureWith(secret, '')]
  expect(drawn.equals(empty)).toBe(false)
})

test('Forced colors mark the current entry of the menu', async ({ page, portal, signedIn }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signedIn('ada@acme.test')
  await page.goto(`${AT}users`)
  await expect(portal.title('Users')).toBeVisible()
  await expect(portal.users).toHaveAttribute('aria-current', 'page')
  await expect(portal.users).toHaveCSS('outline-style', 'solid')
  await expect(portal.element.getByRole('link', { name: 'Groups' })).toHaveCSS('outline-style', 'none')
})

test('Sign-up accepts names of two letters', async ({ page, box }) => {
  await page.goto('/account/sign-up')
  const tooShort = box.element.getByText('Enter at least 2 characters.')
  for (const [label, name] of [
    ['Full name', 'Bo'],
    ['Company', 'HP'],
  ] as const) {
    const field = box.element.getByLabel(label)
    await field.fill(name.slice(0, 1))
    await field.blur()
    await expect(tooShort).toHaveCount(1)
    await field.fill(name)
    await field.blur()
    await expect(tooShort).toHaveCount(0)
  }
})

test('The list of roles stays within the invite dialog on a phone', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.setViewportSize(PHONE)
  await page.goto(`${AT}users?invite=`)
  await portal.inviteDialog.getByRole('combobox', { name: 'Roles' }).click()
  const list = portal.element.getByRole('listbox').first()
  await expect(list).toBeVisible()
  const [outer, inner] = [await portal.inviteDialog.boundingBox(), await list.boundingBox()]
  if (!outer || !inner) throw new Error('The dialog and its list are visible')
  expect(inner.x).toBeGreaterThanOrEqual(outer.x)
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 1)
})

test('No text has two spaces in a row', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  for (const place of ['users', 'api-tokens', 'personal-api-tokens', 'privacy']) {
    await page.goto('about:blank')
    await page.goto(`${AT}${place}`)
    await expect(portal.element.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(portal.element.locator('[aria-busy="true"]')).toHaveCount(0)
    const texts = await portal.element
      .locator('.fe-portal-content :is(p, span, td, time, dd, button)')
      .evaluateAll((all) => all.map((one) => one.textContent ?? '').filter((text) => /\S {2,}\S/.test(text)))
    expect(texts, place).toEqual([])
  }
})
