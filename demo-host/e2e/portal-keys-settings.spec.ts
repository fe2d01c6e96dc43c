import { settings } from '../../src/contract/accounts.ts'
import { mfa } from '../../src/contract/mfa.ts'
import { domainRestrictions } from '../../src/contract/restrictions.ts'
import { sessionConfig } from '../../src/contract/security.ts'
import { session } from '../../src/contract/session.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { appCode } from './support/app-code.ts'
import { focusedName } from './support/focus.ts'
import { keyboard } from './support/keys.ts'
import { ownAccount } from './support/own-account.ts'
import { AT, choose, openTwice, somewhere } from './support/portal-keys.ts'

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
  await keys.to(/^Which IP addresses can access the account/)
  await page.keyboard.press('End')
  await expect(portal.toast('IP restrictions saved')).toBeVisible()
  const dialog = portal.dialog('Add to the block list')
  await openTwice(page, keys, /^Add IP address$/, dialog)
  await page.keyboard.type('203.0.113.0/24')
  await page.keyboard.press('Enter')
  await expect(portal.row('203.0.113.0/24')).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Add IP address')
  await keys.to(/^IP restrictions$/)
  // Moves the focus from the tab of this name to the switch.
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
  inOwnAccount,
}) => {
  const { newUser } = await inOwnAccount('Keyed', `${AT}security?tab=domains`)
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
