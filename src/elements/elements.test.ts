import { expect } from 'chai'
import { apps, openApp } from '../app/apps.ts'
import { StoreNameMismatchError } from '../kernel/errors.ts'
import { settle } from '../testing/clock.ts'
import { type Harness, openHarness } from './testing/harness.test-kit.ts'
import { startApp } from './testing/start-app.test-kit.ts'

const rest = () => settle(12)

describe('apps on one page', () => {
  const harnesses: Harness[] = []
  const open = async (...given: Parameters<typeof openHarness>) => {
    const harness = await openHarness(...given)
    harnesses.push(harness)
    return harness
  }
  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close()
  })

  it('with different base URLs share nothing', async () => {
    const one = await open({ name: 'one', baseUrl: 'https://one.test' })
    const two = await open({ name: 'two', baseUrl: 'https://two.test' })
    await one.type('input[name=email]', 'ada@acme.test')
    await one.press()
    await one.type('input[name=password]', 'Correct-Horse-9')
    await one.press()
    expect(one.app.store.getState().session.status).to.equal('signed-in')
    expect(two.app.store.getState().session.status).to.equal('signed-out')
    expect(two.field('input[name=email]').value).to.equal('')
    expect(two.app.store.getState().features).to.not.deep.equal(one.app.store.getState().features)
    one.app.setTheme({ palette: { primary: { main: '#ff0000' } } })
    await settle()
    expect(two.app.store.getState().settings.theme).to.deep.equal({})
  })

  it('with one name and two base URLs are refused', async () => {
    await open({ name: 'My Shop', baseUrl: 'https://one.test' })
    const second = () => openApp({ contextOptions: { baseUrl: 'https://two.test' } }, 'my-shop')
    expect(second).to.throw(StoreNameMismatchError)
  })

  it('with one name and one base URL are one app', async () => {
    const { app } = await open({ name: 'same', baseUrl: 'https://one.test' })
    expect(openApp({ contextOptions: { baseUrl: 'https://one.test' } }, 'same')).to.equal(app)
  })
})

describe('an element', () => {
  it('keeps what was typed when the page moves it', async () => {
    const harness = await openHarness({ name: 'moved' })
    await harness.type('input[name=email]', 'ada@acme.test')
    const place = document.createElement('main')
    document.body.append(place)
    place.append(harness.box)
    await settle()
    await harness.wait()
    expect(harness.field('input[name=email]').value).to.equal('ada@acme.test')
    await harness.close()
    place.remove()
  })

  it('shows its fields once in a copy, such as one in a router’s page cache', async () => {
    const harness = await openHarness({ name: 'copied' })
    await harness.until(() => harness.box.querySelector('input[name=email]') !== null)
    const fallback = Object.assign(document.createElement('p'), { slot: 'fallback' })
    harness.box.append(fallback)
    const copy = harness.box.cloneNode(true) as HTMLElement
    harness.box.replaceWith(copy)
    await settle()
    await harness.wait()
    expect(copy.querySelectorAll('input[name=email]')).to.have.length(1)
    expect(copy.querySelectorAll('[slot=fallback]')).to.have.length(1)
    copy.remove()
    await harness.close()
  })

  it('renders in preview mode without a single request, with a bare boolean attribute', async () => {
    const asked: string[] = []
    const original = window.fetch
    window.fetch = (input) => {
      asked.push(String(input))
      return Promise.reject(new TypeError('no network in preview'))
    }
    const box = document.createElement('fe-login-box')
    box.setAttribute('app', 'previewed')
    box.setAttribute('preview', '')
    document.body.append(box)
    await settle()
    await rest()
    expect(apps.get('previewed')?.options.previewMode).to.equal(true)
    box.remove()
    await settle()
    await rest()
    expect(apps.get('previewed')).to.equal(undefined)
    window.fetch = original
    expect(asked).to.deep.equal([])
  })

  it('reports a differing base URL as an event and doesn’t change the page', async () => {
    const harness = await openHarness({ name: 'taken', baseUrl: 'https://one.test' })
    const messages: unknown[] = []
    const listen = (event: Event) => messages.push((event as CustomEvent).detail.message)
    document.addEventListener('fe-error', listen)
    const silenced = console.error
    console.error = () => {}
    const box = document.createElement('fe-login-box')
    box.setAttribute('app', 'taken')
    box.setAttribute('base-url', 'https://two.test')
    document.body.append(box)
    await settle()
    console.error = silenced
    document.removeEventListener('fe-error', listen)
    expect(messages.join()).to.contain('Mismatch in store names')
    box.remove()
    await settle()
    await harness.close()
  })
})

interface Held {
  listeners: number
  timers: number
  channels: number
}

/** Counts what is added to and removed from the page's global objects. */
const countHeld = () => {
  const held: Held = { listeners: 0, timers: 0, channels: 0 }
  const add = EventTarget.prototype.addEventListener
  const remove = EventTarget.prototype.removeEventListener
  const isGlobal = (target: EventTarget) => target === window || target === document || 'currentEntry' in target
  const known = new Map<string, number>()
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...args: Parameters<typeof add>) {
    const [type, , options] = args
    const signal = typeof options === 'object' ? options?.signal : undefined
    if (isGlobal(this) && type !== 'selectionchange') {
      held.listeners += 1
      signal?.addEventListener('abort', () => {
        held.listeners -= 1
      })
      known.set(type, (known.get(type) ?? 0) + 1)
    }
    return add.apply(this, args)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget, ...args: Parameters<typeof remove>) {
    if (isGlobal(this) && (known.get(args[0]) ?? 0) > 0) held.listeners -= 1
    return remove.apply(this, args)
  }
  const Channel = window.BroadcastChannel
  window.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      held.channels += 1
    }
    override close() {
      held.channels -= 1
      super.close()
    }
  }
  return {
    held,
    restore() {
      EventTarget.prototype.addEventListener = add
      EventTarget.prototype.removeEventListener = remove
      window.BroadcastChannel = Channel
    },
  }
}

describe('unmounting', () => {
  it('leaves no listener, timer, channel, sheet or node behind', async () => {
    const nodes = document.querySelectorAll('*').length
    const sheets = document.adoptedStyleSheets.length
    const { held, restore } = countHeld()
    const harness = await openHarness({ name: 'leaky' })
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
    await harness.type('input[name=password]', 'Correct-Horse-9')
    await harness.press()
    expect(held.channels).to.equal(1)
    await harness.close()
    restore()
    expect(held.channels).to.equal(0)
    expect(held.listeners).to.equal(0)
    expect(harness.clock.pending()).to.equal(0)
    expect(document.adoptedStyleSheets.length).to.equal(sheets)
    expect(document.querySelectorAll('*').length).to.equal(nodes)
    expect(apps.get('leaky')).to.equal(undefined)
  })

  it('opens the first page that the user may see after a call that specified another one', async () => {
    const app = startApp({ previewMode: true, contextOptions: { logLevel: 'error' } }, 'first-page')
    const pageOf = (portal: Element | null) => portal?.getAttribute('page')
    const added = () => document.querySelector('fe-admin-portal[app=firstpage]')
    app.showAdminPortal('users')
    expect(pageOf(added())).to.equal('users')
    app.hideAdminPortal()
    app.showAdminPortal()
    expect(pageOf(added())).to.equal(null)
    app.unmount()
    await settle()
    await rest()
  })

  it('removes everything that init added', async () => {
    const app = startApp({ previewMode: true, contextOptions: { logLevel: 'error' } }, 'whole')
    expect(document.querySelectorAll('fe-login-box[app=whole]')).to.have.length(1)
    app.showAdminPortal('users')
    expect(document.querySelectorAll('fe-admin-portal[app=whole][open]')).to.have.length(1)
    app.unmount()
    await settle()
    await rest()
    expect(document.querySelectorAll('[app=whole]')).to.have.length(0)
    expect(document.body.classList.contains('frontegg-loading')).to.equal(false)
  })
})
