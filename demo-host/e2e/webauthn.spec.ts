import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { addAuthenticator, giveKey, type VirtualAuthenticator } from './support/virtual-key.ts'

const HOME = '**/script-tag/home'
const KEY = 'Use security key'

/** Adds a user with a security key, or this device, as second factor. */
const withFactor = async (
  demo: DemoHost,
  key: VirtualAuthenticator,
  { like = 'pia@acme.test', deviceType = 'CrossPlatform' } = {},
) => {
  const newUser = await recruit(demo, like, 'Ria Sand')
  await giveKey(demo, key, { userId: newUser.id, kind: 'webauthn', deviceType })
  await demo.backend.store.users.update({ id: newUser.id }, { mfaEnrolled: true })
  await demo.backend.store.members.update({ userId: newUser.id }, { mfaEnrolled: true, factor: 'passkey' })
  return newUser
}

const usbKey = { transport: 'usb', hasResidentKey: false, hasUserVerification: false } as const

test.describe('a security key at the sign-in', () => {
  test('signs its owner in', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, usbKey)
    const { email } = await withFactor(demo, key)
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.title).toHaveText('Use your security key')
    await expectAccessible(page, 'a security key is asked for')
    await box.button(KEY).click()
    await page.waitForURL(HOME)
  })

  test('signs its owner in by keyboard only', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, usbKey)
    const { email } = await withFactor(demo, key)
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.title).toBeFocused()
    while (!(await box.button(KEY).evaluate((button) => button.matches(':focus')))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(HOME)
  })

  test('that is part of this device signs its owner in', async ({ page, box, demo }) => {
    await page.addInitScript(() => localStorage.setItem('dont-show-again-prompt-passkeys', 'true'))
    const key = await addAuthenticator(page)
    const { email } = await withFactor(demo, key, { deviceType: 'Platform' })
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.title).toHaveText('Confirm with this device')
    await box.button('Use this device').click()
    await page.waitForURL(HOME)
  })

  test('is one of several ways to choose from', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, usbKey)
    const { email } = await withFactor(demo, key, { like: 'mia@acme.test' })
    const [app] = await demo.backend.store.factors.list({ kind: 'totp' })
    const newUser = await demo.backend.store.users.find({ email })
    if (!app || !newUser) throw new Error('Mia has an app')
    await demo.backend.store.factors.insert({ ...app, id: `${newUser.id}-app`, userId: newUser.id })
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.title).toHaveText('Choose how to confirm it’s you')
    await expectAccessible(page, 'a key and an app to choose from')
    await box.element.getByRole('button', { name: /^Security key/ }).click()
    await box.button('Use another method').click()
    await box.element.getByRole('button', { name: /^Authenticator app/ }).click()
    await expect(box.title).toHaveText('Enter the code from your app')
    await box.button('Use another method').click()
    await box.element.getByRole('button', { name: /^Security key/ }).click()
    await box.button(KEY).click()
    await page.waitForURL(HOME)
  })

  test('that is missing shows an error, and can be retried after a cancellation', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, { ...usbKey, isTouched: false })
    const { email } = await withFactor(demo, key)
    await page.goto('/account/login')
    await box.signIn(email)
    await box.button(KEY).click()
    await box.button('Cancel').click()
    await expect(box.error).toHaveCount(0)
    await key.touch(true)
    await page.evaluate(() => {
      const { get } = CredentialsContainer.prototype
      CredentialsContainer.prototype.get = async () => {
        CredentialsContainer.prototype.get = get
        throw new DOMException('no', 'NotAllowedError')
      }
    })
    await box.button(KEY).click()
    await expect(box.error).toContainText('The request was canceled')
    await expectAccessible(page, 'a key was not confirmed')
    await box.button(KEY).click()
    await page.waitForURL(HOME)
  })

  test('of another user is refused', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, usbKey)
    const { email, id } = await withFactor(demo, key)
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.button(KEY)).toBeVisible()
    const [factor] = await demo.backend.store.factors.list({ userId: id, kind: 'webauthn' })
    await demo.backend.store.factors.update({ id: factor?.id ?? '' }, { value: JSON.stringify({ publicKey: 'AAAA' }) })
    await box.button(KEY).click()
    await expect(box.error).toContainText('wasn’t accepted')
  })

  test('is remembered on this device when the user chooses it', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, usbKey)
    const { email } = await withFactor(demo, key)
    await page.goto('/account/login')
    await box.signIn(email)
    await box.element.getByLabel('Remember this device for 14 days').check()
    await box.button(KEY).click()
    await page.waitForURL(HOME)
    await page.goto('/account/logout')
    await page.waitForURL('**/account/login')
    await box.signIn(email)
    await page.waitForURL(HOME)
  })

  test('offers a recovery code when it is lost, and a way back to the key', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, usbKey)
    const { email } = await withFactor(demo, key)
    await page.goto('/account/login')
    await box.signIn(email)
    await box.button('Use a recovery code').click()
    await expect(box.title).toHaveText('Enter your recovery code')
    await box.button('Use another method').click()
    await expect(box.title).toHaveText('Use your security key')
  })
})

test.describe('a factor that must be set up', () => {
  const kinds = [
    { name: 'Security key', button: 'Set up security key', again: KEY, options: usbKey, type: 'CrossPlatform' },
    { name: 'This device', button: 'Set up this device', again: 'Use this device', options: {}, type: 'Platform' },
  ] as const
  for (const { name, button, again, options, type } of kinds) {
    test(`${name}: chosen, set up, recovery code kept, asked for the next time`, async ({ page, box, demo }) => {
      const key = await addAuthenticator(page, options)
      await page.addInitScript(() => localStorage.setItem('dont-show-again-prompt-passkeys', 'true'))
      const { email, id } = await recruit(demo, 'gia@globex.test', 'Gus Hart')
      await page.goto('/account/login')
      await box.signIn(email)
      await expect(box.title).toHaveText('Set up two-factor authentication')
      await expectAccessible(page, 'a factor is chosen')
      await box.element.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await expectAccessible(page, `${name} is set up`)
      await box.button(button).click()
      await expect(box.title).toHaveText('Save your recovery code')
      await box.element.getByLabel('I have saved this code').check()
      await box.button('Continue').click()
      await page.waitForURL(HOME)
      expect(await key.count()).toBe(1)
      const [factor] = await demo.backend.store.factors.list({ userId: id, kind: 'webauthn' })
      expect(JSON.parse(factor?.value ?? '{}').deviceType).toBe(type)
      await page.goto('/account/logout')
      await page.waitForURL('**/account/login')
      await box.signIn(email)
      await box.button(again).click()
      await page.waitForURL(HOME)
    })
  }
})
