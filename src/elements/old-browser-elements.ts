import { apps } from '../app/apps.ts'
import { authRouteOf } from '../navigation/auth-route.ts'
import { isBoxVisible } from './login-box/visibility.ts'

/** The README lists the same versions. */
const SUPPORTED = 'Chrome or Edge 123, Firefox 125 and Safari 17.5'

const TEXT = 'Your browser is too old for this page. Update it, or use another one.'

const DIALOGS = 'fe-admin-portal, fe-checkout'

const appOf = (element: HTMLElement) => apps.get(element.getAttribute('app') ?? '')

const isOpen = (dialog: HTMLElement): boolean =>
  dialog.getAttribute('mode') === 'inline' || !['false', null].includes(dialog.getAttribute('open'))

/**
 * Returns whether the element would be visible in a supported browser. This browser does not know if a user is signed
 * in.
 */
const isSeen = (element: HTMLElement): boolean => {
  if (element.matches(DIALOGS)) return isOpen(element)
  const app = appOf(element)
  const route = app && authRouteOf(app.navigator.location(), app.store.getState().settings)
  return isBoxVisible({ route, status: 'signed-out', isRouted: element.dataset.feRouted !== undefined })
}

/**
 * Creates an element that replaces one that couldn't be used; the page's content for `slot="fallback"` replaces the
 * text.
 */
const createOldBrowserClass = (): CustomElementConstructor =>
  class extends HTMLElement {
    static observedAttributes = ['open', 'mode']
    stop = () => {}

    connectedCallback(): void {
      if (!this.shadowRoot) {
        const slot = document.createElement('slot')
        slot.name = 'fallback'
        slot.append(TEXT)
        this.attachShadow({ mode: 'open' }).append(slot)
      }
      this.stop = appOf(this)?.navigator.subscribe(() => this.draw()) ?? (() => {})
      this.draw()
    }

    disconnectedCallback(): void {
      this.stop()
    }

    attributeChangedCallback(): void {
      this.draw()
    }

    draw(): void {
      const slot = this.shadowRoot?.querySelector('slot')
      if (slot) slot.hidden = !isSeen(this)
    }
  }

/** Registers the elements that no other copy on the page has registered. */
export const defineOldBrowserElements = (tags: readonly string[]): void => {
  const missing = tags.filter((tag) => !customElements.get(tag))
  if (missing.length === 0) return
  console.error(`[front-entry] This browser is older than ${SUPPORTED}, so Front Entry shows a message instead.`)
  for (const tag of missing) customElements.define(tag, createOldBrowserClass())
}
