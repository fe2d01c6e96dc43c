import { provisioning } from '../../src/contract/provisioning.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { apiAs } from './support/api-as.ts'
import { createConnection, directoryOf } from './support/directory.ts'
import { ownAccount } from './support/own-account.ts'

const AT = '/script-tag#/admin-box/'

test.slow()

/** Creates an account that owns a domain, so that users of its directory are members at once. */
const ownDirectory = async (demo: DemoHost, name: string) => {
  const { tenant, newUser } = await ownAccount(demo, name)
  const domain = `${tenant.id.slice(0, 8)}.test`
  const facts = { connectionId: 'none', tenantId: tenant.id, domain, validated: true, createdAt: Date.now() }
  await demo.backend.store.ssoDomains.insert({ id: domain, ...facts })
  return { tenant, boss: newUser, domain }
}

test('A directory adds, renames and deactivates a user, whose group gets a role and whose open tab is signed out', {
  tag: '@smoke',
}, async ({ page, portal, demo, signedIn, browser, baseURL }) => {
  const { tenant, boss, domain } = await ownDirectory(demo, 'Directory')
  await signedIn(boss.email)
  await page.goto(`${AT}provisioning`)
  await expect(portal.element.getByText('No connections yet')).toBeVisible()
  const values = await createConnection(portal, 'Entra')
  expect(values.baseUrl).toBe(`${demo.origins.api}/directory/resources/scim/v2`)
  await expect(portal.row('Entra')).toContainText('Pending')

  const directory = await directoryOf(page, demo)
  await directory.connect(values)
  const email = `robin@${domain}`
  await directory.pushUser(email, 'Robin Vale')
  await directory.pushGroup('Engineers', email)
  await page.reload()
  await expect(portal.row('Entra')).toContainText('Linked')
  await portal.rowAction('Entra', 'Groups and roles')
  const drawer = portal.dialog('Groups of Entra')
  await expect(drawer.getByText('1 member')).toBeVisible()
  await drawer.getByRole('button', { name: 'Edit roles of Engineers' }).click()
  const roles = portal.dialog('Edit roles of Engineers')
  await portal.chooseRole(roles, 'Admin')
  await roles.getByRole('button', { name: 'Save' }).click()
  await expect(portal.toast('Roles of Engineers updated')).toBeVisible()
  await expect(drawer.getByText('Admin', { exact: true })).toBeVisible()

  // Directories send no passwords, and another spec covers single sign-on.
  const { store } = demo.backend
  const model = await store.users.find({ email: boss.email })
  await store.users.update({ email }, { passwordHash: model?.passwordHash ?? null })
  const context = await browser.newContext({ baseURL })
  const open = await context.newPage()
  await signedIn(email, open)
  await open.goto(`${AT}users`)
  const seen = open.locator('fe-admin-portal').getByRole('row').filter({ hasText: email })
  await expect(seen).toContainText('Robin Vale')

  await directory.form(email).getByRole('textbox').fill('Robin Renamed')
  await directory.press(directory.form(email), 'Rename', 'User renamed')
  await page.goto(`${AT}users?source=scim2`)
  await expect(portal.row('Robin Renamed')).toContainText('Entra')
  await expect(portal.rows).toHaveCount(1)
  await portal.row('Robin Renamed').getByRole('button', { name: 'Robin Renamed', exact: true }).click()
  const details = portal.dialog('Details of Robin Renamed')
  await expect(details.getByText(/^Managed by Entra/)).toBeVisible()
  await expect(details.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')

  await directory.press(directory.form(email), 'Deactivate', 'User deactivated')
  await open.locator('fe-admin-portal').getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(open.getByText(`Signed in as ${email}`)).toHaveCount(0)
  await expect(open.locator('fe-admin-portal').getByRole('navigation')).toHaveCount(0)
  const robin = await store.users.find({ email })
  expect(await store.sessions.count({ userId: robin?.id ?? '', tenantId: tenant.id, revokedAt: null })).toBe(0)
  await context.close()
  await page.goto(`${AT}users?status=deactivated`)
  await expect(portal.row('Robin Renamed')).toContainText('Deactivated')
})

test('An administrator pauses a connection, rotates its token, and deletes it with its users', async ({
  page,
  portal,
  demo,
  signedIn,
  request,
}) => {
  const { tenant, boss, domain } = await ownDirectory(demo, 'Leaving')
  const api = await apiAs(request, demo, boss.email)
  const body = { source: 'okta', connectionName: 'Okta' } as const
  const { token } = await api.post(provisioning.createConnection, body)
  const directory = await directoryOf(page, demo)
  const baseUrl = `${demo.origins.api}/directory/resources/scim/v2`
  await directory.connect({ baseUrl, token })
  await directory.pushUser(`kay@${domain}`, 'Kay Leaving')
  await directory.pushGroup('Leavers', `kay@${domain}`)
  await signedIn(boss.email)

  await page.goto(`${AT}groups`)
  await portal.rowAction('Leavers', 'Edit roles')
  const roles = portal.dialog('Edit roles of Leavers')
  await expect(roles.getByText(/^This group is managed by Okta/)).toBeVisible()
  await portal.chooseRole(roles, 'Auditor')
  await roles.getByRole('button', { name: 'Save' }).click()
  await expect(portal.row('Leavers')).toContainText('Auditor')

  await page.goto(`${AT}provisioning`)
  await portal.rowAction('Okta', 'Setup values')
  const setup = portal.dialog('Set up Okta')
  await expect(setup.getByText(baseUrl)).toBeVisible()
  await expect(setup.getByText('SCIM connector base URL')).toBeVisible()
  await page.keyboard.press('Escape')
  await portal.rowAction('Okta', 'Pause')
  await expect(portal.row('Okta')).toContainText('Paused')
  await portal.rowAction('Okta', 'Resume')
  await expect(portal.row('Okta')).toContainText('Linked')

  await portal.rowAction('Okta', 'Rotate token')
  await portal.button('Rotate token').click()
  const shown = portal.dialog('Save the token for Okta')
  const rotated = (await shown.getByText(/^fesc_/).textContent()) ?? ''
  await page.keyboard.press('Escape')
  await portal.element.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await shown.getByRole('button', { name: 'Done' }).click()
  expect(rotated).not.toBe(token)
  await directory.connect({ baseUrl, token: rotated })

  await portal.rowAction('Okta', 'Delete')
  const removal = portal.element.getByRole('alertdialog', { name: 'Delete Okta?' })
  await removal.getByRole('radio', { name: 'Remove 1 user' }).check()
  await removal.getByRole('button', { name: 'Delete Okta' }).click()
  await expect(removal.getByText('Type the name exactly as shown.')).toBeVisible()
  await removal.getByRole('textbox').fill('Okta')
  await removal.getByRole('button', { name: 'Delete Okta' }).click()
  await expect(portal.element.getByText('No connections yet')).toBeVisible()
  const { members, groups } = demo.backend.store
  expect(await members.count({ tenantId: tenant.id })).toBe(1)
  expect(await groups.count({ tenantId: tenant.id })).toBe(0)
})
