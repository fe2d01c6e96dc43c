import type { Page } from '@playwright/test'
import { ensureConfig, touchConfig } from '../../src/backend/domain/identity/restrictions/ip-changes.ts'
import { login } from '../../src/contract/login.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { ownAccount } from './support/own-account.ts'
import { postFrom } from './support/request-from.ts'

const AT = '/script-tag#/admin-box/security?tab=ip'
const ELSEWHERE = '127.0.0.2'
const REFUSAL = /This account doesn.t allow access from your IP address/

const openTab = async (page: Page, portal: PortalModel) => {
  await page.goto(AT)
  await expect(portal.title('IP restrictions')).toBeVisible()
}

const theSwitch = (portal: PortalModel) => portal.element.getByRole('switch', { name: 'IP restrictions' })

const signInFrom = (localAddress: string, { origins }: DemoHost, email: string) =>
  postFrom(localAddress, origins.api + login.login.path, {
    headers: { origin: origins.host },
    body: { email, password: PASSWORD },
  })

/** Adds restrictions like another administrator would. */
const restrict = async ({ backend }: DemoHost, tenantId: string, ip: string) => {
  const { store, ports } = backend
  const at = { createdAt: Date.now(), updatedAt: Date.now() }
  const rule = { id: `${tenantId} ${ip}`, tenantId, ip, strategy: 'ALLOW', isActive: true, description: '' } as const
  await store.ipRestrictions.insert({ ...rule, ...at })
  await ensureConfig(ports, tenantId)
  await touchConfig(ports, tenantId, { isActive: true, strategy: 'ALLOW' })
}

test('An administrator turns the allow list on, and requests from elsewhere are refused', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Office')
  await signedIn(newUser.email)
  await openTab(page, portal)
  await expect(portal.element.getByText('Your IP address is 127.0.0.1.')).toBeVisible()
  await expect(portal.element.getByText('Not on the allow list', { exact: true })).toBeVisible()
  expect((await signInFrom(ELSEWHERE, demo, newUser.email)).status).toBe(200)

  await theSwitch(portal).click()
  await expect(portal.element.getByRole('alertdialog', { name: 'This change can’t be saved' })).toBeVisible()
  await portal.button('Keep editing').click()
  await expect(theSwitch(portal)).not.toBeChecked()

  await portal.button('Add IP address').click()
  const dialog = portal.dialog('Add to the allow list')
  await dialog.getByLabel('IP address or range').fill('127.0.0.1:80')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toContainText('Enter the IP address without a port')
  await dialog.getByLabel('IP address or range').fill('127.0.0.1/32')
  await dialog.getByLabel('Description (optional)').fill('This desk')
  await portal.toastOf('127.0.0.1/32 added', () => dialog.getByRole('button', { name: 'Add' }).click())
  await expect(portal.row('This desk')).toContainText('Your IP address')
  await expect(portal.element.getByText('On the allow list', { exact: true })).toBeVisible()

  await theSwitch(portal).click()
  const question = portal.element.getByRole('alertdialog', { name: 'Save this change?' })
  await expect(question).toContainText('1 user will be signed out now.')
  await question.getByRole('button', { name: /^Save/ }).click()
  await expect(portal.toast('IP restrictions saved')).toBeVisible()
  await expect(theSwitch(portal)).toBeChecked()
  const refused = await signInFrom(ELSEWHERE, demo, newUser.email)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatch(REFUSAL)
  expect((await signInFrom('127.0.0.1', demo, newUser.email)).status).toBe(200)

  await portal.element.getByLabel('IP address', { exact: true }).fill('::ffff:127.0.0.2')
  await portal.button('Test').click()
  await expect(portal.element.getByText('127.0.0.2 would be refused: it isn’t on the allow list.')).toBeVisible()

  await portal.rowAction('127.0.0.1', 'Delete')
  await expect(portal.element.getByRole('alertdialog', { name: 'This change can’t be saved' })).toBeVisible()
  await portal.button('Keep editing').click()
  await portal.toastOf('IP restrictions saved', () => theSwitch(portal).click())
  expect((await signInFrom(ELSEWHERE, demo, newUser.email)).status).toBe(200)
})

test('Users add their own IP address in one step', async ({ page, portal, demo, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Mine')
  await signedIn(newUser.email)
  await openTab(page, portal)
  await portal.button('Add my IP').click()
  await expect(theSwitch(portal)).toBeChecked()
  await expect(portal.row('My IP')).toContainText('127.0.0.1')
  await expect(portal.button('Add my IP')).toHaveCount(0)
  expect((await signInFrom(ELSEWHERE, demo, newUser.email)).status).toBe(403)
})

test('A change that locks its administrator out is saved only after the name of the account is typed', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser, tenant } = await ownAccount(demo, 'Typed')
  // This other administrator can open the account from the office.
  const other = await recruit(demo, 'ada@acme.test', 'Office Boss')
  await demo.backend.store.members.update({ userId: other.id }, { tenantId: tenant.id })
  await demo.backend.store.users.update({ id: other.id }, { tenantId: tenant.id })
  expect((await signInFrom(ELSEWHERE, demo, other.email)).status).toBe(200)
  await signedIn(newUser.email)
  await openTab(page, portal)
  await portal.button('Add IP address').click()
  const dialog = portal.dialog('Add to the allow list')
  await dialog.getByLabel('IP address or range').fill(ELSEWHERE)
  await portal.toastOf(`${ELSEWHERE} added`, () => dialog.getByRole('button', { name: 'Add' }).click())

  await theSwitch(portal).click()
  const question = portal.element.getByRole('alertdialog', { name: 'You’ll lose access' })
  const save = question.getByRole('button', { name: /^Save/ })
  await question.getByRole('textbox').fill('Another account')
  await save.click()
  await expect(question).toBeVisible()
  expect((await demo.backend.store.ipConfigs.get(tenant.id))?.isActive).not.toBe(true)
  await question.getByRole('textbox').fill(tenant.name)
  await save.click()
  await expect.poll(async () => (await demo.backend.store.ipConfigs.get(tenant.id))?.isActive).toBe(true)
  expect((await signInFrom('127.0.0.1', demo, newUser.email)).status).toBe(403)
  expect((await signInFrom(ELSEWHERE, demo, other.email)).status).toBe(200)
})

test('Rules are pasted, changed, turned off and deleted, with a result for each line', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser, tenant } = await ownAccount(demo, 'Paste')
  await signedIn(newUser.email)
  await openTab(page, portal)
  await portal.button('Paste a list').click()
  const dialog = portal.dialog('Paste a list')
  const lines = ['10.0.0.1 First', '10.0.0.2', '10.0.0.1/32', '10.0.0.0/8 Wide', '2001:db8::/32', '10.0.0.9:80']
  await dialog.getByLabel('IP addresses').fill(lines.join('\n'))
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toContainText('4 lines added, 1 already on the list, 1 not added.')
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await expect(dialog.getByLabel('IP addresses')).toHaveValue('10.0.0.9:80')
  await expectAccessible(page, 'a pasted list with a refused line')
  await dialog.getByLabel('IP addresses').fill('10.0.0.9')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toContainText('1 line added')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  const rows = portal.element.getByRole('table', { name: 'Allow list' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(4)
  await portal.button('Show all 5').click()
  await expect(rows).toHaveCount(5)

  await portal.rowAction('10.0.0.2', 'Edit description')
  await portal.dialog('Edit description of 10.0.0.2').getByLabel('Description (optional)').fill('Second')
  await portal.toastOf('10.0.0.2 saved', () => portal.button('Save').click())
  await portal.toastOf('10.0.0.2 saved', () => portal.rowAction('10.0.0.2', 'Turn off'))
  await expect(portal.row('Second')).toContainText('Off')

  await portal.rowAction('10.0.0.2', 'Delete')
  await expect(rows).toHaveCount(4)
  await portal.undo('10.0.0.2 deleted')
  await expect(rows).toHaveCount(5)
  await portal.rowAction('10.0.0.2', 'Delete')
  await portal.dismiss('10.0.0.2 deleted')
  const stored = () => demo.backend.store.ipRestrictions.count({ tenantId: tenant.id })
  await expect.poll(stored).toBe(4)
})

test('A user in a refused network sees why, in the login box and on an open page', async ({
  page,
  portal,
  box,
  demo,
  signedIn,
}) => {
  const { newUser, tenant } = await ownAccount(demo, 'Outside')
  await signedIn(newUser.email)
  await page.goto('/script-tag#/admin-box/users')
  await expect(portal.rows.first()).toBeVisible()
  await restrict(demo, tenant.id, '203.0.113.0/24')
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/user/token/refresh')) refreshes += 1
  })
  await portal.element.getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(portal.element.getByText('You can’t access this list from your network')).toBeVisible()
  await expect(portal.element.getByText(REFUSAL).first()).toBeVisible()
  await page.reload()
  await expect(box.email).toBeVisible()
  await expect(page.getByText('You can’t access your account from this network')).toBeVisible()
  await expect(page.getByText(REFUSAL)).toBeVisible()
  await expectAccessible(page, 'the sign-in form in a network that is refused')
  expect(refreshes, 'no loop of refreshes').toBeLessThan(5)
  await demo.backend.store.ipConfigs.update({ id: tenant.id }, { isActive: false })
  await page.reload()
  await expect(portal.title('Groups'), 'the session continues in a network that is allowed').toBeVisible()
  await demo.backend.store.ipConfigs.update({ id: tenant.id }, { isActive: true })

  await page.context().clearCookies()
  await page.goto('/script-tag')
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await box.signIn(newUser.email)
  await expect(page.getByText(REFUSAL).first()).toBeVisible()
})
