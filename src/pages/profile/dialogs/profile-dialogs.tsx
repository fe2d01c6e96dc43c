import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { ProfileViewProps } from '../profile.actions.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { AddPhoneDialog, DeletePhoneDialog, PhoneCodeDialog } from './phone-dialogs.tsx'

/** Renders the dialog that is open. */
export const ProfileDialogs = (props: ProfileViewProps) => {
  const { state, actions, t, failures } = props
  const { dialog } = state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'removePicture':
      return (
        <ConfirmDialog
          open
          danger
          title={t('removeImageTitle')}
          text={t('removeImageMessage')}
          confirmLabel={t('removeImageButton')}
          cancelLabel={t('cancel')}
          busy={state.dialogWork.kind === 'busy'}
          error={failures.dialog}
          onConfirm={() => void actions.removePicture()}
          onClose={actions.closeDialog}
        />
      )
    case 'password':
      return <PasswordDialog {...props} />
    case 'addPhone':
      return <AddPhoneDialog {...props} />
    case 'deletePhone':
      return <DeletePhoneDialog {...props} phone={dialog.phone} />
    case 'code':
      return <PhoneCodeDialog {...props} task={dialog.task} />
    default:
      return dialog satisfies never
  }
}
