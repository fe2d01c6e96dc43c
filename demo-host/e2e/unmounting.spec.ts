import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type AppWindow, openBlank, startApp } from './support/app-page.ts'
import { reach, scaled } from './support/figures.ts'

interface Ledger {
  listeners: Map<string, number>
  channels: Set<object>
  timers: Set<number>
}

/** Counts the resources of the page: listeners on window and document, channels, timers. */
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

/** Resources that Playwright itself uses. */
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

/** Returns the bytes of the page's objects after a garbage collection; only the protocol can force one. */
const openHeap = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  return async () => {
    // Objects that finalizers and weak references release are gone after the second collection.
    for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
}

/** After this many rounds the code of every chunk is loaded, and the caches of React and the browser are filled. */
const WARM_UP = 5
const MOUNTS = 500
const MAX_GROWTH_MB = 5
const MEGABYTE = 1_000_000

/** A row of the table; its placeholder during loading is hidden from assistive technology. */
const LOADED = 'tbody:not([aria-hidden=true]) tr'

/**
 * Mounts the app with its portal and unmounts it in the page, because a round trip to the test for each step would take
 * longer.
 */
const mountAndUnmount = async (page: Page, api: string, rounds: number) =>
  page.evaluate(
    async ([baseUrl, count, loaded]) => {
      const { fe } = window as unknown as AppWindow
      const rows = () => document.querySelector('fe-admin-portal')?.shadowRoot?.querySelector(loaded)
      const until = async (isReached: () => unknown) => {
        while (!isReached()) await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      for (let round = 0; round < count; round += 1) {
        const app = fe.init({ contextOptions: { baseUrl, logLevel: 'error' } }, 'mounted')
        await app.ready()
        app.showAdminPortal('users')
        await until(rows)
        app.unmount()
        await until(() => !rows())
      }
    },
    [api, rounds, LOADED] as const,
  )

test('Unmounting leaves no node, listener, timer, channel, lock or sheet behind', async ({
  page,
  demo,
  portal,
  signedIn,
}) => {
  await page.addInitScript(countHoldings)
  await signedIn('ada@acme.test')
  await openBlank(page)
  const before = await holdings(page)
  await startApp(page, demo)
  await page.evaluate(() => (window as unknown as AppWindow).apps.default?.showAdminPortal('users'))
  await expect(portal.rows.first()).toBeVisible()
  await page.evaluate(() => (window as unknown as AppWindow).apps.default?.unmount())
  await expect(portal.element).toHaveCount(0)
  await expect.poll(async () => (await holdings(page)).timers, 'timers').toBe(before.timers)
  const after = await holdings(page)
  expect({ ...after, listeners: undefined }).toEqual({ ...before, listeners: undefined })
  // React keeps one listener per document permanently.
  const { 'document selectionchange': _reacts, ...listeners } = after.listeners
  expect(listeners).toEqual(before.listeners)
})

test('Hundreds of mounts don’t grow the memory of the page', async ({ page, demo, signedIn }) => {
  const rounds = scaled(MOUNTS)
  test.setTimeout(60_000 + rounds * 3_000)
  await page.addInitScript(countHoldings)
  await signedIn('ada@acme.test')
  await openBlank(page)
  const { timers } = await holdings(page)
  await startApp(page, demo)
  await page.evaluate(() => (window as unknown as AppWindow).apps.default?.unmount())
  const usedBytes = await openHeap(page)
  await mountAndUnmount(page, demo.origins.api, WARM_UP)
  await expect.poll(async () => (await holdings(page)).timers, 'timers').toBe(timers)
  const before = await holdings(page)
  const bytes = await usedBytes()
  await mountAndUnmount(page, demo.origins.api, rounds)
  await expect.poll(() => holdings(page)).toEqual(before)
  const grownMb = ((await usedBytes()) - bytes) / MEGABYTE
  reach(
    28,
    `${MOUNTS} mounts: listeners, timers, channels and locks as before, memory grows under ${MAX_GROWTH_MB} MB`,
    `${rounds} mounts, ${grownMb.toFixed(1)} MB`,
  )
  expect(grownMb).toBeLessThan(MAX_GROWTH_MB)
})
