import type { ConfirmationWay } from '../../../contract/me.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { HiddenUsername } from '../../../parts/credentials/hidden-username.tsx'
import { checkAll, useCheckedInput } from '../../../parts/credentials/use-checked-input.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { PasswordInput } from '../../../ui/password-input/password-input.tsx'
import type { StepUpDialogTexts } from './step-up-dialog.messages.ts'

export interface ConfirmingProps {
  t: Translate<StepUpDialogTexts>
  title: string
  email: string
  ways: readonly ConfirmationWay[]
  busy: boolean
  error: string | undefined
  on: {
    confirm(password: string): void
    confirmByPasskey(): void
    signInAgain(): void
    cancel(): void
  }
}

const ByPassword = ({ t, title, email, ways, busy, error, on }: ConfirmingProps) => {
  const input = useCheckedInput(({ validity }) => (validity.valueMissing ? t('passwordIsRequired') : undefined))
  const submit = () => {
    const isRight = checkAll(input)
    if (isRight) on.confirm(input.value())
    return isRight
  }
  return (
    <FormDialog
      open
      size="s"
      title={title}
      description={t('confirmText')}
      submitLabel={t('confirm')}
      cancelLabel={t('cancel')}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={on.cancel}
    >
      <Field label={t('password')} error={input.error}>
        {(ids) => (
          <PasswordInput
            {...ids}
            {...input.props}
            name="password"
            autoComplete="current-password"
            readOnly={busy}
            required
            autoFocus
          />
        )}
      </Field>
      {/* Behind the field: a dialog that opens gives the focus to its first one. */}
      <HiddenUsername email={email} />
      {ways.includes('passkey') && (
        <Button block disabled={busy} onClick={on.confirmByPasskey}>
          {t('usePasskey')}
        </Button>
      )}
    </FormDialog>
  )
}

/** Asks a user without a second factor for a proof, over the page that needs it. */
export const Confirming = (props: ConfirmingProps) => {
  const { t, title, ways, busy, error, on } = props
  if (ways.includes('password')) return <ByPassword {...props} />
  const isByPasskey = ways.includes('passkey')
  const footer = (
    <>
      <Button onClick={on.cancel}>{t('cancel')}</Button>
      <Button variant="primary" busy={busy} onClick={isByPasskey ? on.confirmByPasskey : on.signInAgain}>
        {t(isByPasskey ? 'usePasskey' : 'signInAgain')}
      </Button>
    </>
  )
  return (
    <Dialog open size="s" title={title} onClose={on.cancel} footer={footer}>
      {error && <Alert tone="danger">{error}</Alert>}
      <p>{t(isByPasskey ? 'confirmText' : 'signInText')}</p>
    </Dialog>
  )
}
