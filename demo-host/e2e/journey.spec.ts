import { version } from '../scripts/project.mjs'
import { expect, test } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import { freshEmail, NEW_PASSWORD, recruit } from './sample-users.ts'

test('Ada signs in and invites a colleague, who joins from the email and is greeted', { tag: '@smoke' }, async ({
  page,
  box,
  portal,
  inbox,
  browser,
  baseURL,
}) => {
  const colleague = freshEmail('kim')
  await page.goto('/account/login')
  await box.signIn('ada@acme.test')
  await expect(page).toHaveURL(/\/script-tag\/home$/)
  await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()

  await portal.open()
  await expect(portal.title('Users')).toBeVisible()
  await expect(portal.total).toHaveText(/\d\d users/)
  await portal.button('Invite users').click()
  await portal.inviteDialog.getByLabel('Email addresses').fill(colleague)
  await portal.chooseRole(portal.inviteDialog, 'Auditor')
  await portal.inviteDialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(portal.toast(`Invitation sent to ${colleague}`)).toBeVisible()
  await portal.search.fill(colleague)
  await expect(portal.row(colleague)).toContainText('Invited')

  const mail = await inbox(colleague)
  const other = await (await browser.newContext({ baseURL })).newPage()
  const otherBox = loginBox(other)
  await other.goto(mail.links[0] ?? '/')
  await otherBox.chooseNewPassword(NEW_PASSWORD)
  await expect(other).toHaveURL(/\/script-tag\/home$/)
  await expect(other.getByText(`Signed in as ${colleague}`)).toBeVisible()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.getByRole('link', { name: 'Sign in' }).click()
  await otherBox.signIn(colleague, NEW_PASSWORD)
  await expect(other.getByText(`Signed in as ${colleague}`)).toBeVisible()
  await other.context().close()

  await portal.search.fill('ada')
  await expect(portal.row(colleague)).toHaveCount(0)
  await portal.search.fill(colleague)
  await expect(portal.row(colleague)).toContainText('Active')
  await expect(portal.row(colleague)).toContainText('Auditor')

  await portal.element.getByRole('button', { name: 'Sign out' }).click()
  await expect(portal.title('Sign in to continue')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Signed in as')).toHaveCount(0)
})

test('A user who forgot the password chooses a new one from the email', { tag: '@smoke' }, async ({
  page,
  box,
  inbox,
  demo,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Noa Example')
  await page.goto('/account/login')
  await box.enterEmail(newUser.email)
  await box.link('Forgot password?').click()
  await expect(box.email).toHaveValue(newUser.email)
  await box.button('Send reset link').click()
  await expect(box.title).toHaveText('Check your email')
  await page.goto((await inbox(newUser.email)).links[0] ?? '/')
  await box.chooseNewPassword(NEW_PASSWORD)
  await expect(box.title).toHaveText('Password reset')
  await box.button('Sign in').click()
  await box.signIn(newUser.email, NEW_PASSWORD)
  await expect(page.getByText(`Signed in as ${newUser.email}`)).toBeVisible()
})

test('The release is served immutable, compressed and open to every origin', async ({ request, demo }) => {
  const response = await request.get(`${demo.origins.cdn}/${version}/fe.esm.js`, {
    headers: { 'accept-encoding': 'br' },
  })
  expect(response.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-encoding': 'br',
  })
  expect(await response.text(), 'compiled beside its download').toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  const moved = await request.get(`${demo.origins.cdn}/6/fe.umd.js`, { maxRedirects: 0 })
  expect(moved.status()).toBe(302)
  expect(moved.headers().location).toBe(`/${version}/fe.umd.js`)
})
