import type { Locator, Page } from '@playwright/test'
import { connectivity } from '../../src/contract/connectivity.ts'
import { domainRestrictions } from '../../src/contract/domain-restrictions.ts'
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

test('An IP address is added to the block list, and the list is turned on, without a mouse', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser, tenant } = await ownAccount(demo, 'Keyed')
  const { ipConfigs, ipRestrictions } = demo.backend.store
  await signedIn(newUser.email)
  await page.goto(`${AT}security?tab=ip`)
  await expect(portal.title('IP restrictions')).toBeVisible()
  const keys = keyboard(page)
  await keys.to(/^Who can access the account/)
  await page.keyboard.press('End')
  await expect(portal.toast('IP restrictions saved')).toBeVisible()
  const dialog = portal.dialog('Add to the block list')
  await openTwice(page, keys, /^Add IP address$/, dialog)
  await page.keyboard.type('203.0.113.0/24')
  await page.keyboard.press('Enter')
  await expect(portal.row('203.0.113.0/24')).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Add IP address')
  await keys.to(/^IP restrictions$/)
  // From the tab of this name to the switch.
  await page.keyboard.press('Tab')
  await keys.press(/^IP restrictions$/, 'Space')
  await expect(portal.element.getByRole('switch', { name: 'IP restrictions' })).toBeChecked()
  await expect(portal.element.locator('.fe-toast')).toHaveCount(0, { timeout: 15_000 })
  await keys.press(/^More actions for 203/)
  await choose(page, 'Turn off')
  await expect(portal.row('203.0.113.0/24')).toContainText('Off')
  await somewhere(page)
  expect(await ipConfigs.get(tenant.id)).toMatchObject({ isActive: true, strategy: 'BLOCK' })
  expect(await ipRestrictions.list({ tenantId: tenant.id })).toMatchObject([{ strategy: 'BLOCK', isActive: false }])
})

test('An email domain is allowed, and the list is turned on, without a mouse', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Keyed')
  await signedIn(newUser.email)
  await page.goto(`${AT}security?tab=domains`)
  await expect(portal.title('Restrict sign-up by email domain')).toBeVisible()
  const keys = keyboard(page)
  const dialog = portal.dialog('Add domains to the allow list')
  await openTwice(page, keys, /^Add domains$/, dialog)
  await page.keyboard.type('keyed.test')
  await keys.press(/^Add$/)
  await expect(dialog).toHaveCount(0)
  await expect(portal.row('keyed.test')).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Add domains')
  await expect(portal.element.locator('.fe-toast')).toHaveCount(0, { timeout: 15_000 })
  await keys.press(/^Restrict sign-up by email domain$/, 'Space')
  await keys.press(/^Save changes$/)
  await expect(portal.toast('Email domain restrictions saved')).toBeVisible()
  await somewhere(page)
  const api = await apiAs(request, demo, newUser.email)
  expect(await api.get(domainRestrictions.getDomainConfig)).toMatchObject({ active: true, listType: 'ALLOW' })
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
  const { id } = (await demo.backend.store.roles.find({ name: 'Auditor' })) ?? {}
  expect(JSON.parse(member?.roleIds ?? '[]')).toContain(id)
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

test('The audit log is narrowed and an event is read without a mouse', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto(`${AT}audits`)
  await expect(portal.rows.first()).toBeVisible()
  const keys = keyboard(page)
  await keys.to(/^Events over time/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('from=')
  await expect(portal.rows.first()).toBeVisible()
  const action = (await portal.rows.first().getByRole('button').first().textContent()) ?? ''
  await keys.press(new RegExp(`^${action}`))
  await expect(portal.dialog('Event details')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(portal.dialog('Event details')).toHaveCount(0)
  await expect.poll(() => focusedName(page)).toContain(action)
})

test('A connection is set up without a mouse', async ({ page, portal, demo, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Sso Keys')
  await signedIn(newUser.email)
  await page.goto(`${AT}sso`)
  await expect(portal.element.getByText('No connections yet')).toBeVisible()
  const keys = keyboard(page)
  await openTwice(page, keys, /^Troubleshoot$/, portal.dialog('Troubleshoot single sign-on'))
  await page.keyboard.press('Escape')
  await openTwice(page, keys, /^Add connection$/, portal.dialog('Choose your identity provider'))
  await keys.press(/^SAML 2.0/)
  await keys.press(/^Next: Trust$/)
  await keys.fill(/^Metadata URL$/, `${demo.origins.idp}/saml/metadata`)
  await page.keyboard.press('Enter')
  await expect(portal.element.getByText(`Connected to ${demo.origins.idp}/saml/sso`)).toBeVisible()
  await keys.press(/^Next: Domains$/)
  await keys.fill(/^Domain$/, 'keys.test')
  await page.keyboard.press('Enter')
  await expect(portal.button('Verify keys.test')).toBeVisible()
})

test('A provisioning connection is created without a mouse', async ({ page, portal, demo, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Directory keys')
  await signedIn(newUser.email)
  await page.goto(`${AT}provisioning`)
  await expect(portal.element.getByText('No connections yet')).toBeVisible()
  const keys = keyboard(page)
  await openTwice(page, keys, /^Add connection$/, portal.dialog('Add connection'))
  await keys.fill(/^Name/, 'By keys alone')
  await page.keyboard.press('Enter')
  await expect(portal.dialog('Save the token of By keys alone')).toBeVisible()
  await keys.press(/^Done$/)
  await expect(portal.row('By keys alone')).toContainText('Okta')
})

test('A webhook is created without a mouse', async ({ page, portal, demo, request, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Hook keys')
  const api = await apiAs(request, demo, newUser.email)
  await signedIn(newUser.email)
  await page.goto(`${AT}webhooks`)
  await expect(portal.element.getByText('No webhooks yet')).toBeVisible()
  const keys = keyboard(page)
  await openTwice(page, keys, /^Create webhook$/, portal.dialog('Create webhook'))
  await page.keyboard.type('By keys alone')
  await keys.fill(/^URL/, 'https://hooks.example.com/keys')
  await keys.press(/^User created/, 'Space')
  await keys.press(/^Create webhook$/)
  await expect(portal.row('By keys alone')).toBeVisible()
  const [made] = await api.get(connectivity.listWebhooks)
  expect([made?.displayName, made?.eventKeys]).toEqual(['By keys alone', ['frontegg.user.created']])
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
