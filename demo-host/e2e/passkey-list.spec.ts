import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { reach } from './support/figures.ts'
import { watchScenarios, withoutAutofill } from './support/passkeys.ts'
import { addAuthenticator, giveKey } from './support/virtual-key.ts'

const WANTED = 3

const ended = watchScenarios('passkey-list')

test.describe('the list of passkeys', () => {
  const addButton = 'Add passkey'

  test('adds one, renames it, removes it, and reports to password managers what is left', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await withoutAutofill(page)
    await page.addInitScript(() => {
      const notified: unknown[] = []
      Object.assign(window, { notified })
      Object.assign(PublicKeyCredential, {
        signalAllAcceptedCredentials: async (given: unknown) => notified.push(given),
      })
    })
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await signedIn(email)
    await page.goto('/script-tag/home#/admin-box/privacy')
    await expect(portal.element.getByText('No passkeys yet')).toBeVisible()
    await portal.button(addButton).click()
    await expect(portal.toast('Passkey added')).toBeVisible()
    expect(await key.count()).toBe(1)
    await portal.button('Rename Passkey on a device').click()
    await portal.dialog('Rename “Passkey on a device”').getByLabel('Name').fill('Work <b>laptop</b>')
    await page.keyboard.press('Enter')
    await expect(portal.toast('Name saved')).toBeVisible()
    const [named] = await demo.backend.store.factors.list({ userId: id, kind: 'passkey' })
    expect(JSON.parse(named?.value ?? '{}').name).toBe('Work <b>laptop</b>')
    await portal.button('Remove Work <b>laptop</b>').click()
    const question = portal.element.getByRole('alertdialog', { name: 'Remove “Work <b>laptop</b>”?' })
    await question.getByRole('button', { name: 'Remove “Work <b>laptop</b>”' }).click()
    await expect(portal.element.getByText('No passkeys yet')).toBeVisible()
    expect(await demo.backend.store.factors.list({ userId: id, kind: 'passkey' })).toEqual([])
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { notified: { rpId: string; userId: string }[] }).notified))
      .toMatchObject([{ rpId: 'localhost', userId: Buffer.from(id).toString('base64url') }])
  })

  test('can be left while the browser prompts, by keyboard only', async ({ page, portal, demo, signedIn }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await signedIn(email)
    await page.goto('/script-tag/home#/admin-box/privacy')
    await portal.button(addButton).focus()
    await page.keyboard.press('Enter')
    await expect(portal.button('Cancel')).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(portal.button('Cancel')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(portal.button('Cancel')).toBeHidden()
    await expect(portal.button(addButton)).toBeEnabled()
  })

  test('asks a user with a second factor to prove it first, over the page, and then adds the passkey', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await signedIn(email)
    await giveKey(demo, key, { userId: id, kind: 'webauthn' })
    await demo.backend.store.users.update({ id }, { mfaEnrolled: true })
    await page.goto('/script-tag/home#/admin-box/privacy')
    await portal.button(addButton).click()
    await portal.dialog('Confirm it’s you to add a passkey').getByRole('button', { name: 'Use this device' }).click()
    await expect(portal.toast('Passkey added')).toBeVisible()
  })
})

test('every scenario ended, none hung and nothing was uncaught', async () => {
  reach(30, `${WANTED} scenarios of the list, 0 hangs, 0 uncaught`, `${ended.count()} scenarios, 0 hangs, 0 uncaught`)
  expect(ended.count()).toBeGreaterThanOrEqual(WANTED)
})
