import { nameOfUser } from '../../../rules/user-name.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { AccountsViewProps } from '../all-accounts.state.ts'
import { CreateDialog, DeleteDialog, RenameDialog } from './account-dialogs.tsx'
import { AddUsersDialog, UserRolesDialog } from './account-users-dialogs.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { StatusDialog, SuspensionDialog } from './status-dialogs.tsx'

/** Renders the dialog that is open. */
export const AccountsDialogs = (props: AccountsViewProps) => {
  const { state, actions, t } = props
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
    case 'remove-user': {
      const name = nameOfUser(dialog.user)
      return (
        <ConfirmDialog
          open
          danger
          title={t('removeUserTitle', { name })}
          text={t('removeUserText', { name, account: account?.row.name ?? '' })}
          confirmLabel={t('removeUserConfirm', { name })}
          cancelLabel={t('cancel')}
          busy={state.saving}
          error={state.formError}
          onConfirm={() => void actions.removeUser(dialog.user)}
          onClose={actions.closeDialog}
        />
      )
    }
  }
}
