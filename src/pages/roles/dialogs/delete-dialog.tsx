import { useEffect } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { ListedRole } from '../roles.state.ts'
import type { RolesViewProps } from '../roles.view.tsx'

/** Says who loses the role, groups counted, before it goes. */
export const DeleteDialog = ({ state, actions, t, role }: RolesViewProps & { role: ListedRole }) => {
  const { askImpact } = actions
  useEffect(() => void askImpact(role, role.permissions), [askImpact, role])
  const counted = state.impact.phase === 'ready' ? state.impact.answer.users : undefined
  const people = counted ?? role.userCount ?? 0
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { name: role.name })}
      text={people > 0 ? t('deletePeople', { count: people }) : t('deleteNobody')}
      confirmLabel={t('deleteConfirm', { name: role.name })}
      cancelLabel={t('cancel')}
      onConfirm={() => actions.remove(role)}
      onClose={actions.closeDialog}
    />
  )
}
