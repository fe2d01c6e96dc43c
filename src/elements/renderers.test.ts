import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import { apps } from '../app/apps.ts'
import { createTestClock, settle, type TestClock } from '../testing/clock.ts'
import { AdminPortalRenderer, LoginBoxRenderer, type Renderer } from './renderers.ts'

const PATIENCE = { timeout: 5000 }
const QUIET = { contextOptions: { logLevel: 'error' as const } }

const openContainer = () => {
  const container = document.createElement('div')
  document.body.append(container)
  return container
}

/** Advances the clock until the promise has settled. */
const passing = async (clock: TestClock, promise: Promise<void>): Promise<void> => {
  let isDone = false
  const done = promise.finally(() => {
    isDone = true
  })
  done.catch(() => undefined)
  for (let round = 0; round < 200 && !isDone; round += 1) await clock.advance(50)
  return done
}

describe('the renderers of a theme builder', () => {
  let clock: TestClock
  let container: HTMLElement
  let renderer: Renderer
  beforeEach(async () => {
    // The chunks load over the network, which the test's clock does not control.
    await Promise.all([import('../theme/create-theme.ts'), import('./wait-for-setter.ts')])
    clock = createTestClock(Date.now())
    container = openContainer()
  })
  afterEach(async () => {
    renderer.unmount()
    await settle(12)
    container.remove()
  })
  const shadow = () => container.firstElementChild?.shadowRoot
  const styleOf = (selector: string) => {
    const found = shadow()?.querySelector(selector)
    return found ? getComputedStyle(found) : undefined
  }

  it('render a login box with the theme, change it live, and move between pages', async () => {
    renderer = LoginBoxRenderer('builder', { loginBox: { boxStyle: { borderRadius: 3 } } }, { ...QUIET, clock })
    await passing(clock, renderer.render(container))
    await waitFor(() => expect(container.querySelector('input[type=email]')).not.to.equal(null), PATIENCE)
    await waitFor(() => expect(styleOf('.fe-auth-card')?.borderRadius).to.equal('3px'), PATIENCE)
    renderer.setTheme({ loginBox: { boxStyle: { borderRadius: 9 } } })
    await waitFor(() => expect(styleOf('.fe-auth-card')?.borderRadius).to.equal('9px'), PATIENCE)
    renderer.setStaticRoute('/account/forget-password')
    await waitFor(() => expect(container.textContent).to.contain('Send reset link'), PATIENCE)
  })

  it('render an admin portal with sample data', async function () {
    this.timeout(40_000)
    renderer = AdminPortalRenderer('portal-builder', {}, { ...QUIET, clock })
    await passing(clock, renderer.render(container))
    const portal = () => shadow()?.querySelector('[part="portal"]') ?? null
    await waitFor(() => expect(portal()).not.to.equal(null), PATIENCE)
    expect(portal()?.getAttribute('data-mode')).to.equal('inline')
  })

  it('leave nothing behind', async () => {
    const nodes = document.querySelectorAll('*').length
    const sheets = document.adoptedStyleSheets.length
    renderer = LoginBoxRenderer('gone', {}, { ...QUIET, clock })
    await passing(clock, renderer.render(container))
    await waitFor(() => expect(container.querySelector('input[type=email]')).not.to.equal(null), PATIENCE)
    renderer.unmount()
    await settle(12)
    expect(container.childElementCount).to.equal(0)
    expect(document.querySelectorAll('*').length).to.equal(nodes)
    expect(document.adoptedStyleSheets.length).to.equal(sheets)
    expect(apps.get('gone')).to.equal(undefined)
    expect(clock.pending()).to.equal(0)
  })

  it('wait 4 s for the theme setter, checking every 50 ms, and then log a warning', async () => {
    const adrift = document.createElement('div') // not in the page, so nothing ever renders
    renderer = LoginBoxRenderer('adrift', {}, { ...QUIET, clock })
    const outcome: string[] = []
    renderer.render(adrift).catch((error: Error) => outcome.push(error.message))
    await settle(12)
    await clock.advance(3999)
    expect(outcome).to.deep.equal([])
    await clock.advance(1)
    expect(outcome).to.deep.equal(['The theme setter did not appear within 4 s'])
  })

  it('are ready within 50 ms of the first rendering', async () => {
    renderer = LoginBoxRenderer('late', {}, { ...QUIET, clock })
    const place = document.createElement('div')
    let isReady = false
    const done = renderer.render(place).then(() => {
      isReady = true
    })
    await settle(12)
    await clock.advance(1000)
    expect(isReady).to.equal(false)
    container.append(place)
    await settle(12)
    await clock.advance(50)
    await done
    expect(isReady).to.equal(true)
  })

  it('warn when the theme is set before anything is rendered', () => {
    const said: unknown[] = []
    const { warn } = console
    console.warn = (words: unknown) => void said.push(words)
    renderer = LoginBoxRenderer('early', {}, { ...QUIET, clock })
    renderer.setTheme({})
    console.warn = warn
    expect(said).to.have.length(1)
  })
})
