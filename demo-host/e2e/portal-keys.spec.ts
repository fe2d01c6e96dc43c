import type { Locator, Page } from '@playwright/test'
import { groups } from '../../src/contract/groups.ts'
import { mfa } from '../../src/contract/mfa.ts'
import { roles } from '../../src/contract/roles.ts'
import { session } from '../../src/contract/session.ts'
import { sessionConfig } from '../../src/contract/session-config.ts'
import { settings } from '../../src/contract/settings.ts'
import { expect, test } from './fixtures.ts'
import { freshEmail, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { appCode } from './support/app-code.ts'
import { focusedName } from './support/focus.ts'
import { type Keys, keyboard } from './support/keys.ts'
import { ownAccount } from './support/own-account.ts'

const AT = '/script-tag#/admin-box/'
const unique = (name: string) => `${name} ${Date.now().toString(36)}`

/** A dialog that Escape leaves leads back to what opened it. */
const openTwice = async (page: Page, keys: Keys, opener: RegExp, opened: Locator) => {
  await keys.press(opener)
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect.poll(() => focusedName(page)).toMatch(opener)
  await page.keyboard.press('Enter')
  await expect(opened).toBeVisible()
}

/** By arrows to an entry of the open menu. */
const choose = async (page: Page, entry: string) => {
  for (let press = 0; press < 12 && (await focusedName(page)) !== entry; press += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const somewhere = (page: Page) => expect.poll(() => focusedName(page), 'the focus is not lost').not.toBe('')

test('A profile is saved without a mouse', async ({ page, portal, demo, request, signedIn }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Kay Board')
  await signedIn(newUser.email)
  await page.goto(`${AT}profile`)
  await expect(portal.element.getByLabel('Name', { exact: true })).toBeVisible()
  const keys = keyboard(page)
  const dialog = portal.dialog('Change your password')
  await openTwice(page, keys, /^Change password$/, dialog)
  await page.keyboard.press('Escape')
  await keys.fill(/^Name$/, 'Kay Keys', 'Enter')
  await expect(portal.toast('Profile saved')).toBeVisible()
  const api = await apiAs(request, demo, newUser.email)
  expect((await api.get(session.getMe)).name).toBe('Kay Keys')
})

test('A company is renamed without a mouse', async ({ page, portal, demo, request, signedIn }) => {
  const { newUser, tenant } = await ownAccount(demo, 'Keyed')
  await signedIn(newUser.email)
  await page.goto(`${AT}account`)
  await expect(portal.element.getByLabel('Company name')).toBeVisible()
  const keys = keyboard(page)
  await keys.fill(/^Company name$/, 'Renamed by keys', 'Enter')
  await expect(portal.toast('Account settings saved')).toBeVisible()
  const api = await apiAs(request, demo, newUser.email)
  expect((await api.get(settings.getAccountSettings)).name).toBe('Renamed by keys')
  expect((await demo.backend.store.tenants.get(tenant.id))?.name).toBe('Renamed by keys')
})

test('A session limit is set without a mouse', async ({ page, portal, demo, request, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Keyed')
  await signedIn(newUser.email)
  await page.goto(`${AT}security?tab=sessions`)
  await expect(portal.element.getByRole('switch', { name: 'Concurrent sessions' })).toBeVisible()
  const keys = keyboard(page)
  await keys.press(/^Concurrent sessions$/, 'Space')
  await keys.fill(/^Maximum sessions per user$/, '4')
  await keys.press(/^Save changes$/)
  await expect(portal.toast('Session settings saved')).toBeVisible()
  const api = await apiAs(request, demo, newUser.email)
  const { sessionConcurrentConfiguration } = await api.get(sessionConfig.getSessionConfig)
  expect(sessionConcurrentConfiguration).toEqual({ isActive: true, maxSessions: 4 })
})

test('A second factor is set up without a mouse', async ({ page, portal, demo, request, signedIn }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Fay Ctor')
  await signedIn(newUser.email)
  await page.goto(`${AT}privacy`)
  const api = await apiAs(request, demo, newUser.email)
  await expect(portal.element.getByText('No second factors yet')).toBeVisible()
  const keys = keyboard(page)
  const app = portal.dialog('Set up an authenticator app')
  await openTwice(page, keys, /^Set up an authenticator app/, app)
  const secret = ((await app.locator('.fe-mfa-code span').first().textContent()) ?? '').replace(/\s/g, '')
  await expect(app.getByLabel('6-digit code')).toBeFocused()
  await page.keyboard.type(await appCode(secret))
  await expect(portal.dialog('Save your recovery code')).toBeVisible()
  await keys.press(/^I have saved this code$/, 'Space')
  await keys.press(/^Done$/)
  await expect(portal.button('Rename Authenticator app')).toBeVisible()
  await somewhere(page)
  expect((await api.get(mfa.listDevices)).authenticators).toHaveLength(1)
})

test('A user is invited without a mouse', async ({ page, portal, signedIn, demo }) => {
  const email = freshEmail('keyed')
  await signedIn('ada@acme.test')
  await page.goto(`${AT}users`)
  await expect(portal.rows.first()).toBeVisible()
  const keys = keyboard(page)
  const dialog = portal.inviteDialog
  await openTwice(page, keys, /^Invite users$/, dialog)
  await keys.to(/^Email addresses/)
  await page.keyboard.type(email)
  await keys.to(/^Roles/)
  await page.keyboard.type('Auditor')
  await page.keyboard.press('Enter')
  await keys.press(/^Send invitation$/)
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => focusedName(page)).toBe('Invite users')
  const member = await demo.backend.store.members.find({ email })
  expect(JSON.parse(member?.roleIds ?? '[]')).toHaveLength(1)
})

test('A role is made and gets a permission without a mouse', async ({ page, portal, demo, request, signedIn }) => {
  const name = unique('Keyed role')
  const api = await apiAs(request, demo, 'ada@acme.test')
  await signedIn('ada@acme.test')
  await page.goto(`${AT}roles`)
  await expect(portal.row('Support agent')).toBeVisible()
  const keys = keyboard(page)
  const dialog = portal.dialog('Create role')
  await openTwice(page, keys, /^Create role$/, dialog)
  await page.keyboard.type(name)
  await keys.fill(/^Search permissions$/, 'View groups')
  await keys.press(/^View groups/, 'Space')
  await keys.press(/^Create role$/)
  await expect(portal.row(name)).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Create role')
  expect((await api.get(roles.listRoles)).find((role) => role.name === name)?.permissions).toHaveLength(1)
})

test('A group is made with a member without a mouse', async ({ page, portal, demo, request, signedIn }) => {
  const name = unique('Keyed group')
  const newUser = await recruit(demo, 'mel@acme.test', 'Gru Board')
  const api = await apiAs(request, demo, 'ada@acme.test')
  await signedIn('ada@acme.test')
  await page.goto(`${AT}groups`)
  await expect(portal.row('Finance')).toBeVisible()
  const keys = keyboard(page)
  const dialog = portal.dialog('Create group')
  await openTwice(page, keys, /^Create group$/, dialog)
  await page.keyboard.type(name)
  await keys.fill(/^Search by name or email$/, newUser.email)
  await expect(dialog.getByRole('checkbox', { name: /^Select Gru/ })).toHaveCount(1)
  await keys.press(/^Select Gru Board/, 'Space')
  await keys.press(/^Create group$/)
  await expect(portal.row(name)).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Create group')
  const made = (await api.get(groups.listGroups, { _groupsRelations: 'users' })).groups.find((one) => one.name === name)
  expect(made?.users?.map(({ email }) => email)).toEqual([newUser.email])
})

test('A token is made without a mouse', async ({ page, portal, demo, signedIn }) => {
  const newUser = await recruit(demo, 'ada@acme.test', 'Tok Board')
  await signedIn(newUser.email)
  await page.goto(`${AT}api-tokens`)
  await expect(portal.rows.first()).toBeVisible()
  const keys = keyboard(page)
  const dialog = portal.dialog('Create API token')
  await openTwice(page, keys, /^Create token$/, dialog)
  await page.keyboard.type('By keys alone')
  await keys.to(/^Roles/)
  await page.keyboard.type('Auditor')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await keys.press(/^Create token$/)
  await expect(portal.dialog('Save your token')).toBeVisible()
  const clientId = await portal.dialog('Save your token').getByLabel('Client ID', { exact: true }).inputValue()
  await keys.press(/^Done$/)
  await expect(portal.row('By keys alone')).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Create token')
  expect(await demo.backend.store.apiTokens.get(clientId)).toBeTruthy()
})

test('A sub-account is made and moved without a mouse', async ({ page, portal, demo, signedIn }) => {
  const name = unique('A keyed account')
  const { store } = demo.backend
  await signedIn('rex@reseller.test')
  await page.goto(`${AT}all-accounts`)
  await expect(portal.row('Northwind Europe')).toBeVisible()
  const keys = keyboard(page)
  const create = portal.dialog('Create account')
  await openTwice(page, keys, /^Create account$/, create)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(portal.row(name)).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Create account')
  await keys.press(new RegExp(`^More actions for ${name}$`))
  await choose(page, 'Move')
  const move = portal.dialog(`Move ${name}`)
  await expect(move).toBeVisible()
  await keys.fill(/^Search for the new parent$/, 'Pacific')
  await expect(move.getByRole('radio')).toHaveCount(1)
  await keys.press(/^Northwind Pacific$/, 'Space')
  await keys.press(/^Move$/)
  await expect(portal.toast(`${name} moved to Northwind Pacific`)).toBeVisible()
  await somewhere(page)
  const pacific = await store.tenants.find({ name: 'Northwind Pacific' })
  expect((await store.tenants.find({ name }))?.parentId).toBe(pacific?.id)
})
