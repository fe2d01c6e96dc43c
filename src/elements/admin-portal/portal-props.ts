import type { App } from '../../app/app.ts'

/** What the element hands to its shell, which arrives as its own chunk when the portal first opens. */
export interface PortalShellProps {
  app: App
  host: HTMLElement
  shadow: ShadowRoot
  /** Slug from the `page` attribute; a deep link `#/admin-box/<slug>` wins over it. */
  page: string | undefined
  mode: 'inline' | 'dialog'
  /** The person closed it, or signed out. */
  onClose(): void
}
