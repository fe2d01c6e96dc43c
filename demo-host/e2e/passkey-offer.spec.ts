import type { Page } from '@playwright/test'
import { setLoginPhone } from '../../src/backend/domain/credentials/login-phone.ts'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { reach } from './support/figures.ts'
import { BY_PASSKEY, HOME_URL as home, MAKE, watchScenarios, withoutAutofill } from './support/passkeys.ts'
import { withPolicy } from './support/policy.ts'
import { setStrategies } from './support/strategies.ts'
import { addAuthenticator, giveKey } from './support/virtual-key.ts'

const WANTED = 14

const ended = watchScenarios('passkey-offer')

test.describe('a passkey offered after the sign-in', () => {
  test('is made there, and is the way in from then on', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login?redirectUrl=/script-tag')
    await box.signIn(email)
    await expect(box.title).toHaveText('Sign in faster next time')
    await expectAccessible(page, 'a passkey is offered')
    await box.button(MAKE).click()
    await page.waitForURL((url) => url.pathname === '/script-tag')
    expect(await key.count()).toBe(1)
    const [factor] = await demo.backend.store.factors.list({ userId: id, kind: 'passkey' })
    expect(JSON.parse(factor?.value ?? '{}').deviceType).toBe('Platform')
    await page.goto('/account/logout')
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('by keyboard alone', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.title).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(box.button(MAKE)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(home)
  })

  test('is put off and offered again the next time', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    for (const _ of [1, 2]) {
      await page.goto('/account/login')
      await box.signIn(email)
      await box.button('Not now').click()
      await page.waitForURL(home)
      await page.goto('/account/logout')
      await page.waitForURL('**/account/login')
    }
  })

  test('is not shown again when the user dismisses it for good', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email)
    await box.button('Don’t show this again').click()
    await page.waitForURL(home)
    await page.goto('/account/logout')
    await page.waitForURL('**/account/login')
    await box.signIn(email)
    await page.waitForURL(home)
  })

  test('is left in the middle: the user goes on', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email)
    await box.button(MAKE).click()
    await box.button('Cancel').click()
    await box.button('Not now').click()
    await page.waitForURL(home)
  })

  test('comes after a mailed link too, on the login page, and continues to the page that the link names', async ({
    page,
    box,
    demo,
    inbox,
  }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await withPolicy(demo, { kind: 'public-policy', value: { authStrategy: 'MagicLink' } }, async () => {
      await page.goto('/account/login')
      await box.enterEmail(email)
      await expect(box.title).toHaveText('Check your email')
      await page.goto((await inbox(email)).links[0] ?? '/')
      await box.button('Sign in').click()
      await page.waitForURL('**/account/login?*')
      await box.button(MAKE).click()
      await page.waitForURL(home)
      expect(await key.count()).toBe(1)
    })
  })

  for (const [strategy, title] of [
    ['Code', 'Check your email'],
    ['SmsCode', 'Check your phone'],
  ] as const) {
    test(`comes after a ${strategy} too`, async ({ page, box, demo, inbox }) => {
      await withoutAutofill(page)
      await addAuthenticator(page)
      const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
      const phone = `+1556${String(Date.now()).slice(-7)}`
      await setLoginPhone(demo.backend.ports, id, phone)
      await withPolicy(demo, { kind: 'public-policy', value: { authStrategy: strategy } }, async () => {
        await page.goto('/account/login')
        await box.enterEmail(email)
        await expect(box.title).toHaveText(title)
        const { code = '' } = await inbox(strategy === 'Code' ? email : phone)
        await box.element.getByLabel('6-digit code').fill(code)
        await box.button('Not now').click()
        await page.waitForURL(home)
      })
    })
  }

  test('is offered after a social login too, not to a user who dismissed it for good', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    const comeIn = async () => {
      await page.goto('/account/login')
      await box.button('Continue with Google').click()
      await foreignProvider(page, demo).enter(email, 'Una Park', true)
    }
    await comeIn()
    await page.waitForURL('**/account/login?*')
    await box.button('Don’t show this again').click()
    await page.waitForURL(home)
    await page.goto('/account/logout')
    await page.waitForURL('**/account/login')
    await comeIn()
    await page.waitForURL(home)
  })

  const notDue: readonly [title: string, prepare: (page: Page) => Promise<unknown>][] = [
    [
      'who prefers passkeys already',
      (page) => page.evaluate(() => localStorage.setItem('preferred-login-method', 'Passkeys')),
    ],
    [
      'who has dismissed it',
      (page) => page.evaluate(() => localStorage.setItem('dont-show-again-prompt-passkeys', 'true')),
    ],
    [
      'whose device cannot hold one',
      (page) =>
        page.addInitScript(() => {
          const value = async () => false
          Object.defineProperty(PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable', { value })
        }),
    ],
  ]
  for (const [title, prepare] of notDue) {
    test(`is not offered to a user ${title}`, async ({ page, box, demo }) => {
      await withoutAutofill(page)
      await addAuthenticator(page)
      const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
      await prepare(page)
      await page.goto('/account/login')
      await box.signIn(email)
      await page.waitForURL(home)
    })
  }

  test('is not offered to a user who has one', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await giveKey(demo, key, { userId: id, kind: 'passkey' })
    await page.goto('/account/login')
    await box.signIn(email)
    await page.waitForURL(home)
  })

  test('is not offered where the vendor has passkeys off', async ({ page, box, demo }) => {
    await setStrategies(demo, {})
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email, PASSWORD)
    await page.waitForURL(home)
    await setStrategies(demo, { Passkeys: true })
  })
})

test('every scenario ended, none hung and nothing was uncaught', async () => {
  reach(30, `${WANTED} scenarios of the offer, 0 hangs, 0 uncaught`, `${ended.count()} scenarios, 0 hangs, 0 uncaught`)
  expect(ended.count()).toBeGreaterThanOrEqual(WANTED)
})
