import type { FeatureProps } from '../../feature/define.ts'
import type { PortalElement } from './portal-element.ts'
import type { ShellTexts } from './shell/shell.messages.ts'
import type { ShellActions, ShellState } from './shell/shell.slice.ts'

export interface ShellProps extends FeatureProps<ShellState, ShellActions, ShellTexts> {
  element: PortalElement
}
