import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import type { TokensViewProps } from './api-tokens.props.ts'
import { CreateDialog, EditDialog } from './token-forms.tsx'
import { SecretDialog } from './token-secret.tsx'

/** Renders the dialog that is open. */
export const TokenDialogs = (props: TokensViewProps) => {
  const { state, actions, t } = props
  const { dialog } = state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'create':
      return <CreateDialog {...props} />
    case 'secret':
      return <SecretDialog {...props} token={dialog.token} secret={dialog.secret} />
    case 'edit':
      return <EditDialog {...props} token={dialog.token} />
    case 'revoke':
      return (
        <ConfirmDialog
          open
          danger
          title={t('revokeTitle', { name: dialog.token.name })}
          text={t('revokeText', { tenant: state.viewer?.tenantName ?? '' })}
          confirmLabel={t('revokeConfirm', { name: dialog.token.name })}
          cancelLabel={t('cancel')}
          busy={state.saving}
          error={state.formError}
          onConfirm={() => void actions.revoke(dialog.token)}
          onClose={actions.closeDialog}
        />
      )
  }
}
