import { randomUUID } from 'node:crypto'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'

const SITE_KEY = 'demo-site-key'

/** Turns the vendor's captcha policy on while `work` runs, and off afterwards even if it fails. */
const whileAsked = async ({ backend }: DemoHost, siteKey: string, work: () => Promise<void>) => {
  const { policies } = backend.store
  const now = Date.now()
  const row = { id: randomUUID(), tenantId: null, kind: 'captcha', createdAt: now, updatedAt: now }
  await policies.insert({ ...row, value: JSON.stringify({ enabled: true, siteKey }) })
  try {
    await work()
  } finally {
    await policies.delete({ id: row.id })
  }
}

test('a captcha is solved by its widget, with a fresh token for every attempt', async ({ page, box, demo }) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Cleo Human')
  const asked = { checks: 0, logins: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/captcha/token')) asked.checks += 1
    if (request.url().endsWith('/auth/v1/user') && request.method() === 'POST') asked.logins += 1
  })
  await whileAsked(demo, SITE_KEY, async () => {
    await page.goto('/account/login')
    await box.signIn(email, 'Wrong-Horse-9')
    await expect(box.error).toHaveText('Incorrect email or password')
    await box.enterPassword('Correct-Horse-9')
    await page.waitForURL('**/script-tag/home')
  })
  // The API accepts a token once, so two checked sign-ins had two tokens.
  expect(asked).toEqual({ checks: 2, logins: 2 })
})

test('a captcha that does not load shows an error, and the password stays', async ({ page, box, demo }) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Nora Blocker')
  await page.route('**/captcha/api.js*', (route) => route.abort())
  await whileAsked(demo, SITE_KEY, async () => {
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.error).toContainText('The security check could not be loaded')
    await expect(box.password).toHaveValue('Correct-Horse-9')
    await page.unroute('**/captcha/api.js*')
    await box.password.press('Enter')
    await page.waitForURL('**/script-tag/home')
  })
})

const CONTAINERS = [
  { id: 'GTM-ABC123', enabled: true, createdAt: '' },
  { id: "GTM-X');alert(1)//", enabled: true, createdAt: '' },
  { id: 'GTM-OFF1', enabled: false, createdAt: '' },
]

test('the analytics container of the vendor is added once, and never for an invalid id', async ({ page, demo }) => {
  const asked: string[] = []
  await page.route('https://www.googletagmanager.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: 'window.tagged = (window.tagged ?? 0) + 1' })
  })
  await page.goto('/')
  await page.addScriptTag({ url: `${demo.origins.cdn}/${version}/fe.umd.js` })
  await page.evaluate(
    async ([baseUrl, gtm]) => {
      const { fe } = window as unknown as { fe: { init(options: object): { ready(): Promise<void> } } }
      await fe.init({ contextOptions: { baseUrl }, metadata: { integrations: { gtm } } }).ready()
    },
    [demo.origins.api, CONTAINERS] as const,
  )
  await expect.poll(() => page.evaluate(() => (window as { tagged?: number }).tagged)).toBe(1)
  expect(asked).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'])
})
