import type { Page } from '@playwright/test'
import { settings } from '../../src/contract/accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'

const DEEP_LINK = '/script-tag#/admin-box/account'

/** Returns how many pixels of a picture are blue, like the standard accent, and how many are red. */
const colorsIn = (page: Page, picture: Buffer) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {}
    const counted = { accent: 0, danger: 0 }
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3)
      if (blue > red + 60 && blue > green + 60) counted.accent += 1
      if (red > blue + 60 && red > green + 60) counted.danger += 1
    }
    return counted
  }, picture.toString('base64'))

test.describe('The account page', () => {
  test('keeps what was typed when the server refuses, and sends one request for many presses', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { newUser } = await ownAccount(demo, 'Refuse')
    await signedIn(newUser.email)
    let asked = 0
    await page.route('**/account-settings/v1', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      asked += 1
      await route.fulfill({ status: 500, json: { errors: ['Not now'] } })
    })
    await page.goto(DEEP_LINK)
    const form = portal.element.getByRole('form', { name: 'Company' })
    await form.getByLabel('Company name').fill('Typed with care')
    await form.getByRole('button', { name: 'Save changes' }).evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 20; press += 1) button.click()
    })
    await expect(form.getByRole('alert')).toContainText('Not now')
    await expect(form.getByLabel('Company name')).toHaveValue('Typed with care')
    expect(asked).toBe(1)
  })

  test('asks before unsaved changes are lost', async ({ page, portal, demo, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'Guard')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    const name = portal.element.getByLabel('Company name')
    await name.fill('Unsaved')
    await portal.element.getByRole('link', { name: 'Profile' }).or(portal.button('Profile')).first().click()
    const ask = portal.element.getByRole('alertdialog')
    await expect(ask).toBeVisible()
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await expect(name).toHaveValue('Unsaved')
    await portal.element.getByRole('link', { name: 'Profile' }).or(portal.button('Profile')).first().click()
    await ask.getByRole('button', { name: 'Discard changes' }).click()
    await expect(portal.title('Profile')).toBeVisible()
  })

  test('saves the company’s name, location and date format', { tag: '@smoke' }, async ({
    portal,
    demo,
    request,
    inOwnAccount,
  }) => {
    const { newUser } = await inOwnAccount('Settle', DEEP_LINK)
    const form = portal.element.getByRole('form', { name: 'Company' })
    await form.getByLabel('Company name').fill('')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Enter a company name.')).toBeVisible()
    await form.getByLabel('Company name').fill('Settled <b>Ltd</b>')
    await form.getByLabel('City').fill('Leeds')
    await form.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await form.getByLabel('Currency').selectOption('JPY')
    await form.getByLabel('Time format').selectOption({ label: '24-hour (14:05)' })
    await form.getByLabel('City').press('Enter')
    await expect(portal.toast('Account settings saved')).toBeVisible()
    const api = await apiAs(request, demo, newUser.email)
    const stored = await api.get(settings.getAccountSettings)
    expect(stored).toMatchObject({ name: 'Settled <b>Ltd</b>', timezone: 'Asia/Tokyo', currency: 'JPY' })
    expect(JSON.parse(`${stored.address}`)).toMatchObject({ city: 'Leeds' })
    await expect(form.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
    await form.getByLabel('City').press('Enter')
    await expect(form.getByText('No changes to update')).toBeVisible()
  })

  test('sets the alias of the account and where its users go after signing in', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { newUser, tenant } = await ownAccount(demo, 'Alias')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    const form = portal.element.getByRole('form', { name: 'Company' })
    await form.getByLabel('Login alias').fill('acme')
    await form.getByLabel('Application URL').fill('not a url')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Enter a valid URL, like https://acme.example.com/home.')).toBeVisible()
    await form.getByLabel('Application URL').fill('crm.alias.test/home')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByRole('alert')).toContainText('Another account uses this alias')
    await form.getByLabel('Login alias').fill('alias-crm')
    await form.getByLabel('Login alias').press('Enter')
    await expect(portal.toast('Account settings saved')).toBeVisible()
    const kept = await demo.backend.store.tenants.get(tenant.id)
    expect([kept?.alias, JSON.parse(kept?.settings ?? '{}').applicationUrl]).toEqual([
      'alias-crm',
      'https://crm.alias.test/home',
    ])
    const shown = await page.request.get(`${demo.origins.api}/frontegg${settings.getPublicAccountSettings.path}`, {
      headers: { 'frontegg-login-alias': 'alias-crm' },
    })
    expect((await shown.json()).applicationUrl).toBe('https://crm.alias.test/home')
  })

  test('sets the colors of the account’s login box', async ({ page, portal, demo, signedIn }) => {
    const { newUser, tenant } = await ownAccount(demo, 'Paint')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await portal.element.getByRole('tab', { name: 'Login box' }).click()
    const form = portal.element.getByRole('form', { name: 'Login box' })
    await form.getByLabel('Button and link color', { exact: true }).fill('green')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Enter a hex color, like #4f46e5.')).toBeVisible()
    await form.getByLabel('Button and link color', { exact: true }).fill('#0a7d55')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(portal.toast('Login box saved')).toBeVisible()
    const kept = await demo.backend.store.policies.list({ tenantId: tenant.id })
    expect(kept.map(({ value }) => value).join()).toContain('#0a7d55')
    await page.reload()
    await expect(form.getByLabel('Button and link color', { exact: true })).toHaveValue('#0a7d55')
  })

  test('shows the login box beside the form as its users will see it', async ({ page, portal, demo, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'Mirror')
    await signedIn(newUser.email)
    await page.goto(`${DEEP_LINK}?tab=customLogin`)
    const form = portal.element.getByRole('form', { name: 'Login box' })
    const preview = portal.element.locator('fe-login-box')
    const button = preview.locator('button[type=submit]')
    await expect(button).toBeVisible()
    await expect(preview.locator('input[type=email]')).toBeVisible()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    const color = form.getByLabel('Button and link color', { exact: true })
    await color.fill('#0a7d55')
    await expect(button).toHaveCSS('background-color', 'rgb(10, 125, 85)')
    await expect(color).toBeFocused()
    await form.getByLabel('Button text color', { exact: true }).fill('#fff7c2')
    await expect(button).toHaveCSS('color', 'rgb(255, 247, 194)')
    const card = preview.locator('.fe-auth-card')
    await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await portal.element.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect(card).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await form.getByLabel('Button text color', { exact: true }).fill('#0a7d50')
    await expect(form.getByText('Button text would be hard to read', { exact: false })).toBeVisible()
    // Neither a press nor the keyboard can reach the preview.
    expect(await preview.evaluate((element: HTMLElement) => element.inert)).toBe(true)
    await button.click({ force: true })
    expect(sent.filter((url) => url.includes('/identity/'))).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const [above, below] = await Promise.all([form.boundingBox(), preview.boundingBox()])
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  })

  test('crosses out the swatch of a color that is not set', async ({ page, portal, demo, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'Swatch')
    await signedIn(newUser.email)
    await page.goto(`${DEEP_LINK}?tab=customLogin`)
    const swatch = portal.element.getByLabel('Choose: Button and link color')
    const unset = await colorsIn(page, await swatch.screenshot())
    await portal.element.getByLabel('Button and link color', { exact: true }).fill('#4f46e5')
    await expect(swatch).toHaveValue('#4f46e5')
    const set = await colorsIn(page, await swatch.screenshot())
    expect(unset.accent).toBe(0)
    expect(unset.danger).toBeGreaterThan(0)
    expect(set.accent).toBeGreaterThan(set.danger)
  })
})
