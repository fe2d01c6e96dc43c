import type { App } from '../../app/app.ts'

/** Facts about the element that the shell is rendered in. */
export interface PortalElement {
  host: HTMLElement
  app: App
  mode: 'inline' | 'dialog'
  page: string | undefined
  headingLevel: string | undefined
}
