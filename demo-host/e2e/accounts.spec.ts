import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { tenantIdOf } from '../../src/backend/sample/tenants.ts'
import { subTenants } from '../../src/contract/accounts.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { freshEmail, freshName, PASSWORD, recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'

const ALL = '/script-tag#/admin-box/all-accounts'

const open = async (page: Page, portal: PortalModel, search = '') => {
  await page.goto(ALL + search)
  await expect(portal.title('All accounts')).toBeVisible()
}

const tokenOf = async (request: APIRequestContext, { origins }: DemoHost, email: string): Promise<string> => {
  const response = await request.post(`${origins.api}/identity/resources/auth/v1/user`, {
    headers: { origin: origins.host },
    data: { email, password: PASSWORD },
  })
  return ((await response.json()) as { accessToken: string }).accessToken
}

/** Returns the API's record of the account with this name. */
const found = async (request: APIRequestContext, demo: DemoHost, name: string) => {
  const headers = { authorization: `Bearer ${await tokenOf(request, demo, 'rex@reseller.test')}` }
  const path = `${subTenants.searchSubTenants.path}?_filter=${encodeURIComponent(name)}`
  const response = await request.get(demo.origins.api + path, { headers })
  return ((await response.json()) as { items: { tenantId: string; name: string; metadata: { parentId: string } }[] })
    .items
}

const makeAccount = async (page: Page, portal: PortalModel, name: string) => {
  await portal.button('Create sub-account').first().click()
  const form = portal.dialog('Create sub-account')
  await form.getByLabel('Account name').fill(name)
  await form.getByRole('button', { name: 'Create sub-account' }).click()
  await expect(portal.toast(`${name} created`)).toBeVisible()
  await expect(page).not.toHaveURL(/create=/)
}

test('Rex opens the tree level by level, sorts it, lists it flat and finds an account', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('rex@reseller.test')
  await open(page, portal)
  await expect(portal.row('Northwind Europe')).toContainText('Reseller')
  await portal.button('Show sub-accounts of Northwind Europe').click()
  await portal.button('Show sub-accounts of Fjord Freight').click()
  await expect(portal.row('Fjord Freight Bergen')).toContainText('Customer')
  await portal.button('Hide sub-accounts of Northwind Europe').click()
  await expect(portal.row('Fjord Freight Bergen')).toHaveCount(0)
  await portal.element.getByRole('button', { name: /^Account$/ }).click()
  await expect(page).toHaveURL(/sort=name%3Adesc/)
  await expect(portal.rows.first()).toContainText('Northwind Pacific')
  await portal.button('List').click()
  await expect(portal.element.getByText(/^\d+ accounts$/)).toBeVisible()
  await expect(portal.row('Fjord Freight Bergen')).toBeVisible()
  await portal.element.getByLabel('Search accounts').fill('alpine')
  await expect(portal.rows).toHaveCount(1)
  await page.reload()
  await expect(portal.rows).toHaveCount(1)
  await expect(portal.row('Alpine Dairy')).toBeVisible()
})

test('Rex creates, renames, moves and deletes an account', { tag: '@smoke' }, async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  test.slow()
  const name = freshName('Harbour')
  await signedIn('rex@reseller.test')
  await open(page, portal)
  await portal.button('Create sub-account').click()
  await portal.dialog('Create sub-account').getByRole('button', { name: 'Create sub-account' }).click()
  await expect(portal.element.getByText('Enter a name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await makeAccount(page, portal, name)
  await expect(portal.row(name)).toBeVisible()
  const [made] = await found(request, demo, name)
  expect(made?.name).toBe(name)

  await portal.rowAction(name, 'Rename')
  const rename = portal.dialog(`Rename ${name}`)
  await rename.getByLabel('Account name').fill(`${name} North`)
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(portal.row(`${name} North`)).toBeVisible()

  await portal.rowAction(`${name} North`, 'Move')
  const move = portal.dialog(`Move ${name} North`)
  await move.getByLabel('Search for the new parent').fill('Pacific')
  const target = move.getByRole('radio', { name: /^Northwind Pacific/ })
  await expect(target).toHaveAccessibleName('Northwind Pacific Northwind')
  await target.check()
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(portal.toast(`${name} North moved to Northwind Pacific`)).toBeVisible()
  const [moved] = await found(request, demo, `${name} North`)
  const [pacific] = await found(request, demo, 'Northwind Pacific')
  expect(moved?.metadata.parentId).toBe(pacific?.tenantId)

  await portal.rowAction('Northwind Pacific', 'Delete')
  await expect(portal.element.getByText('Northwind Pacific has sub-accounts. Move or delete them first.')).toBeVisible()
  await portal.button('Close').last().click()
  await portal.searchAccount(`${name} North`)
  await portal.rowAction(`${name} North`, 'Delete')
  const ask = portal.element.getByRole('alertdialog')
  await ask.getByRole('button', { name: `Delete ${name} North` }).click()
  await expect(portal.row(`${name} North`)).toBeVisible()
  await ask.getByLabel(`Type ${name} North to confirm`).fill(`${name} North`)
  await ask.getByRole('button', { name: `Delete ${name} North` }).click()
  await expect(portal.toast(`${name} North deleted`)).toBeVisible()
  expect(await found(request, demo, `${name} North`)).toEqual([])

  const audits = await demo.backend.store.audits.list({ email: 'rex@reseller.test', resource: 'Sub-accounts' })
  const own = audits.filter(({ description, tenantId }) => description.includes(name) && tenantId !== made?.tenantId)
  expect(own.map(({ action }) => action).sort()).toEqual([
    'Account created',
    'Account deleted',
    'Account moved',
    'Account updated',
  ])
})

test('Rex adds a user to an account, grants roles and access, and removes the user', async ({
  page,
  portal,
  signedIn,
  demo,
  inbox,
}) => {
  test.slow()
  const name = freshName('Quay')
  const email = freshEmail('ola', 'quay.test')
  await signedIn('rex@reseller.test')
  await open(page, portal)
  await makeAccount(page, portal, name)
  await portal.rowAction(name, 'Open')
  await expect(portal.title(name)).toBeVisible()
  await expect(portal.element.getByText('No users yet')).toBeVisible()
  await portal.button('Add users').click()
  const form = portal.dialog(`Add users to ${name}`)
  await form.getByLabel('Email addresses').fill('not an email')
  await form.getByRole('button', { name: 'Add users' }).click()
  await expect(form.getByText('not isn’t a valid email address.')).toBeVisible()
  await form.getByLabel('Email addresses').fill(email)
  await portal.chooseRole(form, 'Member')
  await form.getByRole('button', { name: 'Add users' }).click()
  await expect(portal.row(email)).toContainText('Invited')
  await inbox(email)
  const member = async () => demo.backend.store.members.find({ email })
  expect((await member())?.subAccountAccess).toBe(false)

  await portal.row(email).getByRole('switch').check()
  await expect(portal.toast(/can now access sub-accounts/)).toBeVisible()
  await expect.poll(async () => (await member())?.subAccountAccess).toBe(true)

  await portal
    .row(email)
    .getByRole('button', { name: /More actions/ })
    .click()
  await portal.element.getByRole('menuitem', { name: 'Edit roles' }).click()
  const roles = portal.dialog(/^Edit roles of/)
  await portal.chooseRole(roles, 'Auditor')
  await roles.getByRole('button', { name: 'Save' }).click()
  await expect(portal.row(email)).toContainText('Auditor')

  await portal
    .row(email)
    .getByRole('button', { name: /More actions/ })
    .click()
  await portal.element.getByRole('menuitem', { name: 'Remove' }).click()
  await portal.element
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(portal.row(email)).toHaveCount(0)
  expect(await member()).toBeUndefined()
})

test('Rex finds a user among those of all accounts, and opens them in their account', async ({
  page,
  portal,
  signedIn,
  demo,
}) => {
  const { members } = demo.backend.store
  const { id: userId } = await recruit(demo, 'rex@reseller.test', 'Faye Everywhere')
  const own = await members.find({ userId })
  if (!own) throw new Error('no membership')
  await members.insert({ ...own, id: randomUUID(), tenantId: tenantIdOf('fjord-freight') })
  await signedIn('rex@reseller.test')
  await open(page, portal)
  await portal.button('All users').click()
  await expect(page).toHaveURL(/view=users/)
  await portal.search.fill('everywhere')
  await expect(portal.rows).toHaveCount(2)
  const below = portal.row('Northwind › Northwind Europe')
  await expect(below).toContainText('Fjord Freight')
  await expectAccessible(page, 'users of all accounts')
  await below.getByRole('button', { name: 'Faye Everywhere' }).click()
  await expect(portal.title('Fjord Freight')).toBeVisible()
  await expect(portal.search).toHaveValue(/@/)
  await expect(portal.row('Faye Everywhere')).toBeVisible()
  await page.goBack()
  await expect(below).toBeVisible()
})

test('Rex switches into an account and back', async ({ page, portal, signedIn, demo }) => {
  const rex = await recruit(demo, 'rex@reseller.test', 'Rexa Switcher')
  await signedIn(rex.email)
  await open(page, portal)
  await portal.rowAction('Northwind Europe', 'Switch to this account')
  await expect(portal.element.getByRole('button', { name: /Switch account, currently Northwind Europe/ })).toBeVisible()
  await expect(portal.row('Alpine Dairy')).toBeVisible()
  await portal.element.getByRole('button', { name: /Switch account/ }).click()
  await portal.element.getByRole('menuitemcheckbox', { name: 'Northwind Admin', exact: true }).click()
  await expect(portal.row('Northwind Europe')).toBeVisible()
})

test('A user without access to sub-accounts reads why an account stays closed', async ({
  page,
  portal,
  signedIn,
  demo,
}) => {
  const out = await recruit(demo, 'rex@reseller.test', 'Nora Outside')
  await demo.backend.store.members.update({ userId: out.id }, { subAccountAccess: false })
  await signedIn(out.email)
  await open(page, portal)
  await portal.rowAction('Northwind Europe', 'Open')
  await expect(portal.element.getByText('You don’t have access to this account')).toBeVisible()
  await expectAccessible(page, 'an account that stays closed')
})

test('A deep link opens each dialog of all accounts, one account and its parts, and a failure is shown', async ({
  page,
  portal,
  signedIn,
}) => {
  test.slow()
  await signedIn('rex@reseller.test')
  await open(page, portal)
  await expect(portal.row('Northwind Europe')).toBeVisible()
  for (const [link, name] of [
    ['create', 'Create sub-account'],
    ['edit', 'Rename'],
    ['move', 'Move'],
  ] as const) {
    await portal.rowAction('Northwind Pacific', link === 'create' ? 'Create sub-account' : name)
    await expect(portal.dialog(new RegExp(`^${name}`))).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${link}=`))
    await page.reload()
    await expect(portal.dialog(new RegExp(`^${name}`))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(portal.dialog(new RegExp(`^${name}`))).toHaveCount(0)
  }
  await portal.rowAction('Northwind Europe', 'Open')
  await expect(portal.rows.first()).toBeVisible()
  await page.reload()
  await expect(portal.title('Northwind Europe')).toBeVisible()
  await portal.element.getByRole('tab', { name: 'Sub-accounts' }).click()
  await expect(portal.row('Fjord Freight')).toBeVisible()
  await expectAccessible(page, 'the accounts below one')
  await page.route(`**${subTenants.searchSubTenants.path}*`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await open(page, portal)
  await page.reload()
  await expect(portal.button('Try again')).toBeVisible()
  await page.unrouteAll()
  await portal.button('Try again').click()
  await expect(portal.row('Northwind Europe')).toBeVisible()
})

test('An account without sub-accounts explains what they are for, and Mel has no access', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await open(page, portal)
  await expect(portal.element.getByText('No sub-accounts yet')).toBeVisible()
  await signedIn('mel@acme.test')
  await page.goto('/inbox')
  await page.goto(ALL)
  await expect(portal.element.getByText('You don’t have access to this page')).toBeVisible()
})
