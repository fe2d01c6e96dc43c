import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { connectivity } from '../../src/contract/connectivity.ts'
import { provisioning } from '../../src/contract/provisioning.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { appCode } from './support/app-code.ts'
import { wear } from './support/axe.ts'
import { billedAccount } from './support/billed-account.ts'
import { ownAccount } from './support/own-account.ts'
import { type PortalWalk, portalWalk } from './support/portal-walk.ts'

const AT = '/script-tag#/admin-box/'

/** Every page and dialog of the portal: axe with every rule of WCAG 2.2 A and AA, both schemes, a desk and a phone. */
interface Stage {
  page: Page
  portal: PortalModel
  walk: PortalWalk
}

const stageFor = async (page: Page, portal: PortalModel): Promise<Stage> => {
  await wear(page, { scheme: 'light', width: 1280 })
  return { page, portal, walk: portalWalk(page) }
}

/** Looks at the dialog that a press opened, and leaves it by Escape. */
const lookAt = async ({ page, portal, walk }: Stage, state: string, name: string | RegExp) => {
  const box = portal.dialog(name).or(portal.element.getByRole('alertdialog', { name }))
  await expect(box).toBeVisible()
  await expect(box.locator('[aria-busy="true"]')).toHaveCount(0)
  await walk.look(state)
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
}

const picture = (): Buffer => PNG.sync.write(new PNG({ width: 320, height: 240 }))

const factor = (demo: DemoHost, userId: string, kind: 'totp' | 'sms' | 'passkey', value: unknown) =>
  demo.backend.store.factors.insert({
    id: `${kind} ${userId}`,
    userId,
    kind,
    credentialId: kind === 'passkey' ? randomUUID() : null,
    value: JSON.stringify(value),
    counter: 0,
    createdAt: Date.now(),
    lastUsedAt: null,
  })

test.slow()

test('The profile page and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const newUser = await recruit(demo, 'mel@acme.test', 'Pia Lookaround')
  await demo.backend.store.users.update(
    { id: newUser.id },
    { profilePictureUrl: `data:image/png;base64,${picture().toString('base64')}` },
  )
  await signedIn(newUser.email)
  await page.goto(`${AT}profile`)
  await expect(portal.element.getByText('No phone numbers yet')).toBeVisible()
  await stage.walk.look('profile')
  await portal.element.locator('[data-fe-picture]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: picture(),
  })
  await lookAt(stage, 'profile crop', 'Crop your picture')
  await portal.button('Remove').click()
  await lookAt(stage, 'profile removePicture', 'Remove your picture?')
  await portal.button('Change password').click()
  await lookAt(stage, 'profile password', 'Change your password')
  await portal.button('Add number').click()
  await portal.dialog('Add a phone number').getByRole('button', { name: 'Text me a code' }).click()
  await lookAt(stage, 'profile addPhone', 'Add a phone number')
  await portal.button('Add number').click()
  await portal.dialog('Add a phone number').getByLabel('Phone number').fill('+44 7700 900777')
  await page.keyboard.press('Enter')
  await lookAt(stage, 'profile code', 'Verify +447700900777')
  await portal.button('Delete +447700900777').click()
  await lookAt(stage, 'profile deletePhone', 'Delete +447700900777?')
  stage.walk.end()
})

test('The privacy page and its dialogs are accessible', async ({ page, portal, demo, signedIn, browser, baseURL }) => {
  const stage = await stageFor(page, portal)
  const { walk } = stage
  const newUser = await recruit(demo, 'mel@acme.test', 'Priva Lookaround')
  const other = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0',
  })
  await signedIn(newUser.email, await other.newPage())
  await other.close()
  await factor(demo, newUser.id, 'passkey', { deviceType: 'Platform' })
  await signedIn(newUser.email)
  await page.goto(`${AT}privacy`)
  await expect(portal.element.getByText('No second factors yet')).toBeVisible()
  await expect(portal.button('Remove Passkey on a device')).toBeVisible()
  await walk.look('privacy')
  await portal.button('Remove Passkey on a device').click()
  await lookAt(stage, 'privacy passkey removal', 'Remove this passkey?')
  await portal.button(/^Sign out Firefox/).click()
  await lookAt(stage, 'privacy endSession', /^Sign out Firefox/)
  await portal.button('Sign out all other devices').click()
  await lookAt(stage, 'privacy endAll', 'Sign out all other devices?')
  await portal.button(/Set up a security key/).click()
  await lookAt(stage, 'privacy key', 'Set up a security key')
  await portal.button(/Set up text messages/).click()
  await lookAt(stage, 'privacy smsNumber', 'Set up text messages')
  await portal.button(/Set up text messages/).click()
  await portal.dialog('Set up text messages').getByLabel('Phone number').fill('+44 7700 900778')
  await page.keyboard.press('Enter')
  await lookAt(stage, 'privacy smsCode', 'Check your phone')
  await portal.button(/Set up an authenticator app/).click()
  const app = portal.dialog('Set up an authenticator app')
  await expect(app).toBeVisible()
  await walk.look('privacy app')
  const secret = ((await app.locator('.fe-mfa-code span').first().textContent()) ?? '').replace(/\s/g, '')
  await app.getByLabel('6-digit code').fill(await appCode(secret))
  const recovery = portal.dialog('Save your recovery code')
  await expect(recovery).toBeVisible()
  await walk.look('privacy recovery')
  await recovery.getByLabel('I have saved this code').check()
  await recovery.getByRole('button', { name: 'Done' }).click()
  await portal.button('Rename Authenticator app').click()
  await lookAt(stage, 'privacy rename', 'Rename Authenticator app')
  await portal.button('Remove Authenticator app').click()
  await lookAt(stage, 'privacy disable', 'Remove Authenticator app?')
  await portal.button('Remove Authenticator app').click()
  await portal.button('Continue').click()
  await lookAt(stage, 'privacy disableApp', 'Enter the code from your app')
  await portal.button(/Set up text messages/).click()
  await lookAt(stage, 'privacy proof', 'Confirm it’s you to add a second factor')
  walk.end()
})

test('The request for a texted code before a phone is removed is accessible', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const stage = await stageFor(page, portal)
  const newUser = await recruit(demo, 'mel@acme.test', 'Sms Lookaround')
  await factor(demo, newUser.id, 'sms', { phone: '+447700900779' })
  await signedIn(newUser.email)
  await page.goto(`${AT}privacy`)
  await portal.button('Remove Text message').click()
  await portal.button('Continue').click()
  await lookAt(stage, 'privacy disableSms', 'Remove Text message?')
  stage.walk.end()
})

test('A user of many accounts switches by a search, accessibly', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const { tenants, members } = demo.backend.store
  const newUser = await recruit(demo, 'mel@acme.test', 'Many Lookaround')
  const [model] = await members.list({ userId: newUser.id })
  const acme = await tenants.get(model?.tenantId ?? '')
  if (!model || !acme) throw new Error('Acme is no sample account')
  for (let at = 1; at <= 12; at += 1) {
    const id = randomUUID()
    await tenants.insert({ ...acme, id, alias: id, name: `Branch ${at}`, parentId: null })
    await members.insert({ ...model, id: randomUUID(), tenantId: id })
  }
  await signedIn(newUser.email)
  await page.goto(`${AT}profile`)
  await portal.button(/^Switch account/).click()
  await lookAt(stage, 'portal accounts', 'Your accounts')
  await portal.button(/^Switch account/).click()
  await portal.dialog('Your accounts').getByRole('searchbox').fill('Branch 11')
  await portal
    .dialog('Your accounts')
    .getByRole('button', { name: /Branch 11/ })
    .click()
  await expect(portal.button(/^Switch account, currently Branch 11/)).toBeVisible()
  expect((await demo.backend.store.users.get(newUser.id))?.tenantId).toBe(
    (await tenants.find({ name: 'Branch 11' }))?.id,
  )
  stage.walk.end()
})

test('The account page is accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('ada@acme.test')
  await page.goto(`${AT}account`)
  await expect(portal.element.getByLabel('Company name')).toBeVisible()
  await stage.walk.look('account')
  await portal.element.getByLabel('Company name').fill('Not saved')
  await portal.element.getByRole('link', { name: 'Profile', exact: true }).click()
  await lookAt(stage, 'unsaved', 'Discard your changes?')
  await portal.button('Discard').first().click()
  await portal.element.getByRole('tab', { name: 'Login box' }).click()
  await expect(portal.element.getByRole('form', { name: 'Login box' })).toBeVisible()
  await stage.walk.look('account login box')
  stage.walk.end()
})

test('The users page and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const newUser = await recruit(demo, 'mel@acme.test', 'Temporary Lookaround')
  await demo.backend.store.members.update({ userId: newUser.id }, { temporaryUntil: Date.now() + 864e5 })
  await signedIn('ada@acme.test')
  await page.goto(`${AT}users`)
  await expect(portal.rows).toHaveCount(20)
  await stage.walk.look('users')
  // One row below the dialogs: axe reads whatever is behind them as well.
  await portal.search.fill(newUser.email)
  await expect(portal.rows).toHaveCount(1)
  await portal.button('Invite users').click()
  await lookAt(stage, 'users invite', 'Invite users')
  await portal.button('Invite link').click()
  await lookAt(stage, 'users link', 'Invite link')
  for (const [action, state, name] of [
    ['Import from CSV', 'users import', /Import/],
    ['Invitation settings', 'users settings', 'Invitation settings'],
  ] as const) {
    await portal.button('More actions').click()
    await portal.element.getByRole('menuitem', { name: action }).click()
    await lookAt(stage, state, name)
  }
  for (const [action, state, name] of [
    ['Edit roles', 'users roles', /^Edit roles of/],
    ['Edit groups', 'users groups', /^Edit groups of/],
    ['View details', 'users details', /^Details of/],
    ['Extend access', 'users extend', /access/i],
    ['Remove', 'users remove', /^Remove/],
  ] as const) {
    await portal.rowAction(newUser.name, action)
    await lookAt(stage, state, name)
  }
  stage.walk.end()
})

test('The roles page and its dialogs are accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('ada@acme.test')
  await page.goto(`${AT}roles`)
  await expect(portal.row('Support agent')).toBeVisible()
  await stage.walk.look('roles')
  await portal.element.getByLabel('Search roles').fill('Support agent')
  await expect(portal.rows).toHaveCount(1)
  await portal.button('Create role').click()
  await lookAt(stage, 'roles edit', 'Create role')
  for (const [action, state, name] of [
    ['Edit', 'roles edit of one', 'Edit Support agent'],
    ['View members', 'roles members', 'Members with Support agent'],
    ['Delete', 'roles delete', 'Delete Support agent?'],
  ] as const) {
    await portal.rowAction('Support agent', action)
    await lookAt(stage, state, name)
  }
  await portal.element.getByLabel('Search roles').fill('Auditor')
  await portal.rowAction('Auditor', 'View permissions')
  await lookAt(stage, 'roles edit of the application', 'Permissions of Auditor')
  await portal.element.getByRole('tab', { name: 'Permission matrix' }).click()
  await expect(portal.element.getByRole('table', { name: 'Permission matrix' })).toBeVisible()
  await stage.walk.look('roles matrix')
  stage.walk.end()
})

test('The groups page and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  // A name and an email that no phone has room for.
  await recruit(demo, 'mel@acme.test', 'Adalbertina-Wilhelmina-Featherstonehaugh-Cholmondeley First')
  await signedIn('ada@acme.test')
  await page.goto(`${AT}groups`)
  await expect(portal.row('Finance')).toBeVisible()
  await stage.walk.look('groups')
  await portal.button('Create group').click()
  await lookAt(stage, 'groups edit', 'Create group')
  await portal.button('Group settings').click()
  await lookAt(stage, 'groups settings', 'Group settings')
  for (const [action, state, name] of [
    ['Edit', 'groups edit of one', 'Edit Finance'],
    ['Members', 'groups members', 'Members of Finance'],
    ['Delete', 'groups delete', 'Delete Finance?'],
  ] as const) {
    await portal.rowAction('Finance', action)
    await lookAt(stage, state, name)
  }
  await portal.rowAction('Finance', 'Members')
  await portal.button('Add members').click()
  await lookAt(stage, 'groups members, adding', 'Add members to Finance')
  await portal.rowAction('Contractors', 'View details')
  await lookAt(stage, 'groups edit of the directory', /Contractors/)
  stage.walk.end()
})

test('The audit log and its dialogs are accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('ada@acme.test')
  await page.goto(`${AT}audits`)
  await expect(portal.rows.first()).toBeVisible()
  await stage.walk.look('audits')
  await portal.rows.first().getByRole('button').first().click()
  await lookAt(stage, 'audits details', 'Event details')
  await portal.filter('Date', 'Custom range…')
  await lookAt(stage, 'audits dates', 'Custom range')
  // A header of the table has the same name.
  await portal.element.locator('.fe-chip').getByRole('button', { name: 'User', exact: true }).click()
  await portal.element.getByText('Other…').click()
  await lookAt(stage, 'audits value', 'Filter by User')
  stage.walk.end()
})

test('The SSO page, its setup and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const { newUser } = await ownAccount(demo, 'Look')
  await signedIn(newUser.email)
  await page.goto(`${AT}sso`)
  await expect(portal.element.getByText('No connections yet')).toBeVisible()
  await portal.button('Add connection').first().click()
  await lookAt(stage, 'sso new', 'Choose your identity provider')
  for (const type of ['SAML 2.0', 'OpenID Connect']) {
    await portal.button('Add connection').first().click()
    await portal.dialog('Choose your identity provider').getByRole('button', { name: type }).click()
    for (const step of ['Provider', 'Trust', 'Domains', 'Roles', 'Test and turn on']) {
      await portal.element.getByRole('navigation', { name: 'Setup steps' }).getByRole('button', { name: step }).click()
      await expect(portal.element.getByRole('region', { name: step, exact: true })).toBeVisible()
      await stage.walk.look(`sso ${type} ${step}`)
    }
    await portal.button('All connections').click()
    await expect(portal.row(type)).toBeVisible()
  }
  await stage.walk.look('sso list')
  await portal.rowAction('SAML 2.0', 'Delete')
  await lookAt(stage, 'sso delete', 'Delete SAML 2.0?')
  await portal.button('Troubleshoot').click()
  await lookAt(stage, 'sso troubleshoot', 'Troubleshoot single sign-on')
  stage.walk.end()
})

test('The provisioning page and its dialogs are accessible', async ({ page, portal, demo, signedIn, request }) => {
  const stage = await stageFor(page, portal)
  const { newUser } = await ownAccount(demo, 'Look at directories')
  const api = await apiAs(request, demo, newUser.email)
  const connectionName = `Okta of ${'a-long-subsidiary-'.repeat(4)}`.slice(0, 90)
  const { token } = await api.post(provisioning.createConnection, { source: 'okta', connectionName })
  await request.post(`${demo.origins.api}/directory/resources/scim/v2/Groups`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    data: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Engineers' },
  })
  await signedIn(newUser.email)
  await page.goto(`${AT}provisioning`)
  await expect(portal.row(connectionName)).toBeVisible()
  await stage.walk.look('provisioning')
  await portal.button('Add connection').click()
  await lookAt(stage, 'provisioning new', 'Add connection')
  for (const [action, state, name] of [
    ['Groups and roles', 'provisioning groups', `Groups of ${connectionName}`],
    ['Setup values', 'provisioning setup', `Set up ${connectionName}`],
    ['Rotate token', 'provisioning rotate', `Rotate the token of ${connectionName}?`],
    ['Delete', 'provisioning delete', `Delete ${connectionName}?`],
  ] as const) {
    await portal.rowAction(connectionName, action)
    await lookAt(stage, state, name)
  }
  await portal.rowAction(connectionName, 'Groups and roles')
  await portal.button('Edit roles of Engineers').click()
  await lookAt(stage, 'provisioning roles', 'Roles of Engineers')
  await page.keyboard.press('Escape')
  await portal.rowAction(connectionName, 'Rotate token')
  await portal.button('Rotate token').click()
  await expect(portal.element.getByText(/^fesc_/)).toBeVisible()
  await stage.walk.look('provisioning token')
  await portal.button('Done').click()
  stage.walk.end()
})

test('The webhooks page and its dialogs are accessible', async ({ page, portal, demo, signedIn, request }) => {
  const stage = await stageFor(page, portal)
  const { newUser } = await ownAccount(demo, 'Look at hooks')
  const api = await apiAs(request, demo, newUser.email)
  const secret = 'typed-secret'
  const url = `https://hooks.example.com/${'a-long-path-segment/'.repeat(6)}`
  const fields = { displayName: 'CRM', description: 'Keeps customers in sync', url, secret, isActive: true }
  await api.post(connectivity.createWebhook, { ...fields, eventKeys: ['frontegg.user.created'] })
  await signedIn(newUser.email)
  await page.goto(`${AT}webhooks`)
  await expect(portal.row('CRM')).toBeVisible()
  await stage.walk.look('webhooks')
  await portal.button('Create webhook').click()
  await lookAt(stage, 'webhooks edit', 'Create webhook')
  for (const [action, state, name] of [
    ['Edit', 'webhooks edit of one', 'Edit CRM'],
    ['Send test', 'webhooks test', 'Test CRM'],
    ['View log', 'webhooks log', 'Log of CRM'],
    ['Rotate secret', 'webhooks secret', 'Rotate the secret of CRM'],
    ['Resend events', 'webhooks resend', 'Resend events of CRM'],
    ['Delete', 'webhooks delete', 'Delete CRM?'],
  ] as const) {
    await portal.rowAction('CRM', action)
    await lookAt(stage, state, name)
  }
  stage.walk.end()
})

test('The security page and its dialogs are accessible', async ({ page, portal, demo, signedIn, browser, baseURL }) => {
  const stage = await stageFor(page, portal)
  const { newUser, tenant } = await ownAccount(demo, 'Look')
  const other = await browser.newContext({ baseURL })
  await signedIn(newUser.email, await other.newPage())
  await other.close()
  await signedIn(newUser.email)
  const { store } = demo.backend
  const weak = { isBreachedPassword: true, lastLogin: Date.now() - 100 * 86_400_000 }
  for (const name of ['Weak One', 'Weak Two']) {
    const { id } = await recruit(demo, 'mel@acme.test', name)
    await store.members.update({ userId: id }, { tenantId: tenant.id, ...weak })
  }
  await page.goto(`${AT}security`)
  await expect(portal.row('Weak One')).toBeVisible()
  await stage.walk.look('security center')
  await portal.button('Send reset emails').click()
  await lookAt(stage, 'security center send', 'Send 2 users a reset email?')
  await portal.element.getByRole('tab', { name: /^Without a second factor/ }).click()
  await portal.rowAction('Weak One', 'Require a second factor')
  await lookAt(stage, 'security center require', 'Require a second factor of 1 user?')
  await portal.element.getByRole('tab', { name: /^Inactive/ }).click()
  await portal.rowAction('Weak Two', 'Remove')
  await lookAt(stage, 'security center remove', /^Remove 1 user from/)
  await page.goto(`${AT}security?tab=general`)
  await expect(portal.element.getByRole('radio', { name: 'Optional' })).toBeVisible()
  await stage.walk.look('security general')
  await portal.element.getByRole('radio', { name: 'Required for everyone' }).check()
  await portal.element.getByRole('switch', { name: 'Account lockout' }).check()
  await portal.element.getByLabel('Failed attempts before lockout').fill('1')
  await portal.button('Save changes').click()
  await expect(portal.element.getByText(/^Enter a whole number from/)).toBeVisible()
  await stage.walk.look('security general, changed')
  await portal.button('Discard').click()
  await portal.element.getByRole('tab', { name: 'Session management' }).click()
  await expect(portal.element.getByRole('switch', { name: 'Idle session timeout' })).toBeVisible()
  await stage.walk.look('security sessions')
  for (const name of ['Idle session timeout', 'Forced re-login', 'Concurrent sessions'])
    await portal.element.getByRole('switch', { name }).check()
  await portal.element.getByLabel('Maximum sessions per user').fill('1')
  await stage.walk.look('security sessions, changed')
  await portal.button('Save changes').click()
  await lookAt(stage, 'security guard', 'Save this change?')
  await portal.button('Discard').click()
  await portal.element.getByRole('tab', { name: 'IP restrictions' }).click()
  await portal.button('Add IP address').click()
  await lookAt(stage, 'security ip add', 'Add to the allow list')
  await portal.button('Paste a list').click()
  await lookAt(stage, 'security ip paste', 'Paste a list')
  await portal.button('Add IP address').click()
  await portal.dialog('Add to the allow list').getByLabel('IP address or range').fill('203.0.113.9')
  await page.keyboard.press('Enter')
  await expect(portal.row('203.0.113.9')).toBeVisible()
  await stage.walk.look('security ip')
  await portal.rowAction('203.0.113.9', 'Edit description')
  await lookAt(stage, 'security ip edit', 'Description of 203.0.113.9')
  await portal.element.getByRole('switch', { name: 'IP restrictions' }).click()
  await lookAt(stage, 'security ip refused', 'This change can’t be saved')
  await portal.element.getByRole('tab', { name: 'Email domain restrictions' }).click()
  await portal.element.getByRole('switch', { name: 'Restrict sign-up by email domain' }).check()
  await stage.walk.look('security domains, changed')
  await portal.button('Add domains').first().click()
  await lookAt(stage, 'security domains add', 'Add domains to the allow list')
  await portal.button('Discard').click()
  stage.walk.end()
})

test('The page of all accounts and its dialogs are accessible', async ({ page, portal, signedIn }) => {
  const stage = await stageFor(page, portal)
  await signedIn('rex@reseller.test')
  await page.goto(`${AT}all-accounts`)
  await portal.button('Show sub-accounts of Northwind Europe').click()
  await expect(portal.row('Alpine Dairy')).toBeVisible()
  await stage.walk.look('all accounts')
  for (const [action, state, name] of [
    ['Create sub-account', 'all accounts create', 'Create account'],
    ['Rename', 'all accounts edit', 'Rename Alpine Dairy'],
    ['Move', 'all accounts move', 'Move Alpine Dairy'],
    ['Delete', 'all accounts delete', 'Delete Alpine Dairy?'],
  ] as const) {
    await portal.rowAction('Alpine Dairy', action)
    await lookAt(stage, state, name)
  }
  await portal.rowAction('Northwind Europe', 'Open')
  await expect(portal.rows.first()).toBeVisible()
  await stage.walk.look('one account')
  await portal.button('Add users').click()
  await lookAt(stage, 'all accounts add-users', /^Add users to/)
  for (const [action, state, name] of [
    ['Edit roles', 'all accounts roles', /^Edit roles of/],
    ['Remove', 'all accounts remove-user', /^Remove/],
  ] as const) {
    await portal.rows
      .first()
      .getByRole('button', { name: /More actions/ })
      .click()
    await portal.element.getByRole('menuitem', { name: action }).click()
    await lookAt(stage, state, name)
  }
  stage.walk.end()
})

for (const [slug, title] of [
  ['personal-api-tokens', 'Personal API tokens'],
  ['api-tokens', 'API tokens'],
] as const) {
  test(`The page of ${title} and its dialogs are accessible`, async ({ page, portal, demo, signedIn }) => {
    const stage = await stageFor(page, portal)
    const newUser = await recruit(demo, 'ada@acme.test', 'Tok Lookaround')
    await signedIn(newUser.email)
    await page.goto(`${AT}${slug}?new`)
    const form = portal.dialog('Create API token')
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(form.getByText('Enter a description.')).toBeVisible()
    await stage.walk.look(`${slug} create`)
    await form.getByLabel('Description').fill('Looked at')
    if (slug === 'api-tokens') await portal.chooseRole(form, 'Auditor')
    await form.getByRole('button', { name: 'Create token' }).click()
    const secret = portal.dialog('Save your token')
    await expect(secret).toBeVisible()
    await stage.walk.look(`${slug} secret`)
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(portal.row('Looked at')).toBeVisible()
    await stage.walk.look(slug)
    await portal.rowAction('Looked at', 'Edit')
    await lookAt(stage, `${slug} edit`, 'Edit Looked at')
    await portal.rowAction('Looked at', 'Revoke')
    await lookAt(stage, `${slug} revoke`, 'Revoke Looked at?')
    stage.walk.end()
  })
}

test('The subscription page and its dialogs are accessible', async ({ page, portal, demo, signedIn }) => {
  const stage = await stageFor(page, portal)
  const { newUser } = await billedAccount(demo, 'Look at bills', 'active')
  await signedIn(newUser.email)
  await page.goto(`${AT}subscriptions`)
  await expect(portal.button('Cancel subscription')).toBeVisible()
  await stage.walk.look('subscriptions')
  for (const [action, state, name] of [
    ['Choose Growth', 'subscriptions plan', 'Change to Growth'],
    ['Change card', 'subscriptions card', 'Add a card'],
  ] as const) {
    await portal.button(action).click()
    await lookAt(stage, state, name)
  }
  await portal.button('Cancel subscription').click()
  await stage.walk.look('subscriptions cancel')
  await portal.button('Cancel Enterprise').click()
  await portal.button('Keep subscription').click()
  await stage.walk.look('subscriptions renew')
  stage.walk.end()
})
