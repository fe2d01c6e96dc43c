import type { Page } from '@playwright/test'
import { groups } from '../../src/contract/groups.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { freshName, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'

const GROUPS = '/script-tag#/admin-box/groups'

const open = async (page: Page, portal: PortalModel, query = '') => {
  await page.goto(`${GROUPS}${query}`)
  await expect(portal.element.getByText(/^\d+ groups?$/)).toBeVisible()
}

test('Ada creates a group with roles and members, edits it, and reads it back', { tag: '@smoke' }, async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const name = freshName('Night shift')
  const [una, duo] = await Promise.all([
    recruit(demo, 'mel@acme.test', freshName('Una Night')),
    recruit(demo, 'mel@acme.test', freshName('Duo Night')),
  ])
  const api = await apiAs(request, demo, 'ada@acme.test')
  const read = async () =>
    (await api.get(groups.listGroups, { _groupsRelations: 'rolesAndUsers' })).groups.find(
      (group) => group.name === name,
    )
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.button('Create group').click()
  const form = portal.dialog('Create group')
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByLabel('Description').fill('Works while others sleep')
  await form.getByRole('radio', { name: 'Violet' }).check()
  await portal.chooseRole(form, 'Auditor')
  await form.getByLabel('Search by name or email').fill(una.email)
  await form.getByRole('checkbox', { name: `Select ${una.name}` }).check()
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(portal.toast(`${name} created`)).toBeVisible()
  await expect(portal.row(name)).toContainText('Auditor')
  const made = await read()
  expect([made?.color, made?.users?.map(({ email }) => email), made?.roles?.map((role) => role.name)]).toEqual([
    '#7c3aed',
    [una.email],
    ['Auditor'],
  ])

  await portal.rowAction(name, 'Members')
  const members = portal.dialog(`Members of ${name}`)
  await expect(members.getByText(una.email)).toBeVisible()
  await members.getByRole('button', { name: 'Add members' }).click()
  const add = portal.dialog(`Add members to ${name}`)
  await add.getByLabel('Search by name or email').fill('Night')
  await expect(add.getByText('Already a member')).toBeVisible()
  await add.getByRole('checkbox', { name: `Select ${duo.name}` }).check()
  await add.getByRole('button', { name: 'Add 1 member' }).click()
  await expect(members.getByText(duo.email)).toBeVisible()
  await members.getByRole('button', { name: `Remove ${una.name}` }).click()
  await expect(members.getByText(una.email)).toHaveCount(0)
  await expect.poll(async () => (await read())?.users?.map(({ email }) => email)).toEqual([duo.email])

  await members.getByRole('button', { name: 'Edit' }).click()
  const edit = portal.dialog(`Edit ${name}`)
  await edit.getByLabel('Description').fill('Now by day')
  await edit.getByRole('button', { name: 'Remove Auditor' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(portal.toast(`${name} saved`)).toBeVisible()
  expect([(await read())?.description, (await read())?.roles]).toEqual(['Now by day', []])

  await portal.rowAction(name, 'Delete')
  await portal.element
    .getByRole('alertdialog')
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await expect(portal.row(name)).toHaveCount(0)
  expect(await read()).toBeTruthy()
  await portal.undo(`${name} deleted`)
  await expect(portal.row(name)).toBeVisible()
  await portal.rowAction(name, 'Delete')
  await portal.element
    .getByRole('alertdialog')
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await portal.dismiss(`${name} deleted`)
  await expect.poll(read).toBeUndefined()
})

test('A group of the directory is read-only except for its roles', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await open(page, portal)
  await expect(portal.row('Contractors')).toContainText('Directory')
  await portal.rowAction('Contractors', 'Edit roles')
  const dialog = portal.dialog('Edit roles of Contractors')
  await expect(dialog.getByText('This group is managed by your company directory')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await portal.button('More actions for Contractors').click()
  await expect(portal.element.getByRole('menuitem', { name: /Delete/ })).toBeDisabled()
})

test('Groups stop granting roles when the account turns that off', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const api = await apiAs(request, demo, 'ada@acme.test')
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.button('Group settings').click()
  const dialog = portal.dialog('Group settings')
  await dialog.getByRole('switch', { name: /Enable group roles/ }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(portal.element.getByText('Group roles are turned off for this account')).toBeVisible()
  expect(await api.get(groups.getConfiguration)).toEqual({ enabled: true, rolesEnabled: false })
  await portal.button('Group settings').click()
  await dialog.getByRole('switch', { name: /Enable group roles/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(portal.element.getByText('Group roles are turned off for this account')).toHaveCount(0)
})

test('A group is created by keyboard only', async ({ page, portal, signedIn }) => {
  const name = freshName('Keys only')
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.button('Create group').focus()
  await page.keyboard.press('Enter')
  await expect(portal.dialog('Create group').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(portal.row(name)).toBeVisible()
  await expect(portal.button('Create group')).toBeFocused()
})

test('A list that cannot be loaded keeps the page and offers a retry', async ({ page, portal, signedIn, demo }) => {
  const cors = { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' }
  await signedIn('ada@acme.test')
  await page.route('**/fe/v1/groups?*', (route) => route.fulfill({ status: 500, body: '<h1>no</h1>', headers: cors }))
  await page.goto(GROUPS)
  await expect(portal.element.getByText(/facing some difficulties/)).toBeVisible()
  await page.unroute('**/fe/v1/groups?*')
  await portal.button('Try again').click()
  await expect(portal.row('Finance')).toBeVisible()
})

test('Mel sees no groups page, and an account without groups explains what they are for', async ({
  page,
  portal,
  signedIn,
  demo,
}) => {
  await signedIn('mel@acme.test')
  await page.goto(GROUPS)
  await expect(portal.title('You don’t have access to this page')).toBeVisible()
  await page.context().clearCookies()
  const { newUser } = await ownAccount(demo, 'Groupless')
  await signedIn(newUser.email)
  await page.reload()
  await expect(portal.element.getByText('No groups yet')).toBeVisible()
})
