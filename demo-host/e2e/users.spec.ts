import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { freshEmail, recruit } from './sample-users.ts'

const DEEP_LINK = '/script-tag#/admin-box/users'

const openUsers = async (page: Page, portal: PortalModel, query = '') => {
  await page.goto(`${DEEP_LINK}${query}`)
  await expect(portal.total).toBeVisible()
}

const names = (portal: PortalModel) => portal.rows.locator('.fe-user-name').allTextContents()

test('Ada finds users by search, filter, order and page, and a reload keeps the place', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await openUsers(page, portal)
  await expect(portal.rows).toHaveCount(20)

  await portal.search.fill('mel@acme')
  await expect(portal.rows).toHaveCount(1)
  await expect(portal.row('Mel Okonkwo')).toBeVisible()
  await expect(page).toHaveURL(/search=mel/)
  await portal.search.fill('')

  await portal.filter('Status', 'Locked')
  await expect(page).toHaveURL(/status=locked/)
  await expect
    .poll(async () => new Set(await portal.rows.locator('.fe-badge').allTextContents()))
    .toEqual(new Set(['Locked']))
  await portal.button(/Remove filter/).click()

  await portal
    .button(/^Sort by Name|^Name/)
    .first()
    .click()
  await expect(page).toHaveURL(/sort=name%3Aasc/)
  await expect
    .poll(async () => {
      const shown = await names(portal)
      return shown.length > 1 && shown.join() === [...shown].sort((a, b) => a.localeCompare(b)).join()
    })
    .toBe(true)

  const first = await names(portal)
  await portal.button('Next page').click()
  await expect(page).toHaveURL(/page=2/)
  await expect.poll(() => names(portal)).not.toEqual(first)
  const second = await names(portal)
  await page.reload()
  await expect.poll(() => names(portal)).toEqual(second)
})

test('Ada changes a colleague’s roles, then removes all of them', async ({ page, portal, signedIn, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Rolf Changeable')
  await signedIn('ada@acme.test')
  await openUsers(page, portal, `?search=${newUser.email}`)
  const dialog = portal.dialog(`Edit roles of ${newUser.name}`)

  await portal.rowAction(newUser.name, 'Edit roles')
  await portal.chooseRole(dialog, 'Auditor')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // There is space for one role; the others are counted.
  await expect(portal.row(newUser.name).getByText('+1', { exact: true })).toBeVisible()

  await portal.rowAction(newUser.name, 'Edit roles')
  for (const role of ['Auditor', 'Member']) await dialog.getByRole('button', { name: `Remove ${role}` }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(portal.row(newUser.name)).toContainText('No roles')
  // The list shows the change before the server has it.
  await expect.poll(async () => (await demo.backend.store.members.find({ userId: newUser.id }))?.roleIds).toBe('[]')
  await page.reload()
  await expect(portal.row(newUser.name)).toContainText('No roles')
})

test('Ada invites many users at once and sees which email failed and why', async ({
  page,
  portal,
  signedIn,
  inbox,
}) => {
  const [one, two] = [freshEmail('one'), freshEmail('two')]
  await signedIn('ada@acme.test')
  await openUsers(page, portal)
  await portal.button('Invite users').click()
  const box = portal.inviteDialog
  await box.getByLabel('Email addresses').fill(`${one}, mel@acme.test, ${two},`)
  await box.getByRole('button', { name: 'Send 3 invitations' }).click()
  await expect(box.getByText('1 invitation wasn’t sent')).toBeVisible()
  await expect(box.getByRole('listitem').filter({ hasText: 'mel@acme.test' })).toBeVisible()
  await inbox(one)
  await inbox(two)
})

test('Ada removes a colleague after seeing the consequences', async ({ page, portal, signedIn, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Gone Tomorrow')
  await signedIn('ada@acme.test')
  await openUsers(page, portal, `?search=${newUser.email}`)
  await portal.rowAction(newUser.name, 'Remove')
  const dialog = portal.element.getByRole('alertdialog', { name: `Remove ${newUser.name}?` })
  await expect(dialog).toContainText(`${newUser.name} loses access to Acme immediately.`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(portal.row(newUser.name)).toBeVisible()
  await portal.rowAction(newUser.name, 'Remove')
  await dialog.getByRole('button', { name: `Remove ${newUser.name}` }).click()
  await expect(portal.toast(`${newUser.name} removed`)).toBeVisible()
  await expect(portal.row(newUser.name)).toHaveCount(0)
  // It can be undone, and the server has not been notified yet.
  await portal.undo(`${newUser.name} removed`)
  await expect(portal.row(newUser.name)).toBeVisible()
  expect(await demo.backend.store.members.count({ userId: newUser.id })).toBe(1)

  await portal.rowAction(newUser.name, 'Remove')
  await dialog.getByRole('button', { name: `Remove ${newUser.name}` }).click()
  await portal.dismiss(`${newUser.name} removed`)
  await expect.poll(() => demo.backend.store.members.count({ userId: newUser.id })).toBe(0)
})

test('A removal is sent even if the tab closes first', async ({ page, portal, signedIn, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Closing Time')
  await signedIn('ada@acme.test')
  await openUsers(page, portal, `?search=${newUser.email}`)
  await portal.rowAction(newUser.name, 'Remove')
  await portal.element
    .getByRole('alertdialog')
    .getByRole('button', { name: `Remove ${newUser.name}` })
    .click()
  await expect(portal.row(newUser.name)).toHaveCount(0)
  expect(await demo.backend.store.members.count({ userId: newUser.id })).toBe(1)
  await page.close({ runBeforeUnload: false })
  await expect.poll(() => demo.backend.store.members.count({ userId: newUser.id })).toBe(0)
})

test('Ada sends Ivo his invitation again', async ({ page, portal, signedIn, inbox }) => {
  const before = (await inbox('ivo@acme.test')).id
  await signedIn('ada@acme.test')
  await openUsers(page, portal, '?search=ivo@acme.test')
  await portal.rowAction('Ivo Novák', 'Resend invitation')
  await expect(portal.toast('Email sent to Ivo Novák')).toBeVisible()
  await expect.poll(async () => (await inbox('ivo@acme.test')).id).not.toBe(before)
})

test('Ada changes and removes several users at once', async ({ page, portal, signedIn, demo }) => {
  const stamp = Date.now().toString(36)
  const users = await Promise.all(
    ['Una', 'Duo', 'Tri'].map((name) => recruit(demo, 'mel@acme.test', `${name} Bulk${stamp}`)),
  )
  await signedIn('ada@acme.test')
  await openUsers(page, portal, `?search=Bulk${stamp}`)
  await expect(portal.rows).toHaveCount(3)
  await portal.element.getByRole('checkbox', { name: 'Select all rows' }).check()
  const bar = portal.element.getByRole('region', { name: '3 selected' })
  await bar.getByRole('button', { name: 'Edit roles' }).click()
  const dialog = portal.dialog('Edit roles of 3 users')
  await portal.chooseRole(dialog, 'Auditor')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(portal.rows.getByText('+1', { exact: true })).toHaveCount(users.length)

  const all = portal.element.getByRole('checkbox', { name: 'Select all rows' })
  await all.setChecked(true)
  await bar.getByRole('button', { name: 'Add to groups' }).click()
  const groups = portal.dialog('Add 3 users to groups')
  await groups.getByRole('combobox', { name: 'Groups' }).fill('Finance')
  await portal.element
    .getByRole('option', { name: /Finance/ })
    .first()
    .click()
  await groups.getByRole('combobox', { name: 'Groups' }).press('Tab')
  await groups.getByRole('button', { name: 'Add to groups' }).click()
  await expect(portal.rows.filter({ hasText: 'Finance' })).toHaveCount(users.length)

  // Escape clears the selection and leaves the portal open.
  await all.setChecked(true)
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(portal.rows).toHaveCount(users.length)
  await all.setChecked(true)
  await bar.getByRole('button', { name: 'Remove' }).click()
  const ask = portal.element.getByRole('alertdialog', { name: 'Remove 3 users?' })
  await expect(ask).toContainText('These 3 users lose access to Acme immediately')
  await ask.getByRole('button', { name: 'Remove 3 users' }).click()
  await expect(portal.element.getByText('No users match your search')).toBeVisible()
})

test('Ada unlocks Leo, who can sign in again', async ({ page, portal, signedIn, browser, baseURL }) => {
  await signedIn('ada@acme.test')
  await openUsers(page, portal, '?search=leo@acme.test')
  await expect(portal.row('Leo Hartmann')).toContainText('Locked')
  await portal.rowAction('Leo Hartmann', 'Unlock')
  await expect(portal.toast('Leo Hartmann is unlocked')).toBeVisible()
  await expect(portal.row('Leo Hartmann')).toContainText('Active')
  const other = await (await browser.newContext({ baseURL })).newPage()
  await signedIn('leo@acme.test', other)
  await other.goto('/script-tag')
  await expect(other.getByText('Signed in as leo@acme.test')).toBeVisible()
  await other.context().close()
})

test('A failed change is undone and reported', async ({ page, portal, signedIn, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Stays Here')
  await signedIn('ada@acme.test')
  await openUsers(page, portal, `?search=${newUser.email}`)
  const cors = { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' }
  await page.route(`**/members/v1/${newUser.id}*`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, body: '<h1>no</h1>', headers: cors })
      : route.fallback(),
  )
  await portal.rowAction(newUser.name, 'Remove')
  await portal.element
    .getByRole('button', { name: `Remove ${newUser.name}` })
    .last()
    .click()
  await portal.dismiss(`${newUser.name} removed`)
  await expect(portal.element.getByText(/facing some difficulties/).last()).toBeVisible()
  await expect(portal.row(newUser.name)).toBeVisible()
})

test('Mel sees no users page, not even by deep link', async ({ page, portal, signedIn }) => {
  await signedIn('mel@acme.test')
  await page.goto(DEEP_LINK)
  await expect(portal.title('You don’t have access to this page')).toBeVisible()
  await expect(portal.element.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await expect(portal.table).toHaveCount(0)
})

test('A deep link that found no session is kept until after the sign-in', async ({ page, portal, box }) => {
  await page.goto(`${DEEP_LINK}?search=mel@acme`)
  await box.signIn('ada@acme.test')
  await expect(portal.rows).toHaveCount(1)
  await expect(portal.search).toHaveValue('mel@acme')
})

test('Max switches to Globex and back, and never sees the users of the other account', async ({
  page,
  portal,
  signedIn,
  demo,
}) => {
  const max = await recruit(demo, 'max@multi.test', 'Max Proven')
  await signedIn(max.email)
  // Globex requires a second factor; Max has proven his.
  await demo.backend.store.sessions.update({ userId: max.id }, { amr: '["pwd","mfa","otp"]' })
  await openUsers(page, portal)
  await portal.button(/Switch account, currently Acme/).click()
  await portal.element
    .getByRole('menuitemradio', { name: 'Globex' })
    .or(portal.element.getByRole('menuitemcheckbox', { name: 'Globex' }))
    .click()
  // In Globex, Max is only a member.
  await expect(portal.title('You don’t have access to this page')).toBeVisible()
  await expect(portal.row('Mel Okonkwo')).toHaveCount(0)
  await portal.button(/Switch account, currently Globex/).click()
  await portal.element
    .getByRole('menuitemradio', { name: 'Acme' })
    .or(portal.element.getByRole('menuitemcheckbox', { name: 'Acme' }))
    .click()
  await expect(portal.rows.first()).toBeVisible()
})

test('Everything on the users page can be done by keyboard only', async ({ page, portal, signedIn, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Kay Board')
  await signedIn('ada@acme.test')
  await page.goto('/script-tag')
  await page.getByRole('button', { name: 'Open the portal' }).focus()
  await page.keyboard.press('Enter')
  const tabTo = async (target: ReturnType<PortalModel['button']>) => {
    for (let press = 0; press < 80; press += 1) {
      if (await target.evaluate((node) => node.matches(':focus'))) return
      await page.keyboard.press('Tab')
    }
    throw new Error('The focus never came there')
  }
  await tabTo(portal.users)
  await page.keyboard.press('Enter')
  await expect(portal.total).toBeVisible()
  await tabTo(portal.search)
  await page.keyboard.type(newUser.email)
  await expect(portal.rows).toHaveCount(1)
  await tabTo(portal.button(`More actions for ${newUser.name}`))
  await page.keyboard.press('Enter')
  await expect(portal.element.getByRole('menuitem', { name: 'View details' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(portal.element.getByRole('menuitem', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = portal.element.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(portal.button(`More actions for ${newUser.name}`)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(portal.title('Users')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open the portal' })).toBeFocused()
})
