import { sessionConfig } from '../../src/contract/security.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'
import { withPolicy } from './support/policy.ts'
import { AT, isSignedIn, isSignedOut, save, toggle } from './support/security-page.ts'

test.describe('Session management', () => {
  test('ends the sessions beyond a new limit, after naming who is signed out', { tag: '@smoke' }, async ({
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
      title: 'Sign-in frequency',
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
      // An open page reports that its user is active.
      await page.goto('about:blank')
      await sessions.update({ userId: newUser.id }, ago(Date.now() - (seconds + 1) * 1000))
      await page.goto('/script-tag')
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
    await expect(toggle(portal, 'User lockout')).toBeVisible()
    await page.goBack()
    await expect(toggle(portal, 'Concurrent sessions')).not.toBeChecked()
  })

  test('shows values instead of controls to a user who may only view them', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
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

  test('shows tabs and fields according to the portal’s metadata', async ({ page, portal, demo, signedIn }) => {
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
      await expect(portal.element.getByText('Sign-in frequency')).toHaveCount(0)
      await expect(portal.element.getByRole('tab', { name: 'General settings' })).toHaveCount(0)
    })
  })
})
