import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { totp } from './support/totp.ts'
import { weakSessionWithApp, weakSessionWithKey } from './support/weak-session.ts'

const UNLOCK = 'Confirm it’s you to unlock this user'
const CREATE = 'Confirm it’s you to create an API token'
const REFUSED = 'Confirm your second factor first.'
const fillToken = async (portal: PortalModel) => {
  const form = portal.dialog('Create API token')
  await form.getByLabel('Description').fill('Status page')
  await portal.chooseRole(form, 'Auditor')
}
const PHONE = { width: 390, height: 844 }

test.describe('An action in the portal that needs a second factor', () => {
  test('is confirmed with a code over the page, even after a wrong one, and then runs', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { secret } = await weakSessionWithApp({ page, demo, signedIn, like: 'ada@acme.test' })
    const locked = await recruit(demo, 'leo@acme.test', 'Lou Kerr')
    await page.goto('/script-tag/home#/admin-box/users')
    await portal.search.fill(locked.email)
    await expect(portal.row('Lou Kerr')).toHaveCount(1)
    const url = page.url()
    await portal.rowAction('Lou Kerr', 'Unlock')
    const dialog = portal.dialog(UNLOCK)
    const code = dialog.getByLabel('6-digit code')
    await expect(code).toBeFocused()
    await expectAccessible(page, 'a step-up over the page')
    if (process.env.PIC) {
      await page.screenshot({ path: '/tmp/screens1/stepup.png' })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: '/tmp/screens1/stepup-dark.png' })
    }
    await code.fill('000000')
    await expect(dialog.getByText(/incorrect/)).toBeVisible()
    await code.fill(await totp(secret))
    await expect(dialog).toHaveCount(0)
    await expect.poll(async () => (await demo.backend.store.users.get(locked.id))?.lockedAt).toBe(null)
    expect(page.url()).toBe(url)
    await expect(portal.search).toHaveValue(locked.email)
  })

  test('is confirmed with a security key, and the form keeps what was typed', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await weakSessionWithKey({ page, demo, signedIn, like: 'ada@acme.test' })
    await page.goto('/script-tag/home#/admin-box/api-tokens?new=')
    await fillToken(portal)
    await portal.button('Create token').last().click()
    await portal.dialog(CREATE).getByRole('button', { name: 'Use security key' }).click()
    await expect(portal.element.getByText('Save your token')).toBeVisible()
  })

  test('shows its error when the user cancels, on a phone, and nothing typed is lost', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await page.setViewportSize(PHONE)
    await weakSessionWithApp({ page, demo, signedIn, like: 'ada@acme.test' })
    await page.goto('/script-tag/home#/admin-box/api-tokens?new=')
    await fillToken(portal)
    await portal.button('Create token').last().click()
    const dialog = portal.dialog(CREATE)
    await expect(dialog.getByLabel('6-digit code')).toBeFocused()
    await expectAccessible(page, 'a step-up on a phone')
    if (process.env.PIC) await page.screenshot({ path: '/tmp/screens1/stepup-phone.png' })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(portal.element.getByText(REFUSED)).toBeVisible()
    await expect(portal.element.getByLabel('Description')).toHaveValue('Status page')
    expect(new URL(page.url()).pathname).toBe('/script-tag/home')
  })

  test('offers a retry when the API is down, and stays where it was when the host stops it', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await weakSessionWithApp({ page, demo, signedIn, like: 'ada@acme.test' })
    await page.goto('/script-tag/home#/admin-box/api-tokens?new=')
    await fillToken(portal)
    await page.route('**/step-up/generate', (route) => route.abort())
    await portal.button('Create token').last().click()
    const dialog = portal.dialog(CREATE)
    await expect(dialog.getByText('We couldn’t start the verification')).toBeVisible()
    await expectAccessible(page, 'a step-up that could not start')
    await page.unroute('**/step-up/generate')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByLabel('6-digit code')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.evaluate(() => document.addEventListener('fe-before-step-up', (event) => event.preventDefault()))
    const refused = page.waitForResponse((response) => response.status() === 401)
    await portal.button('Create token').last().click()
    await refused
    await expect(portal.element.getByText(REFUSED)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})
