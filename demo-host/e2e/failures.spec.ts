import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { type AppWindow, askToken, isSignedIn, openBlank, startApp } from './support/app-page.ts'
import { reach } from './support/figures.ts'

const API = /\/frontegg\//
const LOGIN = /\/auth\/v1\/user$/
const DIFFICULTIES = /We're facing some difficulties, Please try again/

/** Errors of the host page's own: whatever we do wrong, it lives on. */
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
  await expect(box.error).toHaveText("We can't reach the server. Check your connection and try again.")
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

test('Whatever the API responds to a sign-in, the user reads why and may try again', async ({ page, box, demo }) => {
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
    // The message of the response before may be the same.
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

test('While the API is slow the button waits and nothing is sent twice', async ({ page, box, demo }) => {
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

const times = (count: number, fault: (route: Route) => Promise<void>) => {
  let left = count
  return (route: Route) => (left-- > 0 ? fault(route) : route.fallback())
}

const FAULTS: readonly [name: string, fault: () => (route: Route) => Promise<void>][] = [
  ['is dropped once', () => times(1, (route) => route.abort())],
  ['answers 500 once', () => times(1, (route) => route.fulfill({ status: 500 }))],
  ['answers 503 twice', () => times(2, (route) => route.fulfill({ status: 503 }))],
  [
    'takes 3 s',
    () =>
      times(1, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        await route.fallback()
      }),
  ],
]

test.describe('Scripts that fail to load', () => {
  for (const [file, path, title] of [
    ['fe.esm.js', '/script-tag', /Sign in/],
    ['chunks/flow-forgot-password*.js', '/account/forget-password', 'Reset your password'],
  ] as const) {
    for (const [name, fault] of FAULTS) {
      test(`The box comes within 20 s when ${file} ${name}`, async ({ page, box }) => {
        const errors = watchErrors(page)
        await page.route(`**/6.176.0/${file}`, fault())
        const start = performance.now()
        await page.goto(path, { waitUntil: 'commit' })
        await expect(box.title).toHaveText(title, { timeout: 20_000 })
        await expect(box.email).toBeEditable()
        expect(errors).toEqual([])
        reach(11, `${file} ${name}: recovers within 20 s`, `${Math.round(performance.now() - start)} ms`)
      })
    }
  }

  test('Blocked for good, the page hears of it within 30 s and lives on', async ({ page }) => {
    const errors = watchErrors(page)
    await page.addInitScript(() => {
      const start = performance.now()
      window.addEventListener('fe-load-error', () => Object.assign(window, { messageAfter: performance.now() - start }))
    })
    await page.route('**/6.176.0/fe.esm.js', (route) => route.abort())
    await page.goto('/script-tag', { waitUntil: 'commit' })
    const messageAfter = () => page.evaluate(() => (window as unknown as { messageAfter?: number }).messageAfter ?? 0)
    await expect.poll(messageAfter, { timeout: 32_000 }).toBeGreaterThan(0)
    expect(await messageAfter()).toBeLessThan(30_000)
    await expect(page.getByRole('link', { name: 'Demo host' })).toBeVisible()
    expect(errors).toEqual([])
    reach(11, 'blocked for good: error event within 30 s, 0 host errors', `${Math.round(await messageAfter())} ms, 0`)
  })

  test('A bundle that was tampered with is refused', async ({ page, box }) => {
    await page.route('**/6.176.0/fe.esm.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response: response, body: `${await response.text()}\nwindow.tampered = true` })
    })
    await page.goto('/script-tag', { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(() => 'fe' in window)).toBe(true)
    await expect(box.email).toHaveCount(0)
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
  })

  test('A second script tag and a second init are harmless', async ({ page, box, demo }) => {
    const errors = watchErrors(page)
    await page.goto('/script-tag')
    await expect(box.email).toBeVisible()
    await page.addScriptTag({ url: `${demo.origins.cdn}/6.176.0/fe.umd.js` })
    await startApp(page, demo)
    await expect(box.email).toHaveCount(1)
    expect(errors).toEqual([])
  })
})

test('Malformed and oversize requests are refused with a clear error, and the API lives on', async ({
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
  // The same machine by another name: cookies of the first do not travel there.
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
  expect(await askToken(page, 'two')).toBeUndefined()
  expect(bearers).toEqual([])
  await page.evaluate(() => (window as unknown as AppWindow).apps.two?.logout())
  expect(await isSignedIn(page, 'one')).toBe(true)
  expect(await askToken(page, 'one')).toBeTruthy()
  const clash = await page.evaluate(async (baseUrl) => {
    const own = window as unknown as AppWindow
    const surface = (await own.fe.ready()) as { init(options: object, name: string): unknown }
    try {
      surface.init({ contextOptions: { baseUrl } }, 'one')
      return 'accepted'
    } catch (error) {
      return String(error)
    }
  }, elsewhere)
  expect(clash).toMatch(/one/)
  expect(clash).not.toBe('accepted')
})

interface Ledger {
  listeners: Map<string, number>
  channels: Set<object>
  timers: Set<number>
}

/** Counts what the page holds: listeners on window and document, channels, timers. */
const countHoldings = () => {
  const ledger: Ledger = { listeners: new Map(), channels: new Set(), timers: new Set() }
  Object.assign(window, { ledger })
  const note = (target: EventTarget, type: string, by: number) => {
    if (target !== window && target !== document && target !== document.documentElement) return
    const key = `${target === window ? 'window' : 'document'} ${type}`
    ledger.listeners.set(key, (ledger.listeners.get(key) ?? 0) + by)
  }
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  const held = new WeakMap<EventTarget, Set<string>>()
  const ids = new WeakMap<object, number>()
  let next = 0
  const keyOf = (type: string, listener: object, capture: boolean) => {
    if (!ids.has(listener)) ids.set(listener, next++)
    return `${type} ${ids.get(listener)} ${capture}`
  }
  const isCapture = (options?: boolean | AddEventListenerOptions) =>
    typeof options === 'object' ? Boolean(options.capture) : Boolean(options)
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const of = held.get(this ?? window) ?? new Set()
    held.set(this ?? window, of)
    if (listener) {
      const key = keyOf(type, listener, isCapture(options))
      if (!of.has(key)) note(this ?? window, type, 1)
      of.add(key)
      if (typeof options === 'object' && options.signal) {
        add.call(options.signal, 'abort', () => of.delete(key) && note(this ?? window, type, -1))
      }
      if (typeof options === 'object' && options.once) {
        add.call(this ?? window, type, () => of.delete(key) && note(this ?? window, type, -1), {
          once: true,
          capture: true,
        })
      }
    }
    return add.call(this ?? window, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const key = listener && keyOf(type, listener, isCapture(options as boolean))
    if (key && held.get(this ?? window)?.delete(key)) note(this ?? window, type, -1)
    return remove.call(this ?? window, type, listener, options)
  }
  const Channel = window.BroadcastChannel
  window.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      ledger.channels.add(this)
    }
    override close() {
      ledger.channels.delete(this)
      super.close()
    }
  }
  const { setTimeout: set, clearTimeout: clear } = window
  window.setTimeout = ((task: () => void, ms?: number, ...rest: []) => {
    const id = set(
      () => {
        ledger.timers.delete(id)
        task()
      },
      ms,
      ...rest,
    )
    ledger.timers.add(id)
    return id
  }) as typeof window.setTimeout
  window.clearTimeout = (id) => {
    ledger.timers.delete(Number(id))
    clear(id)
  }
}

/** Playwright has these of its own. */
const TOOLS = [
  '__playwright_global_listeners_check__',
  'auxclick',
  'click',
  'contextmenu',
  'dblclick',
  'mousedown',
  'mousemove',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchcancel',
  'touchend',
  'touchstart',
].map((type) => `window ${type}`)

const holdings = (page: Page) =>
  page.evaluate(async (tools) => {
    const { listeners, channels, timers } = (window as unknown as { ledger: Ledger }).ledger
    const { held = [], pending = [] } = await navigator.locks.query()
    return {
      listeners: Object.fromEntries([...listeners].filter(([key, count]) => count !== 0 && !tools.includes(key))),
      channels: channels.size,
      timers: timers.size,
      locks: held.length + pending.length,
      nodes: document.body.querySelectorAll('*').length,
      sheets: document.adoptedStyleSheets.length,
    }
  }, TOOLS)

test('Unmounting leaves no node, listener, timer, channel, lock or sheet behind', async ({
  page,
  demo,
  portal,
  signedIn,
}) => {
  await page.addInitScript(countHoldings)
  await signedIn('ada@acme.test')
  await openBlank(page)
  const cycle = async () => {
    await startApp(page, demo)
    await page.evaluate(() => (window as unknown as AppWindow).apps.default?.showAdminPortal('users'))
    await expect(portal.rows.first()).toBeVisible()
    await page.evaluate(() => (window as unknown as AppWindow).apps.default?.unmount())
    await expect(portal.element).toHaveCount(0)
  }
  const before = await holdings(page)
  await cycle()
  await expect.poll(async () => (await holdings(page)).timers, 'timers').toBe(before.timers)
  const after = await holdings(page)
  expect({ ...after, listeners: undefined }).toEqual({ ...before, listeners: undefined })
  // React keeps one of its own per document for good.
  const { 'document selectionchange': _reacts, ...listeners } = after.listeners
  expect(listeners).toEqual(before.listeners)
  for (let round = 0; round < 3; round += 1) await cycle()
  await expect.poll(() => holdings(page)).toEqual(after)
})
