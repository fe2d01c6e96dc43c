import { useState } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { fileNameOf, saveText } from '../mfa/save-text.ts'
import { useUnsaved } from '../unsaved/unsaved.tsx'
import type { TokensViewProps } from './api-tokens.slice.ts'
import type { ApiToken } from './api-tokens.state.ts'
import { CreateDialog, EditDialog } from './token-forms.tsx'

const Value = ({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) => (
  <Field label={label}>
    {({ id }) => (
      <span className="fe-tokens-value">
        <TextInput id={id} readOnly spellCheck={false} value={value} onFocus={(event) => event.target.select()} />
        <CopyButton size="m" text={value} label={copyLabel} />
      </span>
    )}
  </Field>
)

interface SecretDialogProps extends TokensViewProps {
  token: ApiToken
  secret: string
}

/** Returns the token as environment variables, which most scripts read. */
const fileOf = ({ token, secret }: Pick<SecretDialogProps, 'token' | 'secret'>): string =>
  token.kind === 'AccessToken' ? `ACCESS_TOKEN=${secret}` : `CLIENT_ID=${token.id}\nCLIENT_SECRET=${secret}`

/** Shows the secret once. Closing the dialog other than by its button asks for confirmation. */
const SecretDialog = (props: SecretDialogProps) => {
  const { actions, t, token, secret } = props
  const [isConfirming, setConfirming] = useState(false)
  useUnsaved(true, actions.closeDialog)
  const isAccess = token.kind === 'AccessToken'
  const footer = (
    <>
      <Button icon="download" onClick={() => saveText(fileNameOf(token.name, 'env'), fileOf(props))}>
        {t('download')}
      </Button>
      <Button variant="primary" onClick={actions.closeDialog}>
        {t('done')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={t('successTitle')}
      description={t(isAccess ? 'successAccess' : 'successCredentials')}
      onClose={() => setConfirming(true)}
      footer={footer}
    >
      <div className="fe-tokens-secret">
        <Alert tone="warning">{t('secretWarning')}</Alert>
        {!isAccess && <Value label={t('clientId')} value={token.id} copyLabel={t('copyClientId')} />}
        <Value label={t(isAccess ? 'accessToken' : 'secretKey')} value={secret} copyLabel={t('copySecret')} />
      </div>
      <ConfirmDialog
        open={isConfirming}
        danger
        title={t('leaveSecretTitle')}
        text={t('leaveSecretText')}
        cancelLabel={t('leaveSecretStay')}
        confirmLabel={t('leaveSecretGo')}
        onClose={() => setConfirming(false)}
        onConfirm={actions.closeDialog}
      />
    </Dialog>
  )
}

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
