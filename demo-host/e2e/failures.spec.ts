import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { type AppWindow, getFreshToken, isSignedIn, openBlank, startApp } from './support/app-page.ts'

const API = /\/frontegg\//
const LOGIN = /\/auth\/v1\/user$/
const DIFFICULTIES = /We're facing some difficulties, Please try again/

/** Collects errors of the host page, which must keep working regardless of our failures. */
const watchErrors = (page: Page) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

const cors = (page: Page) => ({
  'access-control-allow-origin': new URL(page.url()).origin,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Retry-After, WWW-Authenticate, Date',
})

test('With the API down at start the box shows an error, and works once the API is back', async ({
  page,
  box,
  demo,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Down First')
  const errors = watchErrors(page)
  await page.route(API, (route) => route.abort('connectionrefused'))
  await page.goto('/script-tag')
  await box.enterEmail(newUser.email)
  await expect(box.error).toHaveText('We can’t reach the server. Check your connection and try again.')
  await expect(box.email).toHaveValue(newUser.email)
  await page.unrouteAll()
  await box.button('Continue').click()
  await box.enterPassword(PASSWORD)
  await expect(page.getByText(`Signed in as ${newUser.email}`)).toBeVisible()
  expect(errors).toEqual([])
})

interface MalformedResponse {
  name: string
  status?: number
  body?: string
  type?: string
  headers?: Record<string, string>
  text: RegExp
}

const HTML = '<!doctype html><html><body><h1>Oh no</h1></body></html>'
const NOT_SIGNED_IN = /Failed to authenticate/

/** The messages are part of the contract with hosts that match on them. */
const MALFORMED_RESPONSES: readonly MalformedResponse[] = [
  { name: 'HTML of 1 MB', status: 500, body: HTML + ' '.repeat(1_000_000), type: 'text/html', text: DIFFICULTIES },
  { name: 'an empty 500', status: 500, body: '', text: DIFFICULTIES },
  { name: '413', status: 413, body: HTML, type: 'text/html', text: /Error request is too large/ },
  { name: '429 with a time', status: 429, body: '{}', headers: { 'retry-after': '3' }, text: /Try again in 3 seconds/ },
  { name: '429 without one', status: 429, body: '{}', text: /Too many attempts\. Wait a moment/ },
  {
    name: 'two errors',
    status: 400,
    body: '{"errors":["First thing","second thing"]}',
    text: /First thing, second thing/,
  },
  { name: 'wrong types', status: 400, body: '{"errors":{"a":1}}', text: /Error 400/ },
  { name: 'null', status: 400, body: 'null', text: /Error 400/ },
  { name: 'plain text', status: 400, body: 'Out of tea', type: 'text/plain', text: /Out of tea/ },
  { name: 'a page with status 200', status: 200, body: HTML, type: 'text/html', text: NOT_SIGNED_IN },
  { name: 'cut JSON', status: 200, body: '{"accessToken": "ey', text: NOT_SIGNED_IN },
  { name: 'a token that is none', status: 200, body: '{"accessToken":"x.y.z","expiresIn":"soon"}', text: /./ },
  { name: 'nothing', status: 204, text: NOT_SIGNED_IN },
]

test('Whatever the API’s response to a sign-in, the user sees the reason and can try again', async ({
  page,
  box,
  demo,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Malformed Responses')
  const errors = watchErrors(page)
  await page.goto('/script-tag')
  await box.enterEmail(newUser.email)
  for (const { name, status, body, type = 'application/json', headers, text } of MALFORMED_RESPONSES) {
    await page.route(LOGIN, (route) =>
      route.request().method() === 'OPTIONS'
        ? route.fallback()
        : route.fulfill({ status, body, contentType: type, headers: { ...cors(page), ...headers } }),
    )
    // The message of the previous response may be the same.
    const response = page.waitForResponse((one) => LOGIN.test(one.url()) && one.request().method() === 'POST')
    await box.enterPassword(PASSWORD)
    await response
    await expect(box.button('Sign in'), name).toBeEnabled()
    await expect(box.error, name).toHaveText(text)
    await expect(box.element, name).not.toContainText('<')
    await page.unroute(LOGIN)
  }
  await box.enterPassword(PASSWORD)
  await expect(page.getByText(`Signed in as ${newUser.email}`)).toBeVisible()
  expect(errors).toEqual([])
})

test('While the API is slow the button is busy and nothing is sent twice', async ({ page, box, demo }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Slow Response')
  await page.goto('/script-tag')
  await box.enterEmail(newUser.email)
  let sent = 0
  const released: { go(): void }[] = []
  await page.route(LOGIN, async (route) => {
    if (route.request().method() === 'POST') sent += 1
    await new Promise<void>((resolve) => released.push({ go: resolve }))
    await route.fallback()
  })
  await box.enterPassword(PASSWORD)
  await expect(box.element.locator('button[data-busy]')).toBeVisible()
  await box.password.press('Enter')
  await expect.poll(() => released.length).toBe(1)
  released[0]?.go()
  await expect(page.getByText(`Signed in as ${newUser.email}`)).toBeVisible()
  expect(sent).toBe(1)
})

test('Malformed and oversize requests are refused with a clear error, and the API keeps running', async ({
  request,
  demo,
}) => {
  const url = `${demo.origins.api}/frontegg/identity/resources/auth/v1/user`
  const send = (data: string | Buffer, type = 'application/json') =>
    request.post(url, { data, headers: { 'content-type': type, origin: demo.origins.host } })
  const refusals = [
    await send('{"email": "ada@acme.test", '),
    await send('null'),
    await send('[1,2,3]'),
    await send('{"email": 5, "password": {}}'),
    await send(Buffer.from([0xff, 0xfe, 0x00, 0x80])),
    await send(JSON.stringify({ email: 'a@b.test', password: 'x'.repeat(2_000_000) })),
  ]
  for (const response of refusals) {
    expect([400, 413]).toContain(response.status())
    expect(((await response.json()) as { errors: string[] }).errors.join()).not.toBe('')
  }
  expect(refusals.at(-1)?.status()).toBe(413)
  expect((await request.get(`${demo.origins.api}/health`)).ok()).toBe(true)
})

test('Two apps with different URLs on one page share nothing', async ({ page, demo, signedIn }) => {
  await signedIn('ada@acme.test')
  // This is the same machine by another name; cookies of the first one are not sent there.
  const elsewhere = demo.origins.api.replace('localhost', '127.0.0.1')
  const bearers: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(elsewhere) && request.headers().authorization) bearers.push(request.url())
  })
  await openBlank(page)
  await startApp(page, demo, { name: 'one' })
  await startApp(page, demo, { name: 'two', baseUrl: elsewhere })
  expect(await isSignedIn(page, 'one')).toBe(true)
  expect(await isSignedIn(page, 'two')).toBe(false)
  expect(await getFreshToken(page, 'two')).toBeUndefined()
  expect(bearers).toEqual([])
  await page.evaluate(() => (window as unknown as AppWindow).apps.two?.logout())
  expect(await isSignedIn(page, 'one')).toBe(true)
  expect(await getFreshToken(page, 'one')).toBeTruthy()
  // Simulates a hot update, which happens on localhost only: the app restarts with the other API and without its
  // previous data.
  await startApp(page, demo, { name: 'one', baseUrl: elsewhere })
  expect(await isSignedIn(page, 'one')).toBe(false)
  expect(await getFreshToken(page, 'one')).toBeUndefined()
  expect(bearers).toEqual([])
})
