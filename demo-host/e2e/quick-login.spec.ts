import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { setStrategies } from './support/strategies.ts'
import { addAuthenticator } from './support/virtual-key.ts'

const HOME = '**/script-tag/home'

test.afterEach(({ demo }) => setStrategies(demo, { Passkeys: true }))

const signOut = async (page: Page) => {
  await page.goto('/account/logout')
  await page.waitForURL('**/account/login')
}

const done = (page: Page, userId: string, strategy: string) =>
  page.evaluate((key) => localStorage.getItem(key), `${userId}-${strategy}`)

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'

const keys = [
  {
    strategy: 'internal',
    secondary: 'WebAuthnPlatform',
    offer: 'this device',
    title: 'Sign in with this device',
    button: 'Set up this device',
    signIn: 'Sign in with this device',
    authenticator: { transport: 'internal' },
  },
  {
    strategy: 'usb-key',
    secondary: 'WebAuthnCrossPlatform',
    offer: 'a security key',
    title: 'Sign in with a security key',
    button: 'Set up security key',
    signIn: 'Sign in with a security key',
    authenticator: { transport: 'usb' },
  },
] as const

for (const { strategy, secondary, offer, title, button, signIn, authenticator } of keys) {
  test(`quick login by ${offer} is chosen, set up after the sign-in, and signs the user in from then on`, async ({
    page,
    box,
    demo,
  }) => {
    await setStrategies(demo, { [secondary]: true })
    const key = await addAuthenticator(page, authenticator)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Quin Ray')
    await page.goto('/account/login')
    await box.button(offer).click()
    await expect(box.element.getByText('Sign in as usual first')).toBeVisible()
    await expectAccessible(page, `quick login by ${offer} is wanted`)
    await box.signIn(email)
    await expect(box.title).toHaveText(title)
    await expectAccessible(page, `quick login by ${offer} is set up`)
    await box.button(button).click()
    await page.waitForURL(HOME)
    expect(await key.count()).toBe(1)
    expect(await done(page, id, strategy)).toBe('true')
    expect(await page.evaluate(() => localStorage.getItem('register-quick-login'))).toBe(null)

    await signOut(page)
    await expectAccessible(page, `quick login by ${offer} is offered`)
    await box.button(signIn).click()
    await page.waitForURL(HOME)
  })
}

test('quick login is set up on an Android phone by keyboard only', async ({ browser, demo, baseURL }) => {
  await setStrategies(demo, { WebAuthnPlatform: true })
  const page = await (await browser.newContext({ baseURL, userAgent: ANDROID })).newPage()
  await page.goto('/')
  await addAuthenticator(page)
  const { email, id } = await recruit(demo, 'pia@acme.test', 'Quin Ray')
  const element = page.locator('fe-login-box')
  const button = (name: string) => element.getByRole('button', { name, exact: true })
  const pressed = async (name: string) => {
    await expect(button(name)).toBeVisible()
    while (!(await button(name).evaluate((one) => one.matches(':focus')))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await page.goto('/account/login')
  await pressed('this phone')
  await element.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await element.getByLabel('Password', { exact: true }).fill('Correct-Horse-9')
  await page.keyboard.press('Enter')
  await pressed('Set up this phone')
  await page.waitForURL(HOME)
  expect(await done(page, id, 'android')).toBe('true')
  await signOut(page)
  await pressed('Sign in with this phone')
  await page.waitForURL(HOME)
  await page.context().close()
})

test('quick login by text message: the number is proven, then a texted code is enough', async ({
  page,
  box,
  demo,
  inbox,
}) => {
  await setStrategies(demo, { SmsCode: true })
  const { email, id } = await recruit(demo, 'pia@acme.test', 'Quin Ray')
  await page.goto('/account/login')
  await box.button('a text message').click()
  await box.signIn(email)
  await expect(box.title).toHaveText('Sign in with a text message')
  await expectAccessible(page, 'a number for quick login')
  await box.element.getByLabel('Phone number').fill('+12025550123')
  await box.button('Text me a code').click()
  await expect(box.title).toHaveText('Check your phone')
  await expectAccessible(page, 'the code for quick login')
  await box.element.getByLabel('6-digit code').fill((await inbox('+12025550123')).code ?? '')
  await page.waitForURL(HOME)
  expect(await done(page, id, 'sms')).toBe('true')
  expect((await demo.backend.store.users.get(id))?.phone).toBe('+12025550123')

  await signOut(page)
  const before = (await inbox('+12025550123')).id
  await box.button('Sign in with a text message').click()
  await expect(box.title).toHaveText('Check your phone')
  await expectAccessible(page, 'loginWithQuickSmsOtc')
  await expect.poll(async () => (await inbox('+12025550123')).id).not.toBe(before)
  await box.element.getByLabel('6-digit code').fill((await inbox('+12025550123')).code ?? '')
  await page.waitForURL(HOME)
})

test('quick login is declined before and after the sign-in, and isn’t offered again', async ({ page, box, demo }) => {
  await setStrategies(demo, { WebAuthnPlatform: true })
  await addAuthenticator(page)
  const { email } = await recruit(demo, 'pia@acme.test', 'Quin Ray')
  await page.goto('/account/login')
  await box.button('this device').click()
  await box.button('Cancel').click()
  await box.button('this device').click()
  await box.signIn(email)
  await box.button('Skip').click()
  await page.waitForURL(HOME)
  await signOut(page)
  await box.signIn(email)
  await page.waitForURL(HOME)
})

test('quick login that fails shows why and lets the user continue', async ({ page, box, demo }) => {
  await setStrategies(demo, { WebAuthnCrossPlatform: true, SmsCode: true })
  await addAuthenticator(page, { transport: 'internal' })
  const { email, id } = await recruit(demo, 'pia@acme.test', 'Quin Ray')
  await page.goto('/account/login')
  await page.evaluate((userId) => {
    localStorage.setItem('userId', userId)
    localStorage.setItem(`${userId}-usb-key`, 'true')
  }, id)
  await page.addInitScript(() => {
    Object.defineProperty(navigator.credentials, 'get', {
      value: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    })
  })
  await page.reload()
  await box.button('Sign in with a security key').click()
  await expect(box.error).toContainText('The request was canceled')
  await expectAccessible(page, 'quick login that failed')
  await box.button('a text message').click()
  await box.signIn(email)
  await box.element.getByLabel('Phone number').fill('+12025550124')
  await box.button('Text me a code').click()
  await box.element.getByLabel('6-digit code').fill('000000')
  await expect(box.error).toContainText('incorrect')
  await box.button('Change number').click()
  await expect(box.element.getByLabel('Phone number')).toBeVisible()
  await box.button('Skip').click()
  await page.waitForURL(HOME)
})
