import type { Page } from '@playwright/test'
import { password } from '../../src/contract/password.ts'
import { expect, test } from './fixtures.ts'
import { NEW_PASSWORD, recruit } from './sample-users.ts'
import { newInviteLink } from './support/invite-link.ts'

const SECRET = 'one-time-secret-value'

/** A container of a tag manager can read this much of the page when its script runs. */
const STAND_IN = `{
  const entries = performance.getEntries().map(({ name }) => name)
  const visited = globalThis.navigation?.entries().map(({ url }) => url) ?? []
  noteScript(JSON.stringify([location.href, document.URL, document.referrer, entries, visited]))
}`

/** Adds a tag manager to every page of the browser, and collects the text that it read. */
const withTagManager = async (page: Page): Promise<string[]> => {
  const read: string[] = []
  await page.context().exposeBinding('noteScript', (_source, text: string) => void read.push(text))
  await page
    .context()
    .route('https://www.googletagmanager.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: STAND_IN }),
    )
  await page.context().route(/\/metadata\?.*adminBox/, async (route) => {
    const response = await route.fetch()
    const gtm = [{ id: 'GTM-ABC123', enabled: true, createdAt: '' }]
    await route.fulfill({ response, json: { rows: [{ configuration: { integrations: { gtm } } }] } })
  })
  return read
}

const LINKS = [
  `/account/invitation/accept?userId=u&token=${SECRET}`,
  `/account/reset-password?userId=u&token=${SECRET}&theme=dark#top`,
  `/account/login/magic-link?token=${SECRET}&invitationToken=${SECRET}`,
  `/account/login?invitationToken=${SECRET}`,
  `/account/sign-up?invitationToken=${SECRET}&a=1`,
  `/account/impersonate#impersonatedUserId=u&actorToken=${SECRET}`,
  `/account/impersonate?impersonatedUserId=u&token=${SECRET}`,
]

/** Pages of the demo, one for each way to start Front Entry. */
const WAYS = [
  ['the script tag', '/script-tag'],
  ['ES modules', '/esm'],
  ['an element alone', '/custom-element'],
] as const

/** Serves the account routes like the page at `path`. */
const serveAs = (page: Page, path: string) =>
  page.route(/\/account\//, (route) => {
    const request = route.request()
    return request.isNavigationRequest() ? route.continue({ url: new URL(path, request.url()).href }) : route.continue()
  })

/** The first request of each way is the host's own. */
const IS_OF_HOST = /\/fe\.(umd|esm)\.js$|\/demo\.css$/

const expectUnseen = async (page: Page, { link, secret, path }: { link: string; secret: string; path: string }) => {
  const read = await withTagManager(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() || IS_OF_HOST.test(request.url())) return
    sent.push(request.url(), request.headers().referer ?? '')
  })
  await serveAs(page, path)
  await page.goto(link)
  await expect.poll(() => read.length).toBeGreaterThan(0)
  expect(read.join('\n')).not.toContain(secret)
  expect(page.url()).not.toContain(secret)
  expect(sent.join('\n')).not.toContain(secret)
}

for (const [way, path] of WAYS) {
  for (const link of LINKS) {
    test(`No script sees the token of ${link.replaceAll(SECRET, '…')} with ${way}`, ({ page }) =>
      expectUnseen(page, { link, secret: SECRET, path }))
  }

  test(`No script sees the token of an activation with ${way}`, async ({ page, inbox }) => {
    const link = (await inbox('ivo@acme.test')).links[0] ?? '/'
    await expectUnseen(page, { link, secret: new URL(link).searchParams.get('token') ?? 'no token', path })
    await expect(page.locator('fe-login-box').getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  })
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

test('The token of a reset link survives a reload and the back button, is in no other tab, and is removed once it is used', async ({
  page,
  box,
  demo,
  request,
  inbox,
}) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Rhea Reload')
  await request.post(`${demo.origins.api}/frontegg${password.forgotPassword.path}`, { data: { email } })
  const link = (await inbox(email)).links[0] ?? '/'
  const token = new URL(link).searchParams.get('token') ?? 'no token'
  await page.goto(link)
  await expect(box.newPassword).toBeVisible()
  await page.reload()
  await expect(box.newPassword).toBeVisible()
  await page.goto('/script-tag')
  await page.goBack()
  await expect(page).toHaveURL(/\/account\/reset-password\?userId=[^&]+$/)
  expect(page.url()).not.toContain(token)

  await page.goto(link)
  await expect(box.newPassword).toBeVisible()
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  const other = await opening
  await expect(other.locator('fe-login-box').getByRole('heading', { level: 1 })).toHaveText('This link is incomplete')
  expect(await stored(other)).not.toContain(token)
  await other.close()

  await box.chooseNewPassword(NEW_PASSWORD)
  await expect(box.title).toHaveText('Password reset')
  expect(await stored(page)).not.toContain(token)
})

test('An invite link is passed to sign-up and survives a reload there, with its token in no URL', async ({
  page,
  box,
  demo,
  request,
}) => {
  const { token } = await newInviteLink(demo, request)
  await page.goto(`/account/login?invitationToken=${token}&tenant=x`)
  await expect(box.element.getByText('You’ve been invited to join Acme.')).toBeVisible()
  await expect(page).toHaveURL(/\/account\/login\?tenant=x$/)
  await box.link('Create an account').click()
  await expect(page).toHaveURL(/\/account\/sign-up\?tenant=x$/)
  await expect(box.element.getByText('You’ve been invited to join Acme.')).toBeVisible()
  await page.reload()
  await expect(box.element.getByText('You’ve been invited to join Acme.')).toBeVisible()
  await page.goto('/account/login?invitationToken=never-issued')
  await expect(box.element.getByText('We couldn’t verify your invitation')).toBeVisible()
  expect(await stored(page)).not.toContain('never-issued')
})
