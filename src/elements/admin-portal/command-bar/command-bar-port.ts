import type { PageDefinition } from '../../../feature/define-page.ts'
import type { Menu } from '../navigation.ts'
import type { PortalRoute } from '../portal-hash.ts'

/** What the command bar needs of the shell; it is a chunk of its own and comes with the first press of its keys. */
export interface CommandBarPort {
  menu: Menu
  /** Title of a page in the menu. */
  titleOf(page: PageDefinition): string
  /** Leads to a place of the portal; asks first when something is unsaved. */
  go(route: PortalRoute): void
  switchTenant(tenant: { tenantId: string; name: string }): void
  signOut(): void
  /** What was typed while the bar was loading. */
  typed(): string
  close(): void
}
