import type { APIRequestContext, Page } from '@playwright/test'
import { password } from '../../src/contract/password.ts'
import { linkOwner } from '../../src/contract/sign-up.ts'
import { team } from '../../src/contract/users.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { freshEmail, NEW_PASSWORD, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { expectAccessible, LOOKS } from './support/axe.ts'

const SIGNED_IN = 'You’re signed in as someone else'

/** Returns the demo's text that names the signed-in user. */
const user = (page: Page, email: string) => page.getByText(`Signed in as ${email}`)

type Fixtures = { demo: DemoHost; request: APIRequestContext }

/** Invites a user to Acme as Ada. */
const invite = async ({ demo, request }: Fixtures, email: string, name: string) => {
  const ada = await apiAs(request, demo, 'ada@acme.test')
  await ada.post(team.addUser, { email, name, roleIds: [], provider: 'local' })
}

test('An invitation in the browser of another user shows account, inviter and email, and asks before it switches users', async ({
  page,
  box,
  demo,
  request,
  inbox,
  signedIn,
}) => {
  const colleague = freshEmail('nia')
  await invite({ demo, request }, colleague, 'Nia New')
  const link = (await inbox(colleague)).links[0] ?? '/'
  const mel = await recruit(demo, 'mel@acme.test', 'Mel Present')
  await signedIn(mel.email)
  await page.goto(link)
  await expect(box.title).toHaveText(SIGNED_IN)
  await expect(box.element.getByText(`Ada Whitfield invited ${colleague} to join Acme.`)).toBeVisible()
  await expectAccessible(page, 'another user is signed in', LOOKS)

  await box.button(`Stay signed in as ${mel.email}`).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/script-tag/home')
  await expect(user(page, mel.email)).toBeVisible()

  await page.goto(link)
  await expect(box.title).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(box.button(`Continue as ${colleague}`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box.element.getByText(`Ada Whitfield invited ${colleague} to join Acme.`)).toBeVisible()
  await box.chooseNewPassword(NEW_PASSWORD)
  await page.waitForURL('**/script-tag/home')
  await expect(user(page, colleague)).toBeVisible()
})

test('An invitation of an existing user and a reset ask in the browser of another user, too', async ({
  page,
  box,
  demo,
  request,
  inbox,
  signedIn,
}) => {
  const gia = await recruit(demo, 'gia@globex.test', 'Gia Guest')
  await invite({ demo, request }, gia.email, 'Gia Guest')
  const invitation = (await inbox(gia.email)).links[0] ?? '/'
  const mel = await recruit(demo, 'mel@acme.test', 'Mel Present')
  await signedIn(mel.email)
  await page.goto(invitation)
  await expect(box.title).toHaveText(SIGNED_IN)
  await box.button(`Continue as ${gia.email}`).click()
  await expect(box.title).toHaveText('Join Acme')
  await box.button('Accept invitation').click()
  await expect(box.title).toHaveText('Invitation accepted')

  await signedIn(mel.email)
  await request.post(`${demo.origins.api}/frontegg${password.forgotPassword.path}`, { data: { email: gia.email } })
  await expect.poll(async () => (await inbox(gia.email)).subject).toBe('Reset your password')
  await page.goto((await inbox(gia.email)).links[0] ?? '/')
  await expect(box.element.getByText(`This link resets the password of ${gia.email}.`)).toBeVisible()
  await box.button(`Continue as ${gia.email}`).click()
  await box.chooseNewPassword(NEW_PASSWORD)
  await expect(box.title).toHaveText('Password reset')
})

test('An expired link is explained before anything is pressed, and an invitation is sent again', async ({
  page,
  box,
  demo,
  request,
  inbox,
}) => {
  const colleague = freshEmail('dee')
  await invite({ demo, request }, colleague, 'Dee Dead')
  const mail = await inbox(colleague)
  const { users, tickets } = demo.backend.store
  const dee = await users.find({ email: colleague })
  await tickets.update({ userId: dee?.id ?? '' }, { expiresAt: 1 })
  await page.goto(mail.links[0] ?? '/')
  await expect(box.title).toHaveText('This invitation has expired')
  await expect(box.element.getByText('Ask the member who invited you for a new one.')).toBeVisible()
  await box.button('Email me a new invitation').click()
  await box.enterEmail(colleague)
  await expect(box.title).toHaveText('Check your email')
  await expect.poll(async () => (await inbox(colleague)).id).not.toBe(mail.id)
  await page.goto((await inbox(colleague)).links[0] ?? '/')
  await box.chooseNewPassword(NEW_PASSWORD)
  await page.waitForURL('**/script-tag/home')

  await page.goto(mail.links[0] ?? '/')
  await expect(box.title).toHaveText('This invitation was already used')
  await expect(box.link('Back to sign-in')).toBeVisible()
})

test('Links work with a backend that can’t describe them before they are used', async ({
  page,
  box,
  demo,
  request,
  inbox,
  signedIn,
}) => {
  const colleague = freshEmail('old')
  await invite({ demo, request }, colleague, 'Olga Old')
  await page.route(`**${linkOwner.getLinkOwner.path}`, (route) =>
    route.fulfill({ status: 404, json: { errors: ['Not found'] } }),
  )
  const mel = await recruit(demo, 'mel@acme.test', 'Mel Present')
  await signedIn(mel.email)
  await page.goto((await inbox(colleague)).links[0] ?? '/')
  await expect(box.element.getByText('This link is for another user.')).toBeVisible()
  await box.button('Sign out and continue').click()
  await box.chooseNewPassword(NEW_PASSWORD)
  await page.waitForURL('**/script-tag/home')
  await expect(user(page, colleague)).toBeVisible()
})

test('The inbox shows an email as a mail program would, and its button opens a new page', async ({
  page,
  context,
  demo,
  request,
  inbox,
}) => {
  const colleague = freshEmail('ina')
  await invite({ demo, request }, colleague, 'Ina Inbox')
  const { links, html } = await inbox(colleague)
  expect(html).toContain('<html lang="en" dir="ltr">')
  await page.goto(`/inbox?to=${encodeURIComponent(colleague)}`)
  const button = page.frameLocator('iframe.mail').getByRole('link', { name: 'Accept invitation' })
  await expect(button).toHaveAttribute('href', links[0] ?? '')
  const [opened] = await Promise.all([context.waitForEvent('page'), button.click()])
  await expect(opened).toHaveTitle(/./)
  expect(new URL(opened.url()).origin).toBe(demo.origins.host)
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
})
