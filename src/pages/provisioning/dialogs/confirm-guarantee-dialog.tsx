import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { ProvisioningViewProps } from '../provisioning.props.ts'
import type { ListedConnection } from '../provisioning.state.ts'

/** Names the current guarantor of a directory and why they no longer suffice, before another user confirms it. */
export const ConfirmGuaranteeDialog = (props: ProvisioningViewProps & { connection: ListedConnection }) => {
  const { state, actions, t, connection } = props
  const { guarantee } = connection
  const { name, email } = guarantee?.guarantor ?? { name: '', email: '' }
  const values = { guarantor: name || email || t('someone'), count: guarantee?.exceeding ?? 0 }
  return (
    <ConfirmDialog
      open
      title={t('confirmTitle', { name: connection.name })}
      text={`${t(`confirm_${guarantee?.problem ?? 'gone'}`, values)} ${t('confirmText')}`}
      confirmLabel={t('confirmAction')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => actions.confirm(connection)}
      onClose={actions.closeDialog}
    />
  )
}
