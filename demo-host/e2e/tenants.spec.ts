import type { Page, Request } from '@playwright/test'
import { tenantIdOf } from '../../src/backend/sample/tenants.ts'
import { expect, test } from './fixtures.ts'
import { recruit, recruitOfTwo } from './sample-users.ts'
import { type AppWindow, isSignedIn, openBlank, startApp } from './support/app-page.ts'
import { reach, scaled } from './support/figures.ts'

const PER_TAB = { authOptions: { enableSessionPerTenant: true } }
const [ACME, GLOBEX, SOLSTICE] = [tenantIdOf('acme'), tenantIdOf('globex'), tenantIdOf('solstice')]

const claimsOf = (token: string): { tenantId: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Records the tenant of each call of a tab, by its token and by its header. */
const watchTenants = (tab: Page) => {
  const tenants: string[] = []
  tab.on('request', (request: Request) => {
    const { authorization, 'frontegg-scoped-tenant': scoped } = request.headers()
    if (authorization) tenants.push(claimsOf(authorization).tenantId)
    if (scoped) tenants.push(scoped)
  })
  return tenants
}

const tenantOf = (tab: Page) =>
  tab.evaluate(async () => (await (window as unknown as AppWindow).apps.default?.getState())?.activeTenant?.tenantId)

const switchTo = (tab: Page, tenantId: string) =>
  tab.evaluate((id) => (window as unknown as AppWindow).apps.default?.switchTenant(id), tenantId)

const refresh = (tab: Page) =>
  tab.evaluate(async () => {
    await (window as unknown as AppWindow).apps.default?.loadEntitlements()
  })

test('Two tabs of one user keep their own tenants', { tag: '@smoke' }, async ({ page, context, demo, signedIn }) => {
  test.slow()
  const calls = scaled(500, 20)
  const refreshes = scaled(20, 4)
  const newUser = await recruitOfTwo(demo, 'Two Tabs')
  await signedIn(newUser.email)
  await openBlank(page)
  await startApp(page, demo, PER_TAB)
  const other = await context.newPage()
  await openBlank(other)
  await startApp(other, demo, PER_TAB)
  await switchTo(other, SOLSTICE)
  expect([await tenantOf(page), await tenantOf(other)]).toEqual([ACME, SOLSTICE])

  const [here, there] = [watchTenants(page), watchTenants(other)]
  for (let at = 0; at < calls; at += 1) {
    const tab = at % 2 ? other : page
    await refresh(tab)
    // A reload refreshes, and stays in the account of the tab.
    if (at % Math.floor(calls / refreshes) === 0) {
      await openBlank(tab)
      await startApp(tab, demo, PER_TAB)
    }
  }
  const wrong = here.filter((id) => id !== ACME).length + there.filter((id) => id !== SOLSTICE).length
  expect(here.length + there.length).toBeGreaterThanOrEqual(calls)
  expect(wrong).toBe(0)
  expect([await tenantOf(page), await tenantOf(other)]).toEqual([ACME, SOLSTICE])
  reach(
    9,
    '2 tabs, 2 tenants, 500 mixed calls, 20 refreshes: 0 requests with the wrong tenant',
    `${here.length + there.length} requests, ${refreshes} reloads, ${wrong} with the wrong tenant`,
  )
})

test('Without the mode of one account per tab, switching the account affects all tabs', async ({
  page,
  context,
  demo,
  signedIn,
}) => {
  const newUser = await recruitOfTwo(demo, 'One Account')
  await signedIn(newUser.email)
  await openBlank(page)
  await startApp(page, demo)
  const other = await context.newPage()
  await openBlank(other)
  await startApp(other, demo)
  await switchTo(other, SOLSTICE)
  expect(await tenantOf(other)).toBe(SOLSTICE)
  await expect.poll(() => tenantOf(page)).toBe(SOLSTICE)
})

test('A tenant in the URL is only a request; a foreign one is refused and changes nothing', async ({
  page,
  demo,
  signedIn,
}) => {
  const newUser = await recruitOfTwo(demo, 'Wishful')
  await signedIn(newUser.email)
  const responses: number[] = []
  page.on('response', (response) => {
    if (response.request().headers()['frontegg-scoped-tenant'] === GLOBEX) responses.push(response.status())
  })
  await page.goto(`/?tenantId=${GLOBEX}`)
  await startApp(page, demo)
  expect(responses).toContain(403)
  const { sessions, users } = demo.backend.store
  expect((await sessions.find({ userId: newUser.id }))?.tenantId).toBe(ACME)
  expect((await users.get(newUser.id))?.tenantId).not.toBe(GLOBEX)
  await openBlank(page)
  await startApp(page, demo)
  expect([await isSignedIn(page), await tenantOf(page)]).toEqual([true, ACME])
})

test('An account that forces a second factor admits no user from another account without one', async ({
  page,
  demo,
  signedIn,
}) => {
  const max = await recruit(demo, 'max@multi.test', 'Max Unproven')
  await signedIn(max.email)
  await openBlank(page)
  await startApp(page, demo)
  const responses: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/identity/resources/users/v1/tenant')) return
    responses.push(`${response.status()} ${response.headers()['www-authenticate']}`)
  })
  await page.evaluate((id) => {
    ;(window as unknown as AppWindow).apps.default?.switchTenant(id).catch(() => undefined)
  }, GLOBEX)
  // The box requests the factor, and offers a way back.
  await expect(page).toHaveURL(/\/account\/step-up/)
  expect(responses).toHaveLength(1)
  expect(responses[0]).toMatch(/^401 .*insufficient_user_authentication/)
  expect((await demo.backend.store.sessions.find({ userId: max.id }))?.tenantId).toBe(ACME)
})
