import { anSsoConnectionRecord } from '../../src/testing/records.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { SSO_PAGE } from './models/sso-setup.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { ownAccount } from './support/own-account.ts'

/**
 * Connections of this test. They are deleted because their domain is that of all sample users, who would be sent to the
 * provider afterwards.
 */
const made: string[] = []
test.afterEach(async ({ demo }) => {
  const { ssoConnections, ssoDomains, ssoSetups } = demo.backend.store
  const ids = { id: { in: made.splice(0) } }
  await Promise.all([ssoDomains.delete(ids), ssoSetups.delete(ids), ssoConnections.delete(ids)])
})

/** Adds a connection to an account whose users have the same email domain, with its guarantor. */
const connect = async (demo: DemoHost, tenantId: string, guarantorId: string) => {
  const { store } = demo.backend
  const id = `guaranteed-${tenantId}`
  made.push(id)
  const at = { createdAt: Date.now(), updatedAt: Date.now() }
  const facts = { enabled: true, ssoEndpoint: 'https://idp.test/sso', publicCertificate: 'none', guarantorId, ...at }
  await store.ssoConnections.insert(anSsoConnectionRecord({ id, tenantId, ...facts }))
  const [member] = await store.members.list({ tenantId })
  const domain = member?.email.split('@')[1] ?? ''
  await store.ssoDomains.insert({ id, connectionId: id, tenantId, domain, validated: true, createdAt: at.createdAt })
  const setup = {
    metadataUrl: '',
    enabledAt: at.createdAt,
    lastSignInAt: null,
    enforced: false,
    exemptUserIds: '[]',
    updatesRoles: false,
    metadataWarnings: '[]',
    test: '',
  }
  await store.ssoSetups.insert({ id, tenantId, name: 'Okta of Northwind', ...setup, ...at })
  return id
}

/** Adds a member to the account with the same role as another sample user. */
const colleague = async (demo: DemoHost, tenantId: string, { like, name }: { like: string; name: string }) => {
  const user = await recruit(demo, like, name)
  const [place] = await demo.backend.store.members.list({ userId: user.id })
  await demo.backend.store.users.update({ id: user.id }, { tenantId })
  await demo.backend.store.members.update({ id: place?.id ?? '' }, { tenantId })
  return user
}

test('An administrator sees why a connection must be confirmed, and confirms it without a mouse', async ({
  page,
  portal,
  demo,
  signedIn,
}, info) => {
  const { tenant, newUser } = await ownAccount(demo, 'Northwind')
  const former = await colleague(demo, tenant.id, { like: 'mel@acme.test', name: 'Fay Former' })
  const id = await connect(demo, tenant.id, former.id)
  await signedIn(newUser.email)
  await page.goto(SSO_PAGE)
  await expect(portal.element.getByText('Needs confirmation')).toBeVisible()
  await page.goto(`${SSO_PAGE}?connection=${id}`)
  const notice = portal.element.getByRole('status').filter({ hasText: 'Confirm this connection' })
  await expect(notice).toContainText(
    `${former.name} vouches for this connection but has fewer permissions than 1 administrator`,
  )
  await expectAccessible(page, 'a connection to confirm')
  await page.screenshot({ path: info.outputPath('confirm-wide.png') })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.screenshot({ path: info.outputPath('confirm-phone.png') })
  await expectAccessible(page, 'a connection to confirm on a phone')
  const confirm = portal.button('Confirm')
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(portal.toast('You now vouch for Okta of Northwind')).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect((await demo.backend.store.ssoConnections.get(id))?.guarantorId).toBe(newUser.id)
})

test('An administrator who removes a colleague sees what they guarantee, and replaces them as guarantor', async ({
  page,
  portal,
  demo,
  signedIn,
}, info) => {
  const { tenant, newUser } = await ownAccount(demo, 'Northwind')
  const leaving = await colleague(demo, tenant.id, { like: 'ada@acme.test', name: 'Lea Leaving' })
  const id = await connect(demo, tenant.id, leaving.id)
  await signedIn(newUser.email)
  await page.goto(`/script-tag#/admin-box/users?search=${leaving.email}`)
  await portal.rowAction(leaving.name, 'Edit roles')
  await portal.element.getByRole('button', { name: /^Remove Admin/ }).click()
  await expect(portal.element.getByText('SSO connection Okta of Northwind')).toBeVisible()
  await page.screenshot({ path: info.outputPath('roles.png') })
  await expectAccessible(page, 'roles of a guarantor')
  await page.keyboard.press('Escape')
  await portal.element.getByRole('button', { name: 'Discard changes' }).click()
  await page.goto(`/script-tag#/admin-box/users?search=${leaving.email}&remove=${leaving.id}`)
  const dialog = portal.element.getByRole('alertdialog', { name: `Remove ${leaving.name}?` })
  await expect(dialog).toContainText(`${leaving.name} vouches for:`)
  await expect(dialog.getByRole('checkbox', { name: /Vouch for these myself/ })).toBeChecked()
  await page.screenshot({ path: info.outputPath('remove.png') })
  await expectAccessible(page, 'the removal of a guarantor')
  await dialog.getByRole('button', { name: `Remove ${leaving.name}` }).click()
  await expect(portal.row(leaving.name)).toHaveCount(0)
  await expect.poll(async () => (await demo.backend.store.ssoConnections.get(id))?.guarantorId).toBe(newUser.id)
})
