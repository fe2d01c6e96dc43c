import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { SsoViewProps } from '../sso.props.ts'
import { type Connection, statusOf } from '../sso.state.ts'

export const DeleteDialog = ({ state, actions, t, connection }: SsoViewProps & { connection: Connection }) => (
  <ConfirmDialog
    open
    danger
    title={t('deleteTitle', { name: connection.name })}
    text={statusOf(connection) === 'draft' ? t('deleteDraft') : t('deleteText')}
    confirmLabel={t('deleteConfirm', { name: connection.name })}
    cancelLabel={t('cancel')}
    busy={state.saving}
    error={state.formError}
    onConfirm={() => void actions.remove(connection)}
    onClose={actions.closeDialog}
  />
)
