import { expect } from 'chai'
import { openApp } from '../app/apps.ts'
import { isOldBrowser } from './old-browser.ts'
import { defineOldBrowserElements } from './old-browser-elements.ts'

describe('A browser that is too old', () => {
  let lines: unknown[]
  const { error } = console
  beforeEach(() => {
    lines = []
    console.error = (line: unknown) => void lines.push(line)
    defineOldBrowserElements(['fe-login-box', 'fe-admin-portal', 'fe-checkout', 'fe-pricing-table'])
  })
  afterEach(() => {
    console.error = error
    for (const element of document.querySelectorAll('[app=old]')) element.remove()
  })

  const add = (tag: string, attributes: Record<string, string> = {}) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries({ app: 'old', ...attributes })) element.setAttribute(name, value)
    document.body.append(element)
    return element
  }
  const slotOf = (element: Element) => element.shadowRoot?.querySelector('slot') as HTMLSlotElement
  const isShown = (element: Element) => getComputedStyle(slotOf(element)).display !== 'none'

  it('is one that lacks the features that sessions, style sheets or toasts need', () => {
    expect(isOldBrowser()).to.equal(false)
    const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any') as PropertyDescriptor
    Reflect.deleteProperty(AbortSignal, 'any')
    try {
      expect(isOldBrowser()).to.equal(true)
    } finally {
      Object.defineProperty(AbortSignal, 'any', any)
    }
    const { supports } = CSS
    CSS.supports = () => false
    try {
      expect(isOldBrowser()).to.equal(true)
    } finally {
      CSS.supports = supports
    }
  })

  it('gets one line in the console for all elements', () => {
    defineOldBrowserElements(['fe-login-box', 'fe-old-only'])
    defineOldBrowserElements(['fe-login-box', 'fe-old-only'])
    expect(lines).to.have.length(1)
    expect(lines[0]).to.contain('older than Chrome or Edge 123').and.to.not.contain('login box')
  })

  it('shows users what to do, in the page’s own text if it has one', () => {
    const box = add('fe-login-box')
    expect(box.shadowRoot?.textContent).to.contain('too old')
    expect(isShown(box)).to.equal(true)
    const own = document.createElement('p')
    own.slot = 'fallback'
    box.append(own)
    expect(slotOf(box).assignedElements()).to.deep.equal([own])
    box.remove()
    document.body.append(box)
    expect(box.shadowRoot?.childElementCount).to.equal(1)
    expect(isShown(add('fe-pricing-table'))).to.equal(true)
  })

  for (const tag of ['fe-admin-portal', 'fe-checkout'])
    it(`shows nothing for a closed ${tag}, which is rendered when it opens`, () => {
      const dialog = add(tag)
      expect(isShown(dialog)).to.equal(false)
      dialog.setAttribute('open', 'true')
      expect(isShown(dialog)).to.equal(true)
      dialog.removeAttribute('open')
      expect(isShown(dialog)).to.equal(false)
      expect(isShown(add(tag, { open: 'false' }))).to.equal(false)
      expect(isShown(add(tag, { mode: 'inline' }))).to.equal(true)
    })

  it('shows the box that init adds on auth routes only', () => {
    const app = openApp({ contextOptions: { baseUrl: 'https://old.test', logLevel: 'error' } }, 'old', {
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      staticRoute: '/pricing',
    })
    const box = add('fe-login-box', { 'data-fe-routed': '' })
    const placed = add('fe-login-box')
    expect([isShown(box), isShown(placed)]).to.deep.equal([false, true])
    app.navigator.setStaticRoute('/account/login')
    expect([isShown(box), isShown(placed)]).to.deep.equal([true, true])
    app.navigator.setStaticRoute('/pricing')
    expect([isShown(box), isShown(placed)]).to.deep.equal([false, true])
    box.remove()
    app.navigator.setStaticRoute('/account/login')
    document.body.append(box)
    expect(isShown(box)).to.equal(true)
    app.dispose()
  })
})
