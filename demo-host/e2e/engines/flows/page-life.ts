import assert from 'node:assert/strict'
import axe from 'axe-core'
import { scaled } from '../../../../src/backend/prove/report.test-kit.ts'
import { finishMotion } from '../../support/finish-motion.ts'
import { byCss, byRole, byText } from '../by.ts'
import type { EnginePage } from '../page.ts'
import { dialog, inPortal, PORTAL, type Visit } from '../visit.ts'
import { type AppWindow, startApp } from './app.ts'

/** Runs in the page: renders a login box with 1 MB of texts in Hebrew, some of them malformed. */
const drawInHebrew = (baseUrl: string, keys: number) => {
  document.documentElement.lang = 'he'
  const many = Object.fromEntries(Array.from({ length: keys }, (_, at) => [`key${at}`, 'א'.repeat(200)]))
  const login = { ...many, titleWithoutName: 'כניסה', title: 'כניסה אל {{name}}', continue: 'המשך', subtitle: '{{name' }
  const { fe, app } = window as unknown as AppWindow
  app.unmount()
  document.body.append(document.createElement('fe-login-box'))
  const authOptions = { routes: { authenticatedUrl: '/home' } }
  const localizations = { he: { loginBox: { login } } }
  fe?.init({ contextOptions: { baseUrl, logLevel: 'error' }, localizations, authOptions })
}

const KEYS = 5_000
const MAX_PAINT_MS = 10_000

/** Checks a megabyte of right-to-left texts, some of them malformed: only those fall back to English. */
export const translations = async (visit: Visit) => {
  const { demo, page, note } = visit
  await startApp(visit, page)
  const start = performance.now()
  await page.run(drawInHebrew, demo.origins.api, KEYS)
  await page.see(byRole('button', 'המשך'))
  const drawn = Math.round(performance.now() - start)
  assert.ok(drawn < MAX_PAINT_MS, `${drawn} ms`)
  await page.see(byText('Welcome back. Enter your email to continue.'))
  const direction = await page.run(() => {
    const field = document.querySelector('fe-login-box')?.shadowRoot?.querySelector('.fe-element')
    return field && getComputedStyle(field).direction
  })
  assert.equal(direction, 'rtl')
  note({ row: 26, wanted: `${KEYS} keys, 1 MB, one broken: drawn right to left`, reached: `after ${drawn} ms` })
}

interface Held {
  nodes: number
  sheets: number
  locks: number
  channels: number
}

/** Runs in the page: counts its open channels from now on. */
const countChannels = () => {
  const Channel = window.BroadcastChannel
  const open = new Set<object>()
  Object.assign(window, { openChannels: open })
  window.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      open.add(this)
    }
    override close() {
      open.delete(this)
      super.close()
    }
  }
}

const held = (page: EnginePage): Promise<Held> =>
  page.run(async () => {
    const { held: now = [], pending = [] } = await navigator.locks.query()
    return {
      nodes: document.body.querySelectorAll('*').length,
      sheets: document.adoptedStyleSheets.length,
      locks: now.length + pending.length,
      channels: (window as unknown as { openChannels: Set<object> }).openChannels.size,
    }
  })

const unmount = (page: EnginePage) => page.run(() => (window as unknown as AppWindow).app.unmount())

/** Checks that apps with an open portal, started one after the other, leave nothing behind in the page. */
export const unmounts = async (visit: Visit) => {
  const { page, signedIn, note } = visit
  const rounds = scaled(40)
  await signedIn('ada@acme.test')
  await startApp(visit, page)
  await unmount(page)
  await page.run(countChannels)
  const before = await held(page)
  for (let round = 0; round < rounds; round += 1) {
    await page.run(async () => (await (window as unknown as AppWindow).again()).showAdminPortal('users'))
    await page.see(PORTAL)
    const { channels } = await held(page)
    assert.ok(channels > 0, 'an app has a channel')
    await unmount(page)
  }
  assert.deepEqual(await held(page), before)
  note({ row: 28, wanted: 'apps unmounted: 0 nodes, sheets, locks, channels left', reached: `0 after ${rounds} apps` })
}

const SERIOUS = ['serious', 'critical']

const violations = async (page: EnginePage): Promise<string[]> => {
  await page.run(finishMotion)
  await page.install(axe.source)
  return page.run(async (serious: string[]) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    const found = await checker.run(document, { resultTypes: ['violations'] })
    return found.violations
      .filter(({ impact }) => serious.includes(String(impact)))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  }, SERIOUS)
}

const MAX_STOPS = 40

/** Runs in the page: returns the name or text of the focused element. */
const focused = () => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element?.getAttribute('name') ?? element?.textContent?.trim() ?? ''
}

const tabTo = async (page: EnginePage, name: string) => {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if ((await page.run(focused)) === name) return
    await page.press('Tab')
  }
  assert.fail(`${MAX_STOPS} presses of Tab did not reach ${name}`)
}

/** Checks signing in and opening a dialog by keyboard alone, without anything that assistive technology would miss. */
export const access = async ({ page, url, openPortal, note }: Visit) => {
  await page.open(url('/account/login'))
  await page.see(byRole('textbox', 'Email'))
  const found = [await violations(page)]
  await tabTo(page, 'email')
  await page.type('ada@acme.test')
  await page.press('Enter')
  await page.see(byCss('input[type=password]'))
  found.push(await violations(page))
  await page.holds('the password has the focus', () => document.activeElement?.getAttribute('type') === 'password')
  await page.type('Correct-Horse-9')
  await page.press('Enter')
  await page.see(byText(/Signed in as ada@acme\.test/))
  await openPortal('users', 'Users')
  await page.see(inPortal('row', /@acme\.test/))
  found.push(await violations(page))
  await tabTo(page, 'Invite users')
  await page.press('Enter')
  await page.see(dialog('Invite users'))
  found.push(await violations(page))
  await page.press('Escape')
  await page.gone(dialog('Invite users'))
  assert.equal(await page.run(focused), 'Invite users')
  assert.deepEqual(
    found,
    found.map(() => []),
  )
  note({
    row: 29,
    wanted: 'axe: 0 serious on 4 screens; signed in and a dialog opened and closed by keyboard',
    reached: '0, by keyboard alone',
  })
}
