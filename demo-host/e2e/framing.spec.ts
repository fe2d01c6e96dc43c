import type { FrameLocator, Page } from '@playwright/test'
import { freePorts } from '../../src/testing/ports.ts'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { test as base, expect } from './fixtures.ts'
import { openHost } from './support/host.ts'
import { serverOf } from './support/start-postgres.ts'
import { openStaticSite, type StaticSite } from './support/static-site.ts'

const CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'
const REFUSED = 'It is shown inside another website'

const pageWith = ({ origins }: DemoHost, options = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>An application</title><link rel="icon" href="data:,">
<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script></head>
<body><fe-login-box></fe-login-box><button id="portal">Open the portal</button><script>
  const app = fe.init({ contextOptions: { baseUrl: '${origins.api}', clientId: '${CLIENT_ID}' }, urlStrategy: 'hash', ${options} })
  portal.addEventListener('click', () => app.showAdminPortal('profile'))
</script></body></html>`

const around = (url: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Around</title>
<link rel="icon" href="data:,"></head><body><iframe src="${url}" width="900" height="700"></iframe></body></html>`

interface Sites {
  /** The application's own site. */
  own: StaticSite
  /** A page of another origin. */
  other: StaticSite
}

const test = base.extend<object, { sites: Sites }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use) => {
      const own = await openStaticSite(await freePorts(1))
      const other = await openStaticSite(await freePorts(1))
      await use({ own, other })
      await own.close()
      await other.close()
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ sites: { own, other }, watch, database }, use) => {
      const urls = { appUrl: own.origin, allowedOrigins: [own.origin] }
      const settings = { observe: watch.observe, ...urls, app: { urlStrategy: 'hash' as const } }
      const { demo, end } = await openHost(settings, serverOf(database))
      const listed = `allowedFrameAncestors: ['${other.origin}']`
      own.serve({
        '/index.html': pageWith(demo),
        '/listed.html': pageWith(demo, listed),
        '/all.html': pageWith(demo, "allowedFrameAncestors: ['*']"),
        '/around.html': around('/index.html'),
        '/around-listed.html': around(`${other.origin}/around.html`),
      })
      other.serve({
        '/index.html': around(`${own.origin}/`),
        '/listed.html': around(`${own.origin}/listed.html`),
        '/all.html': around(`${own.origin}/all.html`),
        '/demo.html': around(`${demo.origins.host}/script-tag`),
        '/hosted.html': around(`${demo.origins.api}/oauth/account/login`),
      })
      await use(demo)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ sites, demo: _ }, use) => use(sites.own.origin),
})

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe')

const errorsOf = (page: Page): string[] => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('allowedFrameAncestors')) errors.push(message.text())
  })
  return errors
}

test('the login box accepts no input in a frame of another origin, shows why, and names the option', async ({
  page,
  sites,
}) => {
  const errors = errorsOf(page)
  await page.goto(`${sites.other.origin}/`)
  const frame = frameOf(page)
  await expect(frame.getByRole('alert')).toContainText(REFUSED)
  await expect(frame.getByRole('textbox')).toHaveCount(0)
  // The page has a login box and a portal, and each of them logs the error.
  expect(errors).not.toEqual([])
  expect(errors.filter((error) => !error.includes(sites.other.origin))).toEqual([])
})

test('the portal accepts no input in such a frame either, for a user who is signed in', async ({
  page,
  sites,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await page.goto(`${sites.other.origin}/`)
  const frame = frameOf(page)
  await frame.getByRole('button', { name: 'Open the portal' }).click()
  await expect(frame.locator('fe-admin-portal').getByRole('alert')).toContainText(REFUSED)
  await expect(frame.locator('fe-admin-portal').getByRole('textbox')).toHaveCount(0)
  await expect(frame.locator('fe-admin-portal').getByRole('button')).toHaveCount(0)
})

for (const [title, origin, path] of [
  ['of its own origin', 'own', '/around.html'],
  ['of an origin that init lists', 'other', '/listed.html'],
  ['of any origin where init allows all', 'other', '/all.html'],
] as const)
  test(`the login box accepts input in a frame ${title}`, async ({ page, sites }) => {
    await page.goto(sites[origin].origin + path)
    await frameOf(page).getByRole('textbox', { name: 'Email' }).fill('ada@acme.test')
    await expect(frameOf(page).getByText(REFUSED)).toHaveCount(0)
  })

test('pages of the demo host and of hosted login aren’t shown in frames of other origins', async ({
  page,
  request,
  demo,
  sites,
}) => {
  for (const path of ['/demo.html', '/hosted.html']) {
    await page.goto(sites.other.origin + path)
    await expect(frameOf(page).locator('fe-login-box')).toHaveCount(0)
  }
  const pages = [
    ...['/', '/script-tag', '/esm', '/account/login', '/hosted', '/gates', '/inbox', '/strict-csp', '/ssr'].map(
      (path) => demo.origins.host + path,
    ),
    `${demo.origins.api}/oauth/account/login`,
    `${demo.origins.api}/health`,
    `${demo.origins.idp}/console`,
  ]
  for (const url of pages) {
    const headers = (await request.get(url, { maxRedirects: 0 })).headers()
    expect(headers['content-security-policy'] ?? '', url).toMatch(/frame-ancestors '(none|self)'/)
  }
})
