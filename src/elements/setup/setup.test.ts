import { expect } from 'chai'
import type { App } from '../../app/app.ts'
import { apps, openApp } from '../../app/apps.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { settle } from '../../testing/clock.ts'
import { type Harness, openHarness, type Responder } from '../testing/harness.test-kit.ts'
import { explainLostCookie, explainSetup } from './explain-setup.ts'
import { findFault, findLostCookie, findMissingApp, type SetupPage } from './find-fault.ts'
import { forgetSignIn, isOnOtherSite, isSignInLost, noteSignIn } from './watch-setup.ts'

const VENDOR = portal.getVendorPublicInfo.path

const aPage = (given: Partial<SetupPage> = {}): SetupPage => ({
  location: new URL('http://localhost:8080/'),
  isOnline: () => true,
  fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  isBlockedDuring: async (work) => {
    await work()
    return false
  },
  ...given,
})

/** Maximum wait on a busy machine. */
const MAX_WAIT_MS = 20_000

const until = async (holds: () => boolean | Promise<boolean>) => {
  const end = performance.now() + MAX_WAIT_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`This did not hold: ${holds}`)
    await settle()
  }
}

const onlyOpaque: SetupPage['fetch'] = (_url, { mode }) =>
  mode === 'no-cors' ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('CORS'))

describe('A set-up that cannot work', () => {
  let harness: Harness
  const open = async (respond?: Responder, clientId = 'preview') => {
    harness = await openHarness({
      name: 'setup',
      respond,
      options: { contextOptions: { baseUrl: 'https://api.test', clientId, logLevel: 'error' } },
    })
    await harness.app.ready
    await harness.wait()
    return harness.app
  }
  afterEach(() => harness.close())

  const failVendor: Responder = (request) => {
    if (request.url.endsWith(VENDOR)) throw new TypeError('Failed to fetch')
    return undefined
  }

  const CASES: readonly [string, Partial<SetupPage>, RegExp][] = [
    ['an API that does not run', {}, /can't be reached.*contextOptions\.baseUrl/],
    ['an origin that the API refuses', { fetch: onlyOpaque }, /ALLOWED_ORIGINS=http:\/\/localhost:8080/],
    [
      'a Content Security Policy without the API',
      { isBlockedDuring: async () => true },
      /api\.test to its connect-src/,
    ],
    ['a page opened from a file', { location: new URL('file:///tmp/index.html') }, /from a web server/],
    [
      'a base URL of another server',
      { fetch: async () => new Response('Not found', { status: 404 }) },
      /status 404.*contextOptions\.baseUrl/,
    ],
    [
      'a base URL of a page',
      { fetch: async () => new Response('<!doctype html>') },
      /isn't part of an identity API.*urlPrefix/,
    ],
  ]
  for (const [title, page, message] of CASES) {
    it(`is explained for ${title}`, async () => {
      const app = await open(failVendor)
      expect(await findFault(app, aPage(page))).to.match(message)
    })
  }

  it('is explained for an insecure API on a secure page', async () => {
    await open(failVendor)
    const app = openApp({ contextOptions: { baseUrl: 'http://api.test', logLevel: 'error' } }, 'insecure')
    const page = aPage({ location: new URL('https://shop.test/') })
    expect(await findFault(app, page)).to.match(/Set contextOptions\.baseUrl to an https URL/)
    app.dispose()
  })

  it('is not reported while the computer is offline, the API fails for a moment, or all is well again', async () => {
    const app = await open(failVendor)
    expect(await findFault(app, aPage({ isOnline: () => false }))).to.equal(undefined)
    for (const response of [new Response('', { status: 503 }), new Response('', { status: 429 }), Response.json({})]) {
      expect(await findFault(app, aPage({ fetch: async () => response }))).to.equal(undefined)
    }
  })

  it('shows a developer the right client ID in place of the box', async () => {
    await open(undefined, 'other')
    await harness.until(() => harness.shadowText().includes('client ID'))
    expect(harness.shadowText()).to.include("Set contextOptions.clientId to 'preview'.")
    expect(harness.box.shadowRoot?.querySelector('[part=setup-help]')?.checkVisibility()).to.equal(true)
    expect(harness.box.shadowRoot?.querySelector('.fe-element')?.checkVisibility()).to.equal(false)
  })

  it('is logged once to the console on other hosts, where users don’t see it', async () => {
    const app = await open(failVendor)
    const lines: unknown[] = []
    const original = console.error
    console.error = (line: unknown) => lines.push(line)
    const second = document.createElement('div')
    const ends = new AbortController()
    const page = aPage({ location: new URL('https://shop.test/') })
    delete harness.box.dataset.feSetup
    await explainSetup(harness.box, app, ends.signal, page)
    await explainSetup(second, app, ends.signal, page)
    console.error = original
    ends.abort()
    expect(lines).to.have.length(1)
    expect(lines[0]).to.match(/^\[front-entry\] The API at https:\/\/api\.test can't be reached/)
  })

  it('doesn’t affect a box that works', async () => {
    await open()
    expect(harness.box.dataset.feSetup).to.equal(undefined)
    expect(harness.shadowText()).to.not.include('set up')
  })
})

describe('An API on another site', () => {
  const APP = { baseUrl: 'https://api.vendor.test', options: {}, name: 'sites', clock: { now: () => Date.now() } }
  const appAt = (baseUrl: string, options = {}) => ({ ...APP, baseUrl, options }) as unknown as App

  const SITES: readonly [page: string, api: string, isOther: boolean][] = [
    ['https://app.vendor.test/', 'https://api.vendor.test', false],
    ['https://vendor.test/', 'https://vendor.test:8443', false],
    ['http://localhost:3000/', 'http://localhost:3002', false],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3002', false],
    ['https://app.vendor.test/', '/api', false],
    ['https://app.shop.test/', 'https://api.vendor.test', true],
    ['http://app.vendor.test/', 'https://api.vendor.test', true],
    ['http://app.localhost:3000/', 'http://api.localhost:3002', true],
    ['http://127.0.0.1:3000/', 'http://localhost:3002', true],
    ['http://127.0.0.1:3000/', 'http://127.0.0.2:3002', true],
  ]
  for (const [page, api, isOther] of SITES)
    it(`${isOther ? 'is' : 'is not'} ${api} for ${page}`, () => {
      expect(isOnOtherSite(appAt(api), new URL(page))).to.equal(isOther)
    })

  it('doesn’t affect hosted login or the preview', () => {
    for (const options of [{ hostedLoginBox: true }, { previewMode: true }])
      expect(isOnOtherSite(appAt('https://api.vendor.test', options), new URL('https://shop.test/'))).to.equal(false)
  })

  const signedOut = (now = Date.now()) =>
    ({
      ...APP,
      clock: { now: () => now },
      store: { getState: () => ({ session: { status: 'signed-out' } }) },
    }) as unknown as App

  it('is suspected when the page after a sign-in starts signed out, for ten minutes', () => {
    expect(isSignInLost(signedOut())).to.equal(false)
    noteSignIn(signedOut())
    expect(isSignInLost(signedOut())).to.equal(true)
    expect(isSignInLost(signedOut(Date.now() + 601_000))).to.equal(false)
    forgetSignIn(signedOut())
    expect(isSignInLost(signedOut())).to.equal(false)
  })

  const refusing = (status: number) => aPage({ fetch: async () => new Response('{}', { status }) })

  it('is reported only when the API refuses the session', async () => {
    const app = openApp({ contextOptions: { baseUrl: 'https://api.vendor.test', logLevel: 'error' } }, 'sites')
    const { signal } = new AbortController()
    expect(await findLostCookie(app, refusing(401), signal)).to.match(/localhost.*another site.*hostedLoginBox: true/)
    for (const page of [refusing(200), refusing(503), aPage()])
      expect(await findLostCookie(app, page, signal)).to.equal(undefined)
    app.dispose()
  })

  it('is not checked while a tab refreshes the session, whose token would be used twice', async () => {
    const calls: string[] = []
    let finish = (_response: Response): void => undefined
    const refreshed = new Promise<Response>((resolve) => {
      finish = resolve
    })
    const options = { contextOptions: { baseUrl: 'https://api.vendor.test', logLevel: 'error' as const } }
    const app = openApp(options, 'sites', {
      fetch: (input) => {
        const isRefresh = new Request(input).url.endsWith(session.refreshSession.path)
        if (isRefresh) calls.push('session')
        return isRefresh ? refreshed : Promise.reject(new TypeError('Failed to fetch'))
      },
    })
    void app.session.refresh().catch(() => undefined)
    await until(() => calls.length > 0)
    const { locks } = navigator
    const page = aPage({
      locks: locks as SetupPage['locks'],
      fetch: async () => {
        calls.push('look')
        return new Response('{}', { status: 401 })
      },
    })
    const looking = findLostCookie(app, page, new AbortController().signal)
    await until(async () => ((await locks.query()).pending ?? []).length > 0)
    finish(new Response('{}', { status: 401 }))
    expect(await looking).to.include('another site')
    expect(calls).to.deep.equal(['session', 'look'])
    app.dispose()
  })

  it('is explained in place of an element that renders nothing, or once in the console', async () => {
    const app = openApp({ contextOptions: { baseUrl: 'https://api.vendor.test', logLevel: 'error' } }, 'sites')
    const lines: unknown[] = []
    const original = console.error
    console.error = (line: unknown) => lines.push(line)
    const box = document.createElement('fe-login-box')
    const ends = new AbortController()
    document.body.append(box)
    await explainLostCookie(box, app, ends.signal, refusing(401))
    expect(box.shadowRoot?.querySelector('[part=setup-help]')?.textContent).to.include('another site')
    expect(lines).to.deep.equal([])
    const far = { ...refusing(401), location: new URL('https://shop.test/') }
    for (let time = 0; time < 2; time += 1) {
      delete box.dataset.feSetup
      await explainLostCookie(box, app, ends.signal, far)
    }
    console.error = original
    expect(lines).to.have.length(1)
    ends.abort()
    box.remove()
    app.dispose()
  })
})

describe('An element without an app', () => {
  const box = (attributes: Record<string, string> = {}) => {
    const element = document.createElement('fe-login-box')
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return element
  }

  it('reports what to call or to set', () => {
    expect(findMissingApp(box())).to.match(/<fe-login-box> has no app\. Call init\(.*base-url/)
    expect(findMissingApp(box({ 'base-url': 'ftp://x' }))).to.match(/base-url.*'ftp:\/\/x'/)
  })

  it('names the existing apps instead of the one it waits for', async () => {
    const app = openApp({ previewMode: true }, 'present')
    expect(findMissingApp(box({ app: 'absent' }))).to.match(/named 'absent'.*'present'.*init\(options, 'absent'\)/)
    expect(apps.get('absent')).to.equal(undefined)
    app.dispose()
  })

  it('is explained in its place, until its app arrives', async () => {
    const element = box()
    const ends = new AbortController()
    document.body.append(element)
    await explainSetup(element, undefined, ends.signal)
    expect(element.shadowRoot?.textContent).to.include('has no app')
    ends.abort()
    await settle()
    expect(element.shadowRoot?.textContent).to.equal('')
    element.remove()
  })
})
