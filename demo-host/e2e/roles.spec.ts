import type { Page } from '@playwright/test'
import { itemsOf } from '../../src/contract/items-of.ts'
import { permissions, roles } from '../../src/contract/roles.ts'
import { team } from '../../src/contract/users.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { freshName, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { expectFit } from './support/fit.ts'

const ROLES = '/script-tag#/admin-box/roles'

const open = async (page: Page, portal: PortalModel, query = '') => {
  await page.goto(`${ROLES}${query}`)
  await expect(portal.element.getByText(/^\d+ roles?$/)).toBeVisible()
}

test('Ada creates a role, sees how many users a change affects, and saves it', { tag: '@smoke' }, async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const name = freshName('Exporter')
  const api = await apiAs(request, demo, 'ada@acme.test')
  const read = async () => (await api.get(roles.listRoles)).find((role) => role.name === name)
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.button('Create role').click()
  const form = portal.part('Create role')
  await form.getByRole('button', { name: 'Create role' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await expect(form.getByRole('textbox', { name: 'Key' })).toHaveValue(name.toLowerCase().replace(' ', '-'))
  await form.getByLabel('Search permissions').fill('audit')
  await form.getByRole('checkbox', { name: 'View and export audit logs' }).check()
  await form.getByLabel('Search permissions').fill('')
  await form.getByRole('checkbox', { name: 'Selected only' }).check()
  await expect(form.getByRole('checkbox', { name: 'View users', exact: true })).toHaveCount(0)
  await form.getByRole('checkbox', { name: 'Selected only' }).uncheck()
  await form.getByRole('button', { name: 'Collapse all' }).click()
  await expect(form.getByRole('checkbox', { name: 'View and export audit logs' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Expand all' }).click()
  await form.getByRole('checkbox', { name: 'Show keys' }).check()
  await expect(form.getByText('fe.secure.read.users', { exact: true })).toBeVisible()
  await form.getByRole('checkbox', { name: 'Show keys' }).uncheck()
  await form.getByRole('checkbox', { name: 'View users', exact: true }).check()
  await form.getByRole('button', { name: 'Create role' }).click()
  await expect(portal.toast(`${name} created`)).toBeVisible()
  const created = await read()
  expect(created?.permissions).toHaveLength(2)

  const newUser = await recruit(demo, 'mel@acme.test', 'Role Holder')
  await demo.backend.store.members.update({ userId: newUser.id }, { roleIds: JSON.stringify([created?.id]) })
  await portal.rowAction(name, 'Edit')
  const edit = portal.part(`Edit ${name}`)
  await edit.getByRole('checkbox', { name: 'View and export audit logs' }).uncheck()
  await expect(edit.getByText('Removes View and export audit logs (1 user affected)')).toBeVisible()
  await edit.getByRole('checkbox', { name: 'View roles' }).check()
  await expect(edit.getByText('Adds View roles (1 user affected)')).toBeVisible()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(portal.toast(`${name} saved`)).toBeVisible()
  const all = itemsOf(await api.get(permissions.listPermissions))
  const keys = (await read())?.permissions.map((id) => all.find((permission) => permission.id === id)?.key)
  expect(keys?.sort()).toEqual(['fe.secure.read.roles', 'fe.secure.read.users'])

  await portal.rowAction(name, 'View members')
  await expect(portal.dialog(`Members with the ${name} role`).getByText(newUser.email)).toBeVisible()
})

test('Ada deletes a role and undoes it, then deletes it by closing the tab', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const name = freshName('Short lived')
  const api = await apiAs(request, demo, 'ada@acme.test')
  const made = await api.post(roles.addRole, {
    key: name.replaceAll(' ', '-').toLowerCase(),
    name,
    description: '',
    isDefault: false,
    level: 0,
    permissions: [],
  })
  const isThere = async () => (await api.get(roles.listRoles)).some(({ id }) => id === made.id)
  await signedIn('ada@acme.test')
  await open(page, portal, `?search=${encodeURIComponent(name)}`)
  const confirm = async () => {
    await portal.rowAction(name, 'Delete')
    const ask = portal.element.getByRole('alertdialog', { name: `Delete ${name}?` })
    await expect(ask).toContainText('No users have this role')
    await ask.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(portal.row(name)).toHaveCount(0)
  }
  await confirm()
  await portal.undo(`${name} deleted`)
  await expect(portal.row(name)).toBeVisible()
  expect(await isThere()).toBe(true)

  await confirm()
  expect(await isThere()).toBe(true)
  await page.close({ runBeforeUnload: false })
  await expect.poll(isThere).toBe(false)
})

test('Ada reads the permission matrix and opens a role from it by keyboard', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.element.getByRole('tab', { name: 'Roles' }).focus()
  await page.keyboard.press('ArrowRight')
  const matrix = portal.element.getByRole('table', { name: 'Permission matrix' })
  await expect(matrix).toBeVisible()
  await expect(page).toHaveURL(/tab=matrix/)
  await portal.element.getByLabel('Search permissions').fill('invite users')
  await expect(matrix.getByRole('row')).toHaveCount(3)
  await expect(matrix.getByText('Allowed by General admin')).toHaveCount(1)
  await matrix.getByRole('button', { name: 'Open Support agent' }).focus()
  await page.keyboard.press('Enter')
  await expect(portal.part('Edit Support agent')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(matrix.getByRole('button', { name: 'Open Support agent' })).toBeFocused()
})

test('The matrix shows which roles it contains, and has the list’s search and pages', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await page.goto(`${ROLES}?tab=matrix&search=agent`)
  const columns = portal.element.getByRole('table', { name: 'Permission matrix' }).getByRole('columnheader')
  await expect(columns).toHaveText(['Permission', 'Support agent'])
  await portal.element.getByLabel('Search roles').fill('unknown role')
  await expect(portal.element.getByText('No roles match your search')).toBeVisible()
  await portal.element.getByLabel('Search roles').fill('')
  await expect(columns.filter({ hasText: 'Auditor' })).toBeVisible()
  await expect(columns.filter({ hasText: 'Support agent' })).toBeVisible()
})

test('Ada changes a role in the matrix, sees how many users it affects, and saves it', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const api = await apiAs(request, demo, 'ada@acme.test')
  const held = async (): Promise<string[]> =>
    (await api.get(roles.listRoles)).find(({ name }) => name === 'Support agent')?.permissions ?? []
  const before = await held()
  await signedIn('ada@acme.test')
  await page.goto(`${ROLES}?tab=matrix`)
  const ticks = portal.element.getByRole('checkbox', { name: /for Support agent$/ })
  await ticks.and(portal.element.locator(':checked')).first().press('Space')
  const bar = portal.element.getByRole('region', { name: 'Effect of your changes' })
  await expect(bar).toContainText(/Removes .+ \(\d+ users? affected\)/)
  // After scrolling to a checkbox, the fixed column may cover a part of another one.
  await portal.element.locator('.fe-matrix').evaluate((matrix) => matrix.scrollTo(0, 0))
  await expectFit(page, 'changed permission matrix')
  await portal.element.getByRole('link', { name: 'Users', exact: true }).click()
  await portal.button('Keep editing').click()
  await bar.getByRole('button', { name: 'Save changes' }).click()
  await expect(portal.toast('1 role saved')).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(await held()).toHaveLength(before.length - 1)
  await demo.backend.store.roles.update({ name: 'Support agent' }, { permissionIds: JSON.stringify(before) })
})

test('A built-in role is read-only and can be duplicated', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.rowAction('Auditor', 'View permissions')
  const view = portal.part('Permissions of Auditor')
  await expect(view.getByText('This role is built in')).toBeVisible()
  await expect(view.getByRole('checkbox')).toHaveCount(0)
  await expect(view.getByRole('listitem').filter({ hasText: 'View and export audit logs' })).toBeVisible()
  await view.getByRole('button', { name: 'Duplicate' }).click()
  await expect(portal.part('Create role').getByLabel('Name')).toHaveValue('Auditor (copy)')
})

test('A deep link opens a role, and the back button closes it', async ({ page, portal, signedIn, demo, request }) => {
  const api = await apiAs(request, demo, 'ada@acme.test')
  const agent = (await api.get(roles.listRoles)).find(({ name }) => name === 'Support agent')
  await signedIn('ada@acme.test')
  await open(page, portal)
  await page.goto(`${ROLES}?role=${agent?.id}`)
  await expect(portal.part('Edit Support agent')).toBeVisible()
  await page.reload()
  const editor = portal.part('Edit Support agent')
  await expect(editor).toBeVisible()
  await expect(portal.element.getByRole('table')).toHaveCount(0)
  await page.goBack()
  await expect(editor).toHaveCount(0)
  await expect(portal.row('Support agent')).toBeVisible()
})

test('Unsaved changes of a role are not lost by Escape, the back link, the menu or the back button', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await open(page, portal)
  await portal.rowAction('Support agent', 'Edit')
  const editor = portal.part('Edit Support agent')
  await expect(editor.getByRole('heading', { name: 'Edit Support agent' })).toBeFocused()
  await expect(editor.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await editor.getByLabel('Description').fill('Not saved')
  const ask = portal.element.getByRole('alertdialog', { name: 'Discard changes?' })
  for (const leave of [
    () => editor.getByLabel('Description').press('Escape'),
    () => editor.getByRole('button', { name: 'Back to roles' }).click(),
    () => portal.users.click(),
    () => page.goBack(),
  ]) {
    await leave()
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await expect(ask).toHaveCount(0)
    await expect(editor.getByLabel('Description')).toHaveValue('Not saved')
  }
  await editor.getByRole('button', { name: 'Discard' }).click()
  await expect(editor.getByLabel('Description')).not.toHaveValue('Not saved')
  await expect(editor.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await editor.getByRole('button', { name: 'Back to roles' }).click()
  await expect(portal.button('More actions for Support agent')).toBeFocused()
})

test('60 members of a role fill the whole drawer, and scroll with it, at 844 px', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const name = freshName('Crowd')
  const { id } = await (await apiAs(request, demo, 'ada@acme.test')).post(roles.addRole, {
    key: name.replaceAll(' ', '-').toLowerCase(),
    name,
    description: '',
    isDefault: false,
    level: 0,
    permissions: [],
  })
  const crowd = await Promise.all(
    Array.from({ length: 60 }, () => recruit(demo, 'mel@acme.test', freshName('Crowd Member'))),
  )
  for (const { id: userId } of crowd)
    await demo.backend.store.members.update({ userId }, { roleIds: JSON.stringify([id]) })
  await page.setViewportSize({ width: 390, height: 844 })
  await signedIn('ada@acme.test')
  await page.goto(`${ROLES}?holders=${id}`)
  const drawer = portal.dialog(`Members with the ${name} role`)
  const members = drawer.getByRole('listitem')
  for (const shown of [20, 40]) {
    await expect(members).toHaveCount(shown)
    await drawer.getByRole('button', { name: 'Show more' }).click()
  }
  await expect(members).toHaveCount(60)
  const boxes = await drawer.evaluate((box) =>
    [...box.querySelectorAll('*')]
      .filter((node) => node.scrollHeight > node.clientHeight + 1 && getComputedStyle(node).overflowY === 'auto')
      .map((node) => node.clientHeight),
  )
  expect(boxes, 'one scrolled box, as high as the screen').toEqual([844])
  await members.last().scrollIntoViewIfNeeded()
  await expect(members.last()).toBeInViewport({ ratio: 1 })
  await demo.backend.store.members.delete({ roleIds: JSON.stringify([id]) })
})

test('A list that cannot be loaded keeps the page and offers a retry', async ({ page, portal, signedIn, demo }) => {
  const cors = { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' }
  await signedIn('ada@acme.test')
  await page.route('**/fe/v1/roles?*', (route) => route.fulfill({ status: 500, body: '<h1>no</h1>', headers: cors }))
  await page.goto(ROLES)
  await expect(portal.element.getByText(/facing some difficulties/)).toBeVisible()
  await page.unroute('**/fe/v1/roles?*')
  await portal.button('Try again').click()
  await expect(portal.row('Support agent')).toBeVisible()
  await portal.element.getByLabel('Search roles').fill('zzz')
  await expect(portal.element.getByText('No roles match your search')).toBeVisible()
})

test('Mel sees no roles page, not even by deep link', async ({ page, portal, signedIn, demo, request }) => {
  await signedIn('mel@acme.test')
  await page.goto(ROLES)
  await expect(portal.title('You don’t have access to this page')).toBeVisible()
  const api = await apiAs(request, demo, 'mel@acme.test')
  expect(await api.status(roles.listRoles)).toBe(403)
  expect(await api.status(team.listMembers, { pageOffset: '0' })).toBe(403)
})
