import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { GroupsViewProps } from '../groups.props.ts'
import type { ListedGroup } from '../groups.state.ts'

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
