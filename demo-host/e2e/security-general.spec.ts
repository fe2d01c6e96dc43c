import { login } from '../../src/contract/login.ts'
import { password as passwords } from '../../src/contract/password.ts'
import { expect, test } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import { PASSWORD } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'
import { AT, isSignedIn, save, toggle } from './support/security-page.ts'

const MAX_ATTEMPTS = 3

test.describe('General settings', () => {
  test('asks users without a second factor to set one up at their next sign-in', async ({
    page,
    portal,
    demo,
    signedIn,
    browser,
    baseURL,
  }) => {
    const { newUser } = await ownAccount(demo, 'Force')
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=general`)
    await portal.element.getByRole('radio', { name: 'Required for everyone' }).check()
    await save(portal, /1 user without a second factor will be asked to set one up at their next sign-in/)
    await expect(portal.toast('General settings saved')).toBeVisible()
    await page.reload()
    await expect(portal.element.getByRole('radio', { name: 'Required for everyone' })).toBeChecked()
    const next = await (await browser.newContext({ baseURL })).newPage()
    await next.goto('/account/login')
    await loginBox(next).signIn(newUser.email)
    await expect(loginBox(next).title).toHaveText('Set up two-factor authentication')
    await next.context().close()
    await portal.element.getByRole('radio', { name: 'Optional' }).check()
    await save(portal)
    await expect(portal.toast('General settings saved')).toBeVisible()
    const later = await (await browser.newContext({ baseURL })).newPage()
    await later.goto('/account/login?redirectUrl=/script-tag')
    await loginBox(later).signIn(newUser.email)
    await isSignedIn(later, newUser.email)
    await later.context().close()
  })

  test('locks a user out after as many failed attempts as allowed', async ({ page, portal, box, demo, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'Lock')
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=general&focus=lockout`)
    await expect(toggle(portal, 'User lockout')).toBeFocused()
    await portal.element.getByLabel('Failed attempts before lockout').fill('3')
    await save(portal)
    await expect(portal.toast('General settings saved')).toBeVisible()
    await page.context().clearCookies()
    await page.goto('/account/login')
    await box.enterEmail(newUser.email)
    for (let attempt = 1; attempt < 3; attempt += 1) {
      await box.enterPassword(`Wrong-Horse-${attempt}`)
      await expect(box.error).toContainText('Incorrect')
      await expect(box.error).not.toContainText('locked')
    }
    await box.enterPassword('Wrong-Horse-3')
    await expect(box.error).toContainText('locked after too many failed attempts')
    await box.enterPassword(PASSWORD)
    await expect(box.error).toContainText(/reset your password or ask your administrator/i)
  })

  test('accepts the correct password after more wrong ones than allowed once lockout is off, and locks again once it is on', async ({
    page,
    portal,
    demo,
    request,
    signedIn,
  }) => {
    const { newUser } = await ownAccount(demo, 'Unlocked')
    const statusOf = async (password: string) => {
      const response = await request.post(demo.origins.api + login.login.path, {
        headers: { origin: demo.origins.host },
        data: { email: newUser.email, password },
      })
      return response.status()
    }
    // Makes one attempt more than allowed, which is fewer than the limit of guesses for one account.
    const guessTooOften = async () => {
      for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1)
        expect(await statusOf(`Wrong-Horse-${attempt}`)).toBe(401)
    }
    const saved = (change: () => Promise<unknown>) =>
      portal.toastOf('General settings saved', async () => {
        await change()
        await save(portal)
      })
    const lockedAt = async () => (await demo.backend.store.users.get(newUser.id))?.lockedAt
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=general`)
    await saved(() => portal.element.getByLabel('Failed attempts before lockout').fill(String(MAX_ATTEMPTS)))
    await saved(() => toggle(portal, 'User lockout').uncheck())
    await guessTooOften()
    expect(await statusOf(PASSWORD)).toBe(200)
    expect(await lockedAt()).toBe(null)
    await saved(() => toggle(portal, 'User lockout').check())
    await guessTooOften()
    expect(await statusOf(PASSWORD)).toBe(401)
    expect(await lockedAt()).toEqual(expect.any(Number))
  })

  test('refuses a password in the history', async ({ page, portal, demo, request, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'History')
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=general`)
    await expect(portal.element.getByText(/requires at least 3 passwords\.$/)).toBeVisible()
    await portal.element.getByLabel('Passwords to remember').fill('2')
    await portal.button('Save changes').click()
    await expect(portal.element.getByText('Enter a whole number from 3 to 24.')).toBeVisible()
    await portal.element.getByLabel('Passwords to remember').fill('6')
    await save(portal)
    await expect(portal.toast('General settings saved')).toBeVisible()
    const api = await apiAs(request, demo, newUser.email)
    const used = [PASSWORD, ...[1, 2, 3, 4].map((at) => `Brave-Otter-Lantern-4${at}`)]
    for (const [at, newPassword] of used.slice(1).entries())
      await api.post(passwords.changePassword, { password: used[at] ?? '', newPassword })
    const back = await api.post(passwords.changePassword, { password: used[4] ?? '', newPassword: PASSWORD })
    expect(JSON.stringify(back)).toContain('password')
    const hash = (await demo.backend.store.users.get(newUser.id))?.passwordHash
    await api.post(passwords.changePassword, { password: used[4] ?? '', newPassword: 'Brave-Otter-Lantern-99' })
    expect((await demo.backend.store.users.get(newUser.id))?.passwordHash).not.toBe(hash)
  })

  test('retries only the second policy after the first was saved and the second refused', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { newUser } = await ownAccount(demo, 'Both')
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=general`)
    let isDown = true
    await page.route('**/configurations/v1/password-history-policy', (route) =>
      isDown && route.request().method() !== 'GET'
        ? route.fulfill({ status: 500, json: { errors: ['Not now'] } })
        : route.fallback(),
    )
    await portal.element.getByLabel('Failed attempts before lockout').fill('4')
    await portal.element.getByLabel('Passwords to remember').fill('8')
    await save(portal)
    await expect(portal.element.getByRole('alert').filter({ hasText: 'Not now' })).toBeVisible()
    await expect(portal.element.getByLabel('Passwords to remember')).toHaveValue('8')
    isDown = false
    await save(portal)
    await expect(portal.toast('General settings saved')).toBeVisible()
    await page.reload()
    await expect(portal.element.getByLabel('Failed attempts before lockout')).toHaveValue('4')
    await expect(portal.element.getByLabel('Passwords to remember')).toHaveValue('8')
  })
})

test('Security settings are saved in preview mode, without a request to the API', async ({ page, portal, demo }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(demo.origins.api)) requests.push(request.url())
  })
  await page.goto('/preview#/admin-box/security?tab=general')
  await portal.element.getByRole('radio', { name: 'Required for everyone' }).check()
  await save(portal, /without a second factor will be asked to set one up/)
  await expect(portal.toast('General settings saved')).toBeVisible()
  await portal.element.getByRole('tab', { name: 'Session management' }).click()
  await toggle(portal, 'Idle session timeout').check()
  await portal.button('Save changes').click()
  const dialog = portal.element.getByRole('alertdialog')
  await expect(dialog.or(portal.toast('Session settings saved'))).toBeVisible()
  expect(requests).toEqual([])
})
