import type { Page } from '@playwright/test'
import { freePorts } from '../../src/testing/ports.ts'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { readInbox } from '../server/inbox.ts'
import { test as base, expect } from './fixtures.ts'
import { NEW_PASSWORD, recruit } from './sample-users.ts'
import { openHost } from './support/host.ts'
import { serverOf } from './support/start-postgres.ts'
import { openStaticSite, type StaticSite } from './support/static-site.ts'

const CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'

const pageWith = ({ origins }: DemoHost, body: string, options = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A static page</title><link rel="icon" href="data:,">
<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script></head>
<body>${body}<p role="status" id="who"></p><button id="login">Log in</button><button id="portal">Open the portal</button><script>
  const app = fe.init({ contextOptions: { baseUrl: '${origins.api}', clientId: '${CLIENT_ID}' }, ${options} })
  app.subscribe(({ user }) => { who.textContent = user ? 'Signed in as ' + user.email : 'Signed out' })
  portal.addEventListener('click', () => app.showAdminPortal('users'))
  login.addEventListener('click', () => app.login())
</script></body></html>`

const BOX = '<fe-login-box></fe-login-box>'

const test = base.extend<object, { site: StaticSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use) => {
      const site = await openStaticSite(await freePorts(1))
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ site, watch, database }, use) => {
      const urls = { appUrl: site.origin, allowedOrigins: [site.origin] }
      const settings = { observe: watch.observe, ...urls, app: { urlStrategy: 'hash' as const } }
      const { demo, end } = await openHost(settings, serverOf(database))
      site.serve({ '/index.html': pageWith(demo, BOX), '/routed.html': pageWith(demo, '') })
      await use(demo)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site, demo: _ }, use) => use(site.origin),
})

const warningsOf = (page: Page): string[] => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('[front-entry] This server has no page')) warnings.push(message.text())
  })
  return warnings
}

const help = (page: Page) => page.locator('fe-login-box').getByRole('note')

test('Without a fallback on the server a forgotten password is reset by hash routes, which survive a reload', async ({
  page,
  box,
  demo,
  site,
}) => {
  const warnings = warningsOf(page)
  const guest = await recruit(demo, 'rex@reseller.test', 'Stan Static')
  await page.goto('/')
  await box.enterEmail(guest.email)
  await box.link('Forgot password?').click()
  await expect(page).toHaveURL(/\/#\/account\/forget-password$/)
  await expect(box.title).toHaveText('Reset your password')
  await expect(help(page)).toContainText(/no page at \/account\/forget-password \(status 404\).*urlStrategy: 'hash'/)
  expect(site.requests.filter((each) => each.startsWith('HEAD'))).toEqual(['HEAD /account/forget-password'])
  await page.reload()
  await expect(box.title).toHaveText('Reset your password')
  await expect(help(page)).toHaveCount(0)
  // The page has shown the message instead.
  expect(warnings).toEqual([])
  await box.enterEmail(guest.email)
  await expect(box.title).toHaveText('Check your email')
  const messages = () => readInbox(demo.backend.store, guest.email)
  await expect.poll(async () => (await messages()).length).toBe(1)
  const [link] = (await messages()).flatMap(({ links }) => links)
  expect(link).toContain(`${site.origin}/#/account/reset-password?`)
  await page.goto(link ?? '')
  await box.chooseNewPassword(NEW_PASSWORD)
  await box.button('Back to sign in').or(box.button('Sign in')).click()
  await expect(page).toHaveURL(/\/#\/account\/login/)
  await box.signIn(guest.email, NEW_PASSWORD)
  await expect(page.getByText(`Signed in as ${guest.email}`)).toBeVisible()
})

test('Without a fallback on the server app.login() leads to the box and back, and the portal opens and survives a reload', async ({
  page,
  box,
  portal,
}) => {
  await page.goto('/routed.html?from=mail')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/routed\.html\?from=mail#\/account\/login\?redirectUrl=/)
  await box.signIn('ada@acme.test')
  await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()
  await expect(box.title).toHaveCount(0)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/routed.html?from=mail')
  await page.getByRole('button', { name: 'Open the portal' }).click()
  await expect(portal.title('Users')).toBeVisible()
  await page.reload()
  await expect(portal.title('Users')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin-box\/users/)
})

for (const [strategy, url] of [
  ['hash', /\/own\.html.*#\/account\/login/],
  ['path', /:\d+\/account\/login/],
] as const)
  test(`Where the host sets urlStrategy '${strategy}' its server isn't checked`, async ({ page, site, demo }) => {
    site.serve({ '/own.html': pageWith(demo, '', `urlStrategy: '${strategy}'`) })
    site.requests.length = 0
    const warnings = warningsOf(page)
    await page.goto('/own.html')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(url)
    expect(site.requests.filter((each) => each.startsWith('HEAD'))).toEqual([])
    expect(warnings).toEqual([])
  })

test('A server with a fallback keeps its paths', async ({ page, box, site, demo }) => {
  const html = pageWith(demo, BOX)
  site.serve({ '/index.html': html, '/account/forget-password': html })
  const warnings = warningsOf(page)
  await page.goto('/')
  await box.enterEmail('ada@acme.test')
  await box.link('Forgot password?').click()
  await expect(page).toHaveURL(/\/account\/forget-password$/)
  await expect(box.title).toHaveText('Reset your password')
  expect(warnings).toEqual([])
})
