import type { APIRequestContext, Page, Route } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { type AppWindow, openBlank, startApp } from './support/app-page.ts'
import { countRequests } from './support/counters.ts'
import { allowed, reach, scaled } from './support/figures.ts'

const LOGOUT = '**/identity/resources/auth/v1/logout'
const ME = '/frontegg/identity/resources/users/v2/me'
const REFRESH = '/frontegg/identity/resources/auth/v1/user/token/refresh'
const LONG = 3 * 60_000

type Fault = (route: Route) => Promise<unknown>

const slowly = (route: Route) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(() => route.continue().then(resolve, reject), scaled(30_000, 1_500))
  })

const FAULTS: Readonly<Record<string, Fault>> = {
  'responds 500': (route) => route.fulfill({ status: 500, body: 'no' }),
  'is offline': (route) => route.abort('internetdisconnected'),
  'takes 30 s': slowly,
}

/** Signs out and returns the milliseconds until this page had no data of the user. */
const signOut = (page: Page) =>
  page.evaluate(async () => {
    const app = (window as unknown as AppWindow).apps.default
    const began = performance.now()
    void app?.logout().catch(() => undefined)
    const isGone = () => {
      const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
      const state = app?.getState()
      return state?.isAuthenticated === false && state.user === undefined && !/eyJ/.test(kept)
    }
    while (!isGone()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - began
  })

/** Returns the API's response to the old token. */
const statusOfToken = async (request: APIRequestContext, { origins }: DemoHost, token: string) =>
  (
    await request.get(origins.api + ME, { headers: { origin: origins.host, authorization: `Bearer ${token}` } })
  ).status()

/** Returns the API's response to the old cookie; a second refresh with it would itself end the session. */
const statusOfCookie = async (request: APIRequestContext, { origins }: DemoHost, cookie: string) => {
  const headers = { origin: origins.host, cookie }
  return (await request.post(origins.api + REFRESH, { headers, data: { tenantId: null } })).status()
}

const cookieText = async (page: Page, { origins }: DemoHost) =>
  (await page.context().cookies(origins.api)).map(({ name, value }) => `${name}=${value}`).join('; ')

const tokenOf = (page: Page) =>
  page.evaluate(async () => String(await (window as unknown as AppWindow).apps.default?.getAccessToken()))

test.describe('Signing out', () => {
  for (const [what, fault] of Object.entries(FAULTS)) {
    test(`signing out while the API ${what} removes the session from this browser at once, and later at the API`, async ({
      page,
      demo,
      signedIn,
      playwright,
    }) => {
      test.setTimeout(LONG)
      const newUser = await recruit(demo, 'mel@acme.test', 'Leaving Now')
      await signedIn(newUser.email)
      await openBlank(page)
      await startApp(page, demo)
      const [cookie, token] = [await cookieText(page, demo), await tokenOf(page)]
      await page.route(LOGOUT, fault)
      const tookMs = Math.round(await signOut(page))
      expect(tookMs).toBeLessThan(allowed(1_000))
      await page.unroute(LOGOUT)
      // The next page sends the requests that could not be sent.
      await openBlank(page)
      await startApp(page, demo)
      const other = await playwright.request.newContext()
      await expect.poll(() => statusOfToken(other, demo, token), { timeout: 60_000 }).toBe(401)
      expect(await statusOfCookie(other, demo, cookie)).toBe(401)
      await other.dispose()
      reach(22, `API ${what}: local state gone within 1 s, old cookie and token 401`, `${tookMs} ms, 401 and 401`)
    })
  }

  test('the back button shows nothing private after a sign-out', async ({ page, demo, signedIn }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Private User')
    await signedIn(newUser.email)
    const shown = async (where: Page) =>
      where.evaluate(
        (words) => {
          const all = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
          const text = all
            .map((root) => ('body' in root ? (root.body.textContent ?? '') : (root.textContent ?? '')))
            .join('\n')
          return words.filter((word) => text.includes(word))
        },
        [newUser.email, newUser.name],
      )
    await page.goto('/script-tag')
    await page.getByRole('button', { name: 'Open the portal' }).click()
    await expect.poll(() => shown(page)).toContain(newUser.name)
    // The page is left while signed in; the sign-out happens elsewhere.
    await page.goto('/')
    const other = await page.context().newPage()
    await other.goto('/script-tag')
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
    expect(await shown(page)).toEqual([])
    await other.goto('/')
    await other.goBack()
    await expect(other.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
    expect(await shown(other)).toEqual([])
    reach(22, 'back button: 0 private text', '2 ways back, 0 words')
  })

  test('a foreign page can’t sign a user out by link, picture, form or frame', async ({ page, demo, signedIn }) => {
    // Pages that a test serves count as foreign to this machine.
    await page.context().grantPermissions(['local-network-access'])
    const { api, idp, host } = demo.origins
    const newUser = await recruit(demo, 'mel@acme.test', 'Staying Here')
    await signedIn(newUser.email)
    const gets = ['/oauth/logout', '/frontegg/oauth/logout', '/frontegg/identity/resources/auth/v1/logout']
    const pictures = gets.map((path) => `<img alt="" src="${api}${path}?post_logout_redirect_uri=${host}/">`).join('')
    const forms = gets.map(
      (path, at) =>
        `<iframe title="f" name="f${at}"></iframe><form id="form${at}" target="f${at}" method="post" action="${api}${path}"></form>`,
    )
    const body = `${pictures}${forms.join('')}<script>for (const form of document.forms) form.submit()</script>`
    const reached = await countRequests(demo, '/logout')
    let before = await reached()
    const alive = async () =>
      (await page.request.post(api + REFRESH, { headers: { origin: host }, data: { tenantId: null } })).status()
    for (const origin of ['http://other.test', idp]) {
      await page.route(`${origin}/evil`, (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.goto(`${origin}/evil`, { waitUntil: 'networkidle' })
      // A browser blocks an insecure foreign page from reaching this machine; one on this machine does reach it, with
      // the cookie.
      if (origin === idp) await expect.poll(reached).toBeGreaterThanOrEqual(before + gets.length)
      before = await reached()
      expect(await alive(), `pictures and forms of ${origin}`).toBe(200)
      await page.evaluate((url) => window.location.assign(url), `${api}${gets[0]}?post_logout_redirect_uri=${host}/`)
      await page.waitForURL(/logout/)
      await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
      expect(await alive(), `a link of ${origin}`).toBe(200)
    }
    reach(
      22,
      'logout by foreign GET, image or form: session still alive',
      `${gets.length * 2 + 1} ways, 2 origins: alive`,
    )
  })
})
