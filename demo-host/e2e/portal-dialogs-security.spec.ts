import { connectivity } from '../../src/contract/connectivity.ts'
import { fillPath } from '../../src/contract/path.ts'
import { provisioning } from '../../src/contract/provisioning.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'
import { AT, lookAt, stageFor } from './support/portal-stage.ts'

test.slow()

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
  await lookAt(stage, 'audits value', 'Filter: User')
  for (const [name, title] of [
    ['Preview', 'Users report'],
    ['Schedule', 'Schedule the Users report'],
    ['Send', 'Send the Users report'],
  ] as const) {
    await portal.button('More actions').click()
    await portal.element.getByRole('menuitem', { name: 'Reports' }).click()
    const users = portal.dialog('Reports').getByRole('region', { name: 'Users' })
    await expect(users).toBeVisible()
    if (name === 'Preview') await stage.walk.look('audits reports')
    await users.getByRole('button', { name }).click()
    await lookAt(stage, `audits ${name.toLowerCase()}`, title)
  }
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
    const more = type === 'SAML 2.0' ? ['SAML settings'] : []
    for (const step of ['Provider', 'Trust', 'Domains', 'Roles', 'Test and turn on', ...more]) {
      await portal.element.getByRole('navigation', { name: 'Setup steps' }).getByRole('button', { name: step }).click()
      await expect(portal.element.getByRole('region', { name: step, exact: true })).toBeVisible()
      if (step === 'SAML settings') await portal.button('Create encryption key').click()
      if (step === 'SAML settings') await expect(portal.button('Retire key')).toBeVisible()
      await stage.walk.look(`sso ${type} ${step}`)
    }
    await portal.button('Back to connections').click()
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
    ['Rotate token', 'provisioning rotate', `Rotate the token for ${connectionName}?`],
    ['Delete', 'provisioning delete', `Delete ${connectionName}?`],
  ] as const) {
    await portal.rowAction(connectionName, action)
    await lookAt(stage, state, name)
  }
  await portal.rowAction(connectionName, 'Groups and roles')
  await portal.button('Edit roles of Engineers').click()
  await lookAt(stage, 'provisioning roles', 'Edit roles of Engineers')
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
    ['View log', 'webhooks log', 'CRM log'],
    ['Rotate secret', 'webhooks secret', 'Rotate the secret for CRM'],
    ['Resend events', 'webhooks resend', 'Resend events to CRM'],
    ['Delete', 'webhooks delete', 'Delete CRM?'],
  ] as const) {
    await portal.rowAction('CRM', action)
    await lookAt(stage, state, name)
  }
  const recipients = ['ops@example.com', 'a-recipient-with-a-long-name@example.com']
  const subscriptions = [{ name: '', enabled: true, recipients }]
  const path = fillPath(connectivity.createEmailConfig.path, { eventKey: 'frontegg.user.created' })
  await api.post({ ...connectivity.createEmailConfig, path }, { enabled: true, subscriptions })
  await page.reload()
  for (const [manage, state, name] of [
    ['Manage email', 'webhooks email', 'Email notifications'],
    ['Manage text messages', 'webhooks sms', 'Text message notifications'],
    ['Manage Slack', 'webhooks slack', 'Slack notifications'],
  ] as const) {
    await portal.button(manage).click()
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
  await lookAt(stage, 'security center require', 'Require a second factor for 1 user?')
  await portal.element.getByRole('tab', { name: /^Inactive/ }).click()
  await portal.rowAction('Weak Two', 'Remove')
  await lookAt(stage, 'security center remove', /^Remove .+ from/)
  await page.goto(`${AT}security?tab=general`)
  await expect(portal.element.getByRole('radio', { name: 'Optional' })).toBeVisible()
  await stage.walk.look('security general')
  await portal.element.getByRole('radio', { name: 'Required for everyone' }).check()
  await portal.element.getByRole('switch', { name: 'User lockout' }).check()
  await portal.element.getByLabel('Failed attempts before lockout').fill('1')
  await portal.button('Save changes').click()
  await expect(portal.element.getByText(/^Enter a whole number from/)).toBeVisible()
  await stage.walk.look('security general, changed')
  await portal.button('Discard').click()
  await portal.element.getByRole('tab', { name: 'Session management' }).click()
  await expect(portal.element.getByRole('switch', { name: 'Idle session timeout' })).toBeVisible()
  await stage.walk.look('security sessions')
  for (const name of ['Idle session timeout', 'Sign-in frequency', 'Concurrent sessions'])
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
  await lookAt(stage, 'security ip edit', 'Edit description of 203.0.113.9')
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
