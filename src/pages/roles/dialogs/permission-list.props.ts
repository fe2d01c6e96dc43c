import type { Translate } from '../../../i18n/messages.ts'
import type { RolesTexts } from '../roles.messages.ts'
import type { RolesState } from '../roles.state.ts'

export interface PermissionListProps {
  state: RolesState
  t: Translate<RolesTexts>
  chosen: readonly string[]
  /** Permissions that the role has now. They can be removed even by a user who doesn't have them. */
  held: readonly string[]
  onChange(chosen: readonly string[]): void
}
