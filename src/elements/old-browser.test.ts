import { expect } from 'chai'
import { createOldBrowserClass, isOldBrowser } from './old-browser.ts'

describe('A browser that is too old', () => {
  it('is one without what sessions, style sheets or toasts need', () => {
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

  it('shows users what to do, in the words of the page where it has some', () => {
    customElements.define('fe-old-box', createOldBrowserClass())
    const box = document.createElement('fe-old-box')
    document.body.append(box)
    const shown = () => box.shadowRoot?.querySelector('slot')?.assignedElements({ flatten: true }) ?? []
    expect(box.shadowRoot?.textContent).to.contain('too old')
    expect(shown()).to.deep.equal([])
    const own = document.createElement('p')
    own.slot = 'fallback'
    box.append(own)
    expect(shown()).to.deep.equal([own])
    box.remove()
    document.body.append(box)
    expect(box.shadowRoot?.childElementCount).to.equal(1)
    box.remove()
  })
})
