import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { ProvisioningViewProps } from '../provisioning.props.ts'
import type { ListedConnection } from '../provisioning.state.ts'

export const RotateDialog = (props: ProvisioningViewProps & { connection: ListedConnection }) => {
  const { state, actions, t, connection } = props
  const { name } = connection
  return (
    <ConfirmDialog
      open
      danger
      title={t('rotateTitle', { name })}
      text={t('rotateText', { name })}
      confirmLabel={t('rotateConfirm')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => actions.rotate(connection)}
      onClose={actions.closeDialog}
    />
  )
}
