import type { App } from '../../app/app.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { PageDefinition } from '../../feature/define-page.ts'
import type { Notice } from '../../parts/notices/use-notice.ts'
import type { Menu } from './navigation.ts'
import type { PortalRoute } from './portal-hash.ts'
import type { ShellTexts } from './shell/shell.messages.ts'

export type ShellNotice = 'switchFailed' | 'stopFailed' | 'signOutFailed'

export interface ShellState {
  /** Account that the portal is switching to. */
  switching?: string | undefined
  notice?: Notice<ShellNotice> | undefined
  /** Path above each of the user's accounts, by ID; loaded when the switcher is used. */
  paths?: Readonly<Record<string, string>> | undefined
}

export interface ShellActions {
  switchTenant(tenant: { tenantId: string; name: string }): Promise<void>
  signOut(): Promise<void>
  loadPaths(): Promise<void>
  /** Ends the impersonated session and returns to the user's own. */
  stopImpersonating(): Promise<void>
  /** Dispatches the product event for an opened page. */
  pageChosen(id: string): void
}

export const initialShell: ShellState = {}

/** Facts about the element that the shell is rendered in. */
export interface PortalElement {
  host: HTMLElement
  app: App
  mode: 'inline' | 'dialog'
  page: string | undefined
  headingLevel: string | undefined
}

export interface PortalBodyProps extends ShellProps {
  menu: Menu
  titleOf(page: PageDefinition): string
  route: PortalRoute
  go(route: PortalRoute, how: 'push' | 'replace'): void
  onClose(): void
}

export interface ShellProps extends FeatureProps<ShellState, ShellActions, ShellTexts> {
  element: PortalElement
}
