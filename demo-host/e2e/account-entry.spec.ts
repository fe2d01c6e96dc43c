import { tenantIdOf } from '../../src/backend/sample/tenants.ts'
import { anSsoConnectionRecord } from '../../src/testing/records.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { PASSWORD, recruit, recruitOfTwo } from './sample-users.ts'
import { applyLook, expectAccessible } from './support/axe.ts'

/** A phone shows the account in its menu. */
const DESK = { scheme: 'light', width: 1280 } as const

const TITLE = 'Confirm it’s you to open Solstice'

/** Marks the session as one from Acme's identity provider, which Solstice doesn't know. */
const cameByAcmeProvider = async ({ backend }: DemoHost, userId: string): Promise<string> => {
  const { ssoConnections, sessions } = backend.store
  const id = `acme-${userId}`
  await ssoConnections.insert(anSsoConnectionRecord({ id, tenantId: tenantIdOf('acme'), enabled: true }))
  await sessions.update({ userId }, { amr: JSON.stringify(['fed', 'sso', `sso:${id}`]) })
  return id
}

const chooseSolstice = async ({ element }: PortalModel) => {
  const name = { name: /^Solstice/ }
  await element.getByRole('menuitemradio', name).or(element.getByRole('menuitemcheckbox', name)).click()
}

test.describe('A user whom the identity provider of one account signed in', () => {
  test('opens another account with their own password, over the page, even after a wrong one', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { id, email } = await recruitOfTwo(demo, 'Two Accounts')
    await signedIn(email)
    await cameByAcmeProvider(demo, id)
    await page.goto('/script-tag/home#/admin-box/profile')
    await portal.button(/^Switch account, currently Acme/).click()
    await chooseSolstice(portal)
    const dialog = portal.dialog(TITLE)
    const password = dialog.getByLabel('Your password')
    await expect(password).toBeFocused()
    await expectAccessible(page, 'the proof that another account asks for')
    await applyLook(page, DESK)
    await password.fill('Wrong-Horse-1')
    await password.press('Enter')
    await expect(dialog.getByText('Your current password is incorrect.')).toBeVisible()
    await password.fill(PASSWORD)
    await password.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(portal.button(/^Switch account, currently Solstice/)).toBeVisible()
  })

  test('sees who can help if they have no sign-in method of their own, and stays on the page', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { id, email } = await recruitOfTwo(demo, 'Two Accounts')
    await signedIn(email)
    await cameByAcmeProvider(demo, id)
    await demo.backend.store.users.update({ id }, { passwordHash: null })
    await page.goto('/script-tag/home#/admin-box/profile')
    await portal.button(/^Switch account, currently Acme/).click()
    await chooseSolstice(portal)
    const dialog = portal.dialog(TITLE)
    await expect(dialog.getByText(/An administrator of Solstice can help you/)).toBeVisible()
    await expectAccessible(page, 'an account that the user can’t open')
    await applyLook(page, DESK)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(portal.button(/^Switch account, currently Acme/)).toBeVisible()
  })
})

test.describe('A user who got permissions after an identity provider signed them in', () => {
  test('is notified in the bell, and uses them after entering their own password', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { id, email } = await recruit(demo, 'mel@acme.test', 'Prue Moted')
    await signedIn(email)
    const connectionId = await cameByAcmeProvider(demo, id)
    const { sessions, members, ssoConnections } = demo.backend.store
    await ssoConnections.update({ id: connectionId }, { guarantorId: 'left' })
    const amr = JSON.stringify(['fed', 'sso', `sso:${connectionId}`, 'held:Infinity:[]'])
    await sessions.update({ userId: id }, { amr })
    const [like] = await members.list({ email: 'ada@acme.test', tenantId: tenantIdOf('acme') })
    await members.update({ userId: id }, { roleIds: like?.roleIds ?? '' })
    await page.goto('/script-tag/home#/admin-box/profile')
    await expect(portal.button('Notifications, 1 needs attention')).toBeVisible()
    await expect(portal.users).toHaveCount(0)
    await portal.button('Notifications, 1 needs attention').click()
    await portal.button('Some of your permissions don’t apply yet').click()
    const dialog = portal.dialog('Confirm it’s you to use all your permissions')
    await expect(dialog).toContainText('once an administrator confirms the connection')
    await expectAccessible(page, 'the proof that new permissions ask for')
    await applyLook(page, DESK)
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByLabel('Your password').press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(portal.users).toBeVisible()
  })
})
