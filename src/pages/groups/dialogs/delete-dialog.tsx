import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { ListedGroup } from '../groups.state.ts'
import type { GroupsViewProps } from '../groups.view.tsx'

export const DeleteDialog = ({ actions, t, group }: GroupsViewProps & { group: ListedGroup }) => {
  const members = group.userCount ?? 0
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { name: group.name })}
      text={members > 0 ? t('deleteMembers', { count: members }) : t('deleteEmpty')}
      confirmLabel={t('deleteConfirm', { name: group.name })}
      cancelLabel={t('cancel')}
      onConfirm={() => actions.remove(group)}
      onClose={actions.closeDialog}
    />
  )
}
