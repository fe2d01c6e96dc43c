import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { type LoginBoxModel, loginBox } from './models/login-box.ts'
import { recruit } from './sample-users.ts'
import { forgetSession } from './support/settled.ts'
import { totp } from './support/totp.ts'

const HOME = '**/script-tag/home'

const codeField = (box: LoginBoxModel) => box.element.getByLabel('6-digit code')

/** Adds a new member to the tenant that requires a second factor. */
const forced = (demo: DemoHost, name: string) => recruit(demo, 'gia@globex.test', name)

const chooseWay = (box: LoginBoxModel, name: RegExp) => box.element.getByRole('button', { name }).click()

/** Enrolls an authenticator app at sign-in; returns its secret and the recovery code. */
const enrolApp = async (page: Page, email: string) => {
  const box = loginBox(page)
  await page.goto('/account/login')
  await box.signIn(email)
  await expect(box.title).toHaveText('Set up two-factor authentication')
  await chooseWay(box, /^Authenticator app/)
  await expect(box.title).toHaveText('Set up your authenticator app')
  await expect(box.element.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = ((await box.element.getByText(/^[A-Z2-7 ]{20,}$/).textContent()) ?? '').replace(/\s/g, '')
  await codeField(box).fill(await totp(secret))
  await expect(box.title).toHaveText('Save your recovery code')
  const recovery = ((await box.element.getByLabel('Recovery code').textContent()) ?? '').trim()
  await box.button('Continue').click()
  await expect(box.element.getByText('Save the code first')).toBeVisible()
  await box.element.getByLabel('I have saved this code').check()
  await box.button('Continue').click()
  await page.waitForURL(HOME)
  return { secret, recovery }
}

test('A user who must have a second factor sets up an app, signs in with it, and recovers without it', {
  tag: '@smoke',
}, async ({ page, box, demo, browser, baseURL }) => {
  const { email } = await forced(demo, 'Fay Forced')
  const { secret, recovery } = await enrolApp(page, email)
  const other = await (await browser.newContext({ baseURL })).newPage()
  const otherBox = loginBox(other)
  await other.goto('/account/login')
  await otherBox.signIn(email)
  await expect(otherBox.title).toHaveText('Enter the code from your app')
  await codeField(otherBox).fill('000000')
  await expect(otherBox.error).toBeVisible()
  await codeField(otherBox).fill(await totp(secret, 1))
  await other.waitForURL(HOME)
  await other.context().close()

  await forgetSession(page)
  await page.goto('/account/login')
  await box.signIn(email)
  await box.element.getByText('Use a recovery code').click()
  const field = box.element.getByRole('textbox', { name: 'Recovery code' })
  await field.fill('wrong-code')
  await field.press('Enter')
  await expect(box.error).toBeVisible()
  await field.fill(recovery)
  await field.press('Enter')
  await expect(box.email).toBeVisible()
  await box.signIn(email)
  await expect(box.title).toHaveText('Set up two-factor authentication')
})

test('A user who must have a second factor sets up a phone, and corrects its number on the way', async ({
  page,
  box,
  demo,
  inbox,
}) => {
  const { email } = await forced(demo, 'Paul Phone')
  const digits = `555${String(Date.now()).slice(-7)}`
  await page.goto('/account/login')
  await box.signIn(email)
  await chooseWay(box, /^Text message/)
  await box.element.getByLabel('Country code').selectOption('US')
  await box.element.getByLabel('Phone number', { exact: true }).fill('12')
  await box.button('Text me a code').click()
  await expect(box.error).toBeVisible()
  await box.element.getByLabel('Phone number', { exact: true }).fill(digits)
  await box.button('Text me a code').click()
  await expect(box.title).toHaveText('Check your phone')
  await codeField(box).fill((await inbox(`+1${digits}`)).code ?? '')
  await expect(box.title).toHaveText('Save your recovery code')
  await box.element.getByLabel('I have saved this code').check()
  await box.button('Continue').click()
  await page.waitForURL(HOME)
})

test('A user who must have a second factor sets up codes by email', async ({ page, box, demo, inbox }) => {
  const { email } = await forced(demo, 'Emil Code')
  await page.goto('/account/login')
  await box.signIn(email)
  await chooseWay(box, /^Email/)
  await expect(box.title).toHaveText('Check your email')
  await codeField(box).fill((await inbox(email)).code ?? '')
  await expect(box.title).toHaveText('Save your recovery code')
  await box.element.getByLabel('I have saved this code').check()
  await box.button('Continue').click()
  await page.waitForURL(HOME)
})

test('A code by text message signs in, and the device is remembered when asked to', async ({
  page,
  box,
  inbox,
  demo,
}) => {
  const sam = await demo.backend.store.users.find({ email: 'sam@acme.test' })
  await page.goto('/account/login')
  await box.signIn(sam?.email ?? '')
  await expect(box.title).toHaveText('Check your phone')
  await box.element.getByLabel('Remember this device for 14 days').check()
  await codeField(box).fill((await inbox(sam?.phone ?? '')).code ?? '')
  await page.waitForURL(HOME)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await box.signIn(sam?.email ?? '')
  await page.waitForURL(HOME)
})

test('a code step survives Back, a reload and a second tab without a dead end', async ({ page, box }) => {
  await page.goto('/')
  await page.goto('/account/login')
  await box.signIn('mia@acme.test')
  await expect(box.title).toHaveText('Enter the code from your app')
  await page.reload()
  await expect(box.email).toBeVisible()
  await box.signIn('mia@acme.test')
  await expect(box.title).toHaveText('Enter the code from your app')
  const second = await page.context().newPage()
  const secondBox = loginBox(second)
  await second.goto('/account/login')
  await secondBox.signIn('mia@acme.test')
  await expect(secondBox.title).toHaveText('Enter the code from your app')
  await secondBox.element.locator('input[name=code]').fill(await totp('JBSWY3DPEHPK3PXP'))
  await second.waitForURL(HOME)
  await page.waitForURL(HOME)
  await page.goBack()
  await expect(page).not.toHaveURL('about:blank')
})

test('a code that was not sent shows an error and is sent by the next press', async ({ page, box }) => {
  await page.goto('/account/login')
  await page.route('**/mfa/sms/**', (route) => route.abort(), { times: 1 })
  await box.signIn('sam@acme.test')
  await expect(box.title).toHaveText('We couldn’t send the code')
  await box.button('Send code').click()
  await expect(box.title).toHaveText('Check your phone')
  await expect(codeField(box)).toBeEditable()
})
