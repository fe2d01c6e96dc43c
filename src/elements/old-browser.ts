/** The README names the same. */
const SUPPORTED = 'Chrome or Edge 123, Firefox 125 and Safari 17.5'

const TEXT = 'Your browser is too old for this page. Update it, or use another one.'

/** What sessions, style sheets and toasts can't do without. */
export const isOldBrowser = (): boolean =>
  !('any' in AbortSignal) || !('popover' in HTMLElement.prototype) || !CSS.supports('color', 'light-dark(red, red)')

/** In place of an element that couldn't be used; what the page has for `slot="fallback"` replaces the text. */
export const createOldBrowserClass = (): CustomElementConstructor =>
  class extends HTMLElement {
    connectedCallback(): void {
      if (this.shadowRoot) return
      const slot = document.createElement('slot')
      slot.name = 'fallback'
      slot.append(TEXT)
      this.attachShadow({ mode: 'open' }).append(slot)
    }
  }

export const reportOldBrowser = (): void =>
  console.error(`[front-entry] This browser is older than ${SUPPORTED}, so the login box isn't shown.`)
