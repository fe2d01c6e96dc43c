import type { AccountsViewProps } from '../all-accounts.state.ts'
import { CreateDialog, DeleteDialog, RenameDialog } from './account-dialogs.tsx'
import { AddUsersDialog, EndAccessDialog, RemoveUserDialog, UserRolesDialog } from './account-users-dialogs.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { StatusDialog, SuspensionDialog } from './status-dialogs.tsx'

/** Renders the dialog that is open. */
export const AccountsDialogs = (props: AccountsViewProps) => {
  const { state } = props
  const { dialog, account } = state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'create':
      return <CreateDialog {...props} parent={dialog.parent} />
    case 'edit':
      return <RenameDialog {...props} account={dialog.account} />
    case 'move':
      return <MoveDialog {...props} account={dialog.account} />
    case 'suspend':
    case 'resume':
      return <SuspensionDialog {...props} account={dialog.account} isSuspended={dialog.kind === 'suspend'} />
    case 'status':
      return <StatusDialog {...props} account={dialog.account} />
    case 'delete':
      return <DeleteDialog {...props} account={dialog.account} />
    case 'add-users':
      return account ? <AddUsersDialog {...props} account={account} /> : null
    case 'roles':
      return account ? <UserRolesDialog {...props} account={account} user={dialog.user} /> : null
    case 'remove-user':
      return account ? <RemoveUserDialog {...props} account={account} user={dialog.user} /> : null
    case 'end-access':
      return account ? <EndAccessDialog {...props} account={account} user={dialog.user} /> : null
  }
}
