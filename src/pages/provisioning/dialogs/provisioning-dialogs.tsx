import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { ProvisioningViewProps } from '../provisioning.actions.ts'
import type { ListedConnection } from '../provisioning.state.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { GroupsDrawer } from './groups-drawer.tsx'
import { NewDialog } from './new-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { SetupDialog, TokenDialog } from './setup-dialogs.tsx'

/** Renders the dialog that is open. */
export const ProvisioningDialogs = (props: ProvisioningViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'new':
      return <NewDialog {...props} />
    case 'token':
      return <TokenDialog {...props} connection={dialog.connection} token={dialog.token} />
    case 'setup':
      return <SetupDialog {...props} connection={dialog.connection} />
    case 'groups':
      return <GroupsDrawer {...props} connection={dialog.connection} />
    case 'roles':
      return <RolesDialog {...props} connection={dialog.connection} group={dialog.group} />
    case 'confirm':
      return <ConfirmGuaranteeDialog {...props} connection={dialog.connection} />
    case 'rotate':
      return <RotateDialog {...props} connection={dialog.connection} />
    case 'delete':
      return <DeleteDialog {...props} connection={dialog.connection} />
  }
}

/** Names the current guarantor of a directory and why they no longer suffice, before another user confirms it. */
const ConfirmGuaranteeDialog = (props: ProvisioningViewProps & { connection: ListedConnection }) => {
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

const RotateDialog = (props: ProvisioningViewProps & { connection: ListedConnection }) => {
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
