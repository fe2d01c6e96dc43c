import type { PageDefinition } from '../../../feature/define-page.ts'
import type { Menu } from '../navigation.ts'
import type { PortalRoute } from '../portal-hash.ts'
import type { ShellProps } from '../shell.props.ts'

export interface PortalBodyProps extends ShellProps {
  menu: Menu
  titleOf(page: PageDefinition): string
  route: PortalRoute
  go(route: PortalRoute, how: 'push' | 'replace'): void
  onClose(): void
}
