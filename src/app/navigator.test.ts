import { expect } from 'chai'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { createTestClock } from '../testing/clock.ts'
import { createNavigator } from './navigator.ts'

const ROUTING = { routes: DEFAULT_ROUTES, basename: '', urlStrategy: 'path' } as const

const setUp = (onRedirectTo?: (path: string) => void) => {
  const clock = createTestClock()
  const navigator = createNavigator({
    onRedirectTo,
    staticRoute: onRedirectTo ? undefined : '/account/login',
    settings: () => ROUTING,
    clock,
    page: window,
  })
  const element = new AbortController()
  const path = () => navigator.location().pathname
  return { clock, navigator, element, path }
}

describe('going to another place', () => {
  const went: string[] = []
  const assign = (url: string) => void went.push(url)
  const navigatorAt = (href: string, onRedirectTo?: (path: string) => void) => {
    const { protocol, origin } = new URL(href)
    const page = Object.assign(new EventTarget(), { location: { href, protocol, origin, assign } })
    return createNavigator({
      onRedirectTo,
      settings: () => ({ ...ROUTING, urlStrategy: 'hash' }),
      clock: createTestClock(),
      page: page as unknown as Window, // a window without the parts that the navigator doesn't use
    })
  }
  beforeEach(() => void went.splice(0))

  for (const href of ['about:srcdoc', 'about:blank', 'blob:https://app.test/1f0c'])
    it(`follows a route in the fragment of ${href}, which has no path`, () => {
      navigatorAt(href).go('#/account/forget-password')
      expect(went).to.deep.equal([`${href}#/account/forget-password`])
    })

  for (const href of ['about:srcdoc', 'blob:https://app.test/1f0c'])
    it(`gives a router in ${href} the fragment only`, () => {
      navigatorAt(href, assign).go('#/account/login')
      expect(went).to.deep.equal(['#/account/login'])
    })

  for (const href of ['file:///app/index.html', 'capacitor://localhost/index.html'])
    it(`follows another page of the app at ${href}, but not one of another host`, () => {
      const [scheme] = href.split('//')
      const navigator = navigatorAt(href)
      navigator.go('/start.html')
      navigator.go(`${scheme}//evil.test/start.html`)
      expect(went).to.deep.equal([
        href === 'file:///app/index.html' ? 'file:///start.html' : 'capacitor://localhost/start.html',
      ])
    })

  for (const [href, url] of [
    ['about:srcdoc', 'about:blank'],
    ['blob:https://app.test/1f0c', 'blob:https://app.test/2e1d'],
    ['data:text/html,a', 'data:text/html,b'],
  ] as const)
    it(`never follows ${url} from ${href}`, () => {
      navigatorAt(href).go(url)
      expect(went).to.deep.equal([])
    })

  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'about:blank', 'blob:https://app.test/1f0c'])
    it(`never follows ${url} from a page of a server`, () => {
      navigatorAt('https://app.test/start').go(url)
      expect(went).to.deep.equal([])
    })
})

describe('leaving a page after a moment', () => {
  it('happens even if the host removes the element in the meantime', async () => {
    const { clock, navigator, element, path } = setUp()
    void navigator.goLater('/reports', 200, element.signal)
    element.abort()
    await clock.advance(199)
    expect(path()).to.equal('/account/login')
    await clock.advance(1)
    expect(path()).to.equal('/reports')
  })

  it('does not happen when the host removes the element and navigates by itself', async () => {
    const { clock, navigator, element, path } = setUp()
    void navigator.goLater('/reports', 200, element.signal)
    element.abort()
    navigator.setStaticRoute('/dashboard')
    await clock.advance(200)
    expect(path()).to.equal('/dashboard')
  })

  it('happens once, to the first of two URLs, even while the next page loads', async () => {
    const went: string[] = []
    const { clock, navigator } = setUp((url) => void went.push(url))
    void navigator.goLater('/reports', 200)
    void navigator.goLater('/', 200)
    await clock.advance(200)
    void navigator.goLater('/', 200)
    await clock.advance(1_000)
    expect(went).to.deep.equal(['/reports'])
  })

  it('can happen again from the same page later, and after a host failed to redirect', async () => {
    const went: string[] = []
    let isBroken = true
    const { clock, navigator } = setUp((url) => {
      if (isBroken) throw new Error('The router is not ready')
      went.push(url)
    })
    const failed = navigator.goLater('/reports', 200).catch((error: Error) => error.message)
    await clock.advance(200)
    expect(await failed).to.equal('The router is not ready')
    isBroken = false
    void navigator.goLater('/', 200)
    await clock.advance(3_000)
    void navigator.goLater('/reports', 200)
    await clock.advance(200)
    expect(went).to.deep.equal(['/', '/reports'])
  })
})
