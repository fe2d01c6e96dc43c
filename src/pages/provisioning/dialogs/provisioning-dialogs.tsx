import type { ProvisioningViewProps } from '../provisioning.props.ts'
import { ConfirmGuaranteeDialog } from './confirm-guarantee-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { GroupsDrawer } from './groups-drawer.tsx'
import { NewDialog } from './new-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'

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
