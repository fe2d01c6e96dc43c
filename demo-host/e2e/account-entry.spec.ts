import { tenantIdOf } from '../../src/backend/sample/tenants.ts'
import { anSsoConnectionRecord } from '../../src/testing/records.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { PASSWORD, recruitOfTwo } from './sample-users.ts'
import { expectAccessible, wear } from './support/axe.ts'

/** A phone shows the account in its menu. */
const DESK = { scheme: 'light', width: 1280 } as const

const TITLE = 'Confirm it’s you to open Solstice'

/** Marks the session as one from Acme's identity provider, which Solstice doesn't know. */
const cameByAcmeProvider = async ({ backend }: DemoHost, userId: string) => {
  const { ssoConnections, sessions } = backend.store
  const id = `acme-${userId}`
  await ssoConnections.insert(anSsoConnectionRecord({ id, tenantId: tenantIdOf('acme'), enabled: true }))
  await sessions.update({ userId }, { amr: JSON.stringify(['fed', 'sso', `sso:${id}`]) })
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
    await wear(page, DESK)
    await password.fill('Wrong-Horse-1')
    await password.press('Enter')
    await expect(dialog.getByText('Your current password is incorrect.')).toBeVisible()
    await password.fill(PASSWORD)
    await password.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(portal.button(/^Switch account, currently Solstice/)).toBeVisible()
  })

  test('sees who can help when they have no own sign-in method, and stays on the page', async ({
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
    await wear(page, DESK)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(portal.button(/^Switch account, currently Acme/)).toBeVisible()
  })
})
