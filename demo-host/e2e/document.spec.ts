import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { NEW_PASSWORD, PASSWORD, recruit } from './sample-users.ts'
import { allowed } from './support/figures.ts'
import { forgetSession } from './support/settled.ts'

const countLogins = (page: Page) => {
  const seen = { logins: 0, preLogins: 0 }
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    if (request.url().endsWith('/auth/v1/user')) seen.logins += 1
    if (request.url().includes('/user/prelogin') || request.url().endsWith('/sso/v2/prelogin')) seen.preLogins += 1
  })
  return seen
}

/** Returns the fields that a password manager sees: those of the document, not of a shadow root. */
const fieldsInDocument = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[autocomplete~="username"], input[type="password"]')].map(
      ({ type, autocomplete, value, form }) => ({ type, autocomplete, value, inForm: form !== null }),
    ),
  )

test('A password manager finds the fields of both steps from the document root', async ({ page, box }) => {
  await page.goto('/script-tag')
  await expect(box.email).toBeVisible()
  expect(await fieldsInDocument(page)).toEqual([
    { type: 'email', autocomplete: 'username webauthn', value: '', inForm: true },
  ])

  await box.enterEmail('ada@acme.test')
  await expect(box.password).toBeVisible()
  expect(await fieldsInDocument(page)).toEqual([
    { type: 'text', autocomplete: 'username', value: 'ada@acme.test', inForm: true },
    { type: 'password', autocomplete: 'current-password', value: '', inForm: true },
  ])
})

test('A password manager detects whose new password it is on pages of emailed links', async ({
  page,
  box,
  demo,
  inbox,
}) => {
  const fieldsOf = (email: string) => [
    { type: 'text', autocomplete: 'username', value: email, inForm: true },
    ...['password', 'password'].map((type) => ({ type, autocomplete: 'new-password', value: '', inForm: true })),
  ]
  const newUser = await recruit(demo, 'mel@acme.test', 'Manager Mel')
  await page.goto('/account/forget-password')
  await box.enterEmail(newUser.email)
  await expect(box.title).toHaveText('Check your email')
  const reset = (await inbox(newUser.email)).links[0] ?? '/'
  const activation = (await inbox('ivo@acme.test')).links[0] ?? '/'
  for (const [link, email] of [
    [reset, newUser.email],
    [activation, 'ivo@acme.test'],
  ] as const) {
    await page.goto(link)
    await expect(box.newPassword).toBeVisible()
    await expect.poll(() => fieldsInDocument(page)).toEqual(fieldsOf(email))
  }
  const asked: Route[] = []
  await page.route('**/fe/v1/link-owner', (route) => void asked.push(route))
  await page.goto(activation)
  await box.newPassword.fill(NEW_PASSWORD)
  expect(await fieldsInDocument(page)).toMatchObject([{ type: 'password' }, { type: 'password' }])
  await asked[0]?.continue()
  await expect.poll(() => fieldsInDocument(page)).toMatchObject([{ value: 'ivo@acme.test' }, {}, {}])
  await expect(box.newPassword).toHaveValue(NEW_PASSWORD)
  await page.unroute('**/fe/v1/link-owner')
  await page.route('**/fe/v1/link-owner', (route) => route.fulfill({ status: 404, json: { errors: ['Not found'] } }))
  await page.goto(reset)
  await box.chooseNewPassword(NEW_PASSWORD)
  await expect(box.title).toHaveText('Password reset')
})

test('Fields have labels, and Enter submits the sign-in', async ({ page, box, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Enter Only')
  await page.goto('/script-tag')
  await box.email.click()
  await page.keyboard.type(newUser.email)
  await page.keyboard.press('Enter')
  await expect(box.password).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Signed in as ${newUser.email}`)).toBeVisible()
})

test('Twenty clicks within 100 ms send one sign-in', async ({ page, box, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Quick Clicks')
  const seen = countLogins(page)
  await page.goto('/script-tag')
  await box.enterEmail(newUser.email)
  await box.password.fill(PASSWORD)
  const took = await box.button('Sign in').evaluate((button: HTMLButtonElement) => {
    const start = performance.now()
    for (let click = 0; click < 20; click += 1) button.click()
    return performance.now() - start
  })
  expect(took).toBeLessThan(allowed(100))
  await expect(page.getByText(`Signed in as ${newUser.email}`)).toBeVisible()
  expect(seen.logins).toBe(1)
})

test('What was typed before the box was ready to send is kept', async ({ page, box }) => {
  await page.route('**/vendors/public', (route) => route.abort())
  await page.goto('/script-tag')
  await box.email.fill('ada@acme.test')
  await box.email.press('Tab')
  await expect(box.email).toHaveValue('ada@acme.test')
})

test('A link with a return URL opens it after signing in, but never on a foreign site', async ({ page, box, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Deep Link')
  await page.goto('/account/login?redirectUrl=%2Fesm%3Ffrom%3Dmail')
  await box.signIn(newUser.email)
  await expect(page).toHaveURL(/\/esm\?from=mail$/)
  await forgetSession(page)
  await page.goto('/account/login?redirectUrl=https%3A%2F%2Fevil.test%2F')
  await box.signIn(newUser.email)
  await expect(page).toHaveURL(/\/script-tag\/home$/)
})
