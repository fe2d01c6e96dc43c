import { useEffect } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { RolesViewProps } from '../roles.props.ts'
import type { ListedRole } from '../roles.types.ts'

/** Names the number of users who lose the role, including through groups. */
export const DeleteDialog = ({ state, actions, t, role }: RolesViewProps & { role: ListedRole }) => {
  const { loadImpact } = actions
  useEffect(() => void loadImpact(role, role.permissions), [loadImpact, role])
  const counted = state.impact.phase === 'ready' ? state.impact.result.users : undefined
  const members = counted ?? role.userCount ?? 0
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { name: role.name })}
      text={members > 0 ? t('deleteMembers', { count: members }) : t('deleteEmpty')}
      confirmLabel={t('deleteConfirm', { name: role.name })}
      cancelLabel={t('cancel')}
      onConfirm={() => actions.remove(role)}
      onClose={actions.closeDialog}
    />
  )
}
