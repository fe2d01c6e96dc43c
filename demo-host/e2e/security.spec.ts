import type { Page } from '@playwright/test'
import { password as passwords } from '../../src/contract/password.ts'
import { sessionConfig } from '../../src/contract/session-config.ts'
import { expect, test } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import type { PortalModel } from './models/portal.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'
import { withPolicy } from './support/policy.ts'

const AT = '/script-tag#/admin-box/security'

const toggle = (portal: PortalModel, name: string) => portal.element.getByRole('switch', { name })

/** Saves, and agrees to what the guard says. */
const save = async (portal: PortalModel, effect?: RegExp) => {
  await portal.button('Save changes').click()
  if (!effect) return
  const dialog = portal.element.getByRole('alertdialog')
  await expect(dialog).toContainText(effect)
  await dialog.getByRole('button', { name: /^Save/ }).click()
}

const isSignedIn = (page: Page, email: string) => expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
const isSignedOut = (page: Page) => expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()

test.describe('Session management', () => {
  test('ends the sessions beyond a new limit, after naming who is signed out', async ({
    page,
    portal,
    demo,
    request,
    signedIn,
    browser,
    baseURL,
  }) => {
    const { newUser } = await ownAccount(demo, 'Limit')
    const older = await (await browser.newContext({ baseURL })).newPage()
    await signedIn(newUser.email, older)
    await older.goto('/script-tag')
    await isSignedIn(older, newUser.email)
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=sessions`)
    await toggle(portal, 'Concurrent sessions').check()
    await portal.element.getByLabel('Maximum sessions per user').fill('1')
    await portal.button('Save changes').click()
    const dialog = portal.element.getByRole('alertdialog', { name: 'Save this change?' })
    await expect(dialog).toContainText('1 user will be signed out now.')
    await expect(dialog).toContainText('Affected: Limit Boss.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(portal.element.getByLabel('Maximum sessions per user')).toHaveValue('1')
    await older.reload()
    await isSignedIn(older, newUser.email)
    await save(portal, /1 user will be signed out now/)
    await expect(portal.toast('Session settings saved')).toBeVisible()
    await expect(portal.button('Save changes')).toHaveCount(0)
    await older.reload()
    await isSignedOut(older)
    await page.goto('/script-tag')
    await isSignedIn(page, newUser.email)
    await older.context().close()
    const api = await apiAs(request, demo, newUser.email)
    const { sessionConcurrentConfiguration } = await api.get(sessionConfig.getSessionConfig)
    expect(sessionConcurrentConfiguration).toEqual({ isActive: true, maxSessions: 1 })
  })

  for (const { title, label, unit, seconds, ago } of [
    {
      title: 'Idle session timeout',
      label: 'Sign out after',
      unit: 'minutes',
      seconds: 1_800,
      ago: (at: number) => ({ refreshedAt: at, lastActiveAt: at }),
    },
    {
      title: 'Forced re-login',
      label: 'Require sign-in every',
      unit: 'minutes',
      seconds: 1_800,
      ago: (at: number) => ({ createdAt: at }),
    },
  ]) {
    test(`applies to open sessions at their next request: ${title}`, async ({ page, portal, demo, signedIn }) => {
      const { newUser, tenant } = await ownAccount(demo, 'Timed')
      await signedIn(newUser.email)
      await page.goto(`${AT}?tab=sessions`)
      await toggle(portal, title).check()
      await portal.element.getByLabel(label, { exact: true }).fill('30')
      await portal.element.getByLabel(`${label}: Unit`).selectOption(unit)
      await save(portal)
      await expect(portal.toast('Session settings saved')).toBeVisible()
      const policy = await demo.backend.store.policies.find({ tenantId: tenant.id, kind: 'sessions' })
      expect(policy?.value).toContain(`"isActive":true,"timeout":${seconds}`)
      const { sessions } = demo.backend.store
      await sessions.update({ userId: newUser.id }, ago(Date.now() - (seconds - 60) * 1000))
      await page.goto('/script-tag')
      await isSignedIn(page, newUser.email)
      await sessions.update({ userId: newUser.id }, ago(Date.now() - (seconds + 1) * 1000))
      await page.reload()
      await isSignedOut(page)
    })
  }

  test('keeps what was typed when the server refuses, and saves once for many presses', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { newUser } = await ownAccount(demo, 'Refused')
    await signedIn(newUser.email)
    let saves = 0
    await page.route('**/configurations/sessions/v1', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      saves += 1
      await route.fulfill({ status: 500, json: { errors: ['Not now'] } })
    })
    await page.goto(`${AT}?tab=sessions&focus=concurrent`)
    await expect(toggle(portal, 'Concurrent sessions')).toBeFocused()
    await page.keyboard.press('Space')
    await portal.element.getByLabel('Maximum sessions per user').fill('0')
    await portal.button('Save changes').click()
    await expect(portal.element.getByText('Enter a whole number from 1 to 1000.')).toBeVisible()
    await expect(portal.element.getByLabel('Maximum sessions per user')).toBeFocused()
    await portal.element.getByLabel('Maximum sessions per user').fill('7')
    await portal.button('Save changes').evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 20; press += 1) button.click()
    })
    await expect(portal.element.getByRole('alert').filter({ hasText: 'Not now' })).toBeVisible()
    await expect(portal.element.getByLabel('Maximum sessions per user')).toHaveValue('7')
    expect(saves).toBe(1)
    await portal.button('Discard').click()
    await expect(toggle(portal, 'Concurrent sessions')).not.toBeChecked()
    await expect(portal.button('Save changes')).toHaveCount(0)
  })

  test('asks before unsaved changes are lost with the tab', async ({ page, portal, demo, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'Leave')
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=sessions`)
    await toggle(portal, 'Concurrent sessions').check()
    await portal.element.getByRole('tab', { name: 'General settings' }).click()
    const question = portal.element.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(toggle(portal, 'Concurrent sessions')).toBeChecked()
    await portal.element.getByRole('tab', { name: 'General settings' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(toggle(portal, 'Account lockout')).toBeVisible()
    await page.goBack()
    await expect(toggle(portal, 'Concurrent sessions')).not.toBeChecked()
  })

  test('shows values instead of controls to a user who may only look', async ({ page, portal, demo, signedIn }) => {
    const reader = await recruit(demo, 'mel@acme.test', 'Read Only')
    const { members, roles } = demo.backend.store
    const auditor = await roles.find({ key: 'auditor' })
    await members.update({ userId: reader.id }, { roleIds: JSON.stringify([auditor?.id]) })
    await signedIn(reader.email)
    await page.goto(`${AT}?tab=sessions`)
    await expect(portal.element.getByText('Users aren’t signed out when they’re inactive.')).toBeVisible()
    await expect(portal.element.getByRole('main').getByRole('switch')).toHaveCount(0)
    await page.goto(`${AT}?tab=general`)
    await expect(portal.element.getByText('Users choose whether to set up a second factor.')).toBeVisible()
    await expect(portal.element.getByRole('main').locator('input')).toHaveCount(0)
  })

  test('shows tabs and fields as the portal’s metadata says', async ({ page, portal, demo, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'Shaped')
    await signedIn(newUser.email)
    const pages = {
      security: {
        tabsProperties: {
          generalSettings: { appearance: 'hidden' },
          sessionManagement: {
            fieldsProperties: {
              idleSessionTimeout: { appearance: 'viewOnly' },
              forceReLogin: { appearance: 'hidden' },
            },
          },
        },
      },
    }
    const value = { themeV2: { adminPortal: { pages } } }
    await withPolicy(demo, { kind: 'portal-metadata', value }, async () => {
      await page.goto(`${AT}?tab=general`)
      await page.goto(`${AT}?tab=sessions`)
      await expect(toggle(portal, 'Concurrent sessions')).toBeVisible()
      await expect(portal.element.getByText('Users aren’t signed out when they’re inactive.')).toBeVisible()
      await expect(portal.element.getByText('Forced re-login')).toHaveCount(0)
      await expect(portal.element.getByRole('tab', { name: 'General settings' })).toHaveCount(0)
    })
  })
})

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
    await expect(toggle(portal, 'Account lockout')).toBeFocused()
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

  test('refuses a password that the history remembers', async ({ page, portal, demo, request, signedIn }) => {
    const { newUser } = await ownAccount(demo, 'History')
    await signedIn(newUser.email)
    await page.goto(`${AT}?tab=general`)
    await expect(portal.element.getByText('The vendor requires at least 3 passwords.')).toBeVisible()
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

  test('saves the second policy after the first was saved and the second refused', async ({
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
