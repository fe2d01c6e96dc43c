import type { Translate } from '../../../i18n/messages.ts'
import type { RolesTexts } from '../roles.messages.ts'
import type { RolesState } from '../roles.state.ts'

export interface PermissionListProps {
  state: RolesState
  t: Translate<RolesTexts>
  chosen: readonly string[]
  /** Permissions the role has now: they can be removed even by a user who doesn't hold them. */
  held: readonly string[]
  onChange(chosen: readonly string[]): void
}
