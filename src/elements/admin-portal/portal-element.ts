import type { App } from '../../app/app.ts'

/** What the shell needs to know of the element it is drawn in. */
export interface PortalElement {
  host: HTMLElement
  app: App
  mode: 'inline' | 'dialog'
  page: string | undefined
  headingLevel: string | undefined
}
