import type { PageDefinition } from '../../../feature/define-page.ts'
import type { Menu } from '../navigation.ts'
import type { PortalRoute } from '../portal-hash.ts'

/**
 * The parts of the shell that the command bar uses. The bar is a chunk of its own, which loads when its keys are first
 * pressed.
 */
export interface CommandBarPort {
  menu: Menu
  /** Returns the title of a page in the menu. */
  titleOf(page: PageDefinition): string
  /** Navigates to a place in the portal; asks first when there are unsaved changes. */
  go(route: PortalRoute): void
  switchTenant(tenant: { tenantId: string; name: string }): void
  signOut(): void
  /** Returns the text that was typed while the bar was loading. */
  typed(): string
  close(): void
}
