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

describe('leaving a page after a moment', () => {
  it('happens although the host removes the element meanwhile', async () => {
    const { clock, navigator, element, path } = setUp()
    void navigator.goLater('/reports', 200, element.signal)
    element.abort()
    await clock.advance(199)
    expect(path()).to.equal('/account/login')
    await clock.advance(1)
    expect(path()).to.equal('/reports')
  })

  it('does not happen when the host removes the element and moves on by itself', async () => {
    const { clock, navigator, element, path } = setUp()
    void navigator.goLater('/reports', 200, element.signal)
    element.abort()
    navigator.setStaticRoute('/dashboard')
    await clock.advance(200)
    expect(path()).to.equal('/dashboard')
  })

  it('happens once, to the first of two URLs, also while the next page loads', async () => {
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
