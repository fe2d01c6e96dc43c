import type { Page } from '@playwright/test'
import { recordSearch } from '../../src/contract/search.ts'
import { expect, test } from './fixtures.ts'
import { adminPortal, type PortalModel } from './models/portal.ts'
import { applyLook, expectAccessible, LOOKS } from './support/axe.ts'
import { expectNoSidewaysScroll } from './support/sideways.ts'

const START = '/script-tag#/admin-box/users'

const openPortal = async (page: Page, portal: PortalModel) => {
  await page.goto(START)
  await expect(portal.title('Users')).toBeVisible()
  await expect(portal.rows.first()).toBeVisible()
}

const barOf = (portal: PortalModel) => {
  const bar = portal.element.getByRole('dialog', { name: 'Search or jump to' })
  return {
    bar,
    input: bar.getByRole('combobox', { name: 'Search or jump to' }),
    option: (name: string | RegExp) => bar.getByRole('option', { name }),
    group: (name: string) => bar.getByRole('group', { name }),
  }
}

test('Ada jumps to pages, records and dialogs by keyboard only', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await openPortal(page, portal)
  const { bar, input, option } = barOf(portal)
  await page.keyboard.press('Control+k')
  await expect(input).toBeFocused()
  await expect(option('API tokens').first()).toHaveAttribute('aria-selected', /true|false/)
  await page.keyboard.type('roles')
  await expect(option('Roles').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(portal.title('Roles')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('mel@acme')
  await expect(option(/Mel Okonkwo/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/users\?search=mel%40acme\.test&details=/)
  await expect(portal.dialog('Details of Mel Okonkwo')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(portal.row('Mel Okonkwo')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('create api')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(portal.dialog('Create API token')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(portal.title('Profile')).toBeVisible()
  await expect(portal.element.getByLabel('Appearance')).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
})

test('Letters typed while the command bar loads reach it, and not the list’s search below', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await openPortal(page, portal)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await portal.search.focus()
  const chunk = page.waitForRequest(/\.js$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('rol')
  await chunk
  await page.keyboard.type('es')
  const { input, option } = barOf(portal)
  await expect(input).toHaveCount(0)
  release()
  await expect(input).toHaveValue('roles')
  await expect(input).toBeFocused()
  await expect(option('Roles').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('x')
  await expect(input).toHaveValue('rolesx')
  await page.keyboard.press('Escape')
  await expect(portal.search).toHaveValue('')
  await expect(portal.search).toBeFocused()
})

test('Ada finds actions by synonyms', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await openPortal(page, portal)
  const { bar, option } = barOf(portal)
  const find = async (text: string, name: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await expect(option(name)).toBeVisible()
  }
  await find('invite', 'Invite users')
  await option('Invite users').click()
  await expect(portal.inviteDialog).toBeVisible()
  await page.keyboard.press('Escape')
  await find('passkey', 'Add a passkey')
  await option('Add a passkey').click()
  await expect(portal.title('Privacy')).toBeVisible()
  await expect(portal.button(/^Add a? ?passkey|^Set up passkey/i)).toBeFocused()
  await find('log out', 'Sign out')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
})

test('Ada changes the roles of a user from the command bar, and finds the user again without typing', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await openPortal(page, portal)
  const { bar, input, option, group } = barOf(portal)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mel@acme')
  await expect(option(/^Mel Okonkwo/)).toHaveAttribute('aria-selected', 'true')
  await expect(option(/^Mel Okonkwo/).locator('[part="avatar"]')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  const actions = bar.getByRole('combobox', { name: 'Actions for Mel Okonkwo' })
  await expect(actions).toBeFocused()
  await expectAccessible(page, 'the actions of a user', [{ scheme: 'light', width: 1280 }])
  await page.keyboard.press('Backspace')
  await expect(input).toHaveValue('mel@acme')
  await option(/^Mel Okonkwo/)
    .locator('.fe-command-more')
    .click()
  await actions.pressSequentially('roles')
  await expect(option('Edit roles')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(portal.dialog(/roles.*Mel Okonkwo|Mel Okonkwo.*roles/i)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('mel@acme')
  await expect(option(/^Mel Okonkwo/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(portal.dialog('Details of Mel Okonkwo')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(group('Recent').getByRole('option').first()).toHaveText(/Mel Okonkwo/)
  await page.keyboard.press('Escape')
  await portal.button('Sign out').click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fe-recent'))).toBeNull()
})

test('A touch screen shows no keyboard hints', async ({ browser, signedIn, demo }) => {
  const context = await browser.newContext({
    baseURL: demo.origins.host,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const portal = adminPortal(page)
  await signedIn('ada@acme.test', page)
  await openPortal(page, portal)
  await portal.button('Open menu').tap()
  const find = portal.button(/^Search or jump to/)
  await expect(find).toBeVisible()
  await expect(find.getByText('Ctrl K')).toBeHidden()
  await find.tap()
  const { bar, input } = barOf(portal)
  await expect(input).toBeFocused()
  await expect(bar.getByText('to move')).toBeHidden()
  await context.close()
})

test('Rex finds accounts five at a time, and opens one', async ({ page, portal, signedIn }) => {
  await signedIn('rex@reseller.test')
  await openPortal(page, portal)
  const { input, option, group } = barOf(portal)
  await portal.button(/^Search or jump to/).click()
  await input.fill('r')
  await expect(group('Accounts').getByRole('option')).toHaveCount(5)
  await input.fill('alpine')
  await expect(option(/^Alpine Dairy/)).toHaveText(/Northwind/)
  await option(/^Alpine Dairy/).click()
  await expect(portal.title('Alpine Dairy')).toBeVisible()
})

test('Mel finds nothing that they may not see', async ({ page, portal, signedIn }) => {
  await signedIn('mel@acme.test')
  await page.goto('/script-tag#/admin-box/personal-api-tokens')
  await expect(portal.title('Personal API tokens')).toBeVisible()
  const { bar, input } = barOf(portal)
  await page.keyboard.press('Control+k')
  await expect(bar.getByRole('option', { name: 'Users' })).toHaveCount(0)
  const response = page.waitForResponse((response) => response.url().includes(recordSearch.find.path))
  await input.fill('ada')
  expect(await (await response).json()).toEqual({ users: [], groups: [], roles: [], accounts: [] })
  await expect(bar.getByText('No results for “ada”')).toBeVisible()
})

test('The command bar is accessible, fits a phone, and shows when it cannot search', async ({
  page,
  portal,
  signedIn,
}) => {
  test.slow()
  await signedIn('ada@acme.test')
  await openPortal(page, portal)
  const { bar, input } = barOf(portal)
  await page.keyboard.press('Control+k')
  await expect(input).toBeFocused()
  await expectAccessible(page, 'the command bar')
  await input.fill('ada')
  await expect(bar.getByRole('group', { name: 'Users' })).toBeVisible()
  await expectAccessible(page, 'results')
  await expectNoSidewaysScroll(page, 'results')
  await page.route(`**${recordSearch.find.path}*`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await input.fill('mel')
  await expect(bar.getByRole('alert')).toContainText('couldn’t be searched')
  await expectAccessible(page, 'a search that failed')
})

test('The menu drawer and the account switcher are accessible at both widths', async ({ page, portal, signedIn }) => {
  test.slow()
  await signedIn('max@multi.test')
  await openPortal(page, portal)
  for (const look of LOOKS) {
    await applyLook(page, look)
    if (look.width === 390) await portal.button('Open menu').click()
    await portal.element.getByRole('button', { name: /Switch account/ }).click()
    await expect(portal.element.getByRole('menu', { name: 'Your accounts' })).toBeVisible()
    const account = portal.element.getByRole('menuitemcheckbox', { name: /Globex/ })
    await expect(account.locator('[part="avatar"]')).toBeVisible()
    await expect(account.locator('.fe-menu-hint')).not.toBeEmpty()
    await expectAccessible(page, 'the account switcher', [look])
    await page.keyboard.press('Escape')
    await expect(portal.element.getByRole('menu')).toHaveCount(0)
    if (look.width === 390) {
      await expectAccessible(page, 'the drawer', [look])
      await page.keyboard.press('Escape')
    }
  }
})
