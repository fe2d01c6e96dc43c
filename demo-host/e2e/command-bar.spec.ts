import type { Page } from '@playwright/test'
import { recordSearch } from '../../src/contract/additions/record-search.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { expectAccessible, LOOKS, wear } from './support/axe.ts'
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

test('Ada jumps to pages, records and dialogs by keyboard alone', async ({ page, portal, signedIn }) => {
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
  await expect(page).toHaveURL(/users\?search=mel%40acme\.test/)
  await expect(portal.row('Mel Okonkwo')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('create api')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(portal.dialog('Create API token')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await expect(input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
})

test('Rex finds accounts five at a time, and opens one', async ({ page, portal, signedIn }) => {
  await signedIn('rex@reseller.test')
  await openPortal(page, portal)
  const { input, option, group } = barOf(portal)
  await portal.button(/^Search or jump to/).click()
  await input.fill('r')
  await expect(group('Accounts').getByRole('option')).toHaveCount(5)
  await input.fill('alpine')
  await option('Alpine Dairy').click()
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

test('The command bar is accessible, fits a phone, and says when it cannot search', async ({
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
    await wear(page, look)
    if (look.width === 390) await portal.button('Open menu').click()
    await portal.element.getByRole('button', { name: /Switch account/ }).click()
    await expect(portal.element.getByRole('menu', { name: 'Your accounts' })).toBeVisible()
    await expectAccessible(page, 'the account switcher', [look])
    await page.keyboard.press('Escape')
    await expect(portal.element.getByRole('menu')).toHaveCount(0)
    if (look.width === 390) {
      await expectAccessible(page, 'the drawer', [look])
      await page.keyboard.press('Escape')
    }
  }
})
