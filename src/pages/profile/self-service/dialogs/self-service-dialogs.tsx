import { CodeDialog } from '../../../../parts/code-dialog/code-dialog.tsx'
import { type CheckedInput, checkAll, useCheckedInput } from '../../../../parts/credentials/use-checked-input.ts'
import { normalizeEmail } from '../../../../rules/email.ts'
import { Alert } from '../../../../ui/alert/alert.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx'
import { PasswordInput } from '../../../../ui/password-input/password-input.tsx'
import { TextInput, type TextInputProps } from '../../../../ui/text-input/text-input.tsx'
import type { SelfServiceViewProps } from '../self-service.state.ts'

const isBusy = ({ state }: SelfServiceViewProps): boolean => state.dialogWork.kind === 'busy'

const PasswordEntry = (props: SelfServiceViewProps & { input: CheckedInput }) => (
  <Field label={props.t('password')} error={props.input.error}>
    {(ids) => (
      <PasswordInput
        {...ids}
        {...props.input.props}
        name="password"
        autoComplete="current-password"
        readOnly={isBusy(props)}
        required
      />
    )}
  </Field>
)

type EmailField = Pick<TextInputProps, 'name' | 'type' | 'autoComplete' | 'spellCheck'> & { label: string }

interface EmailDialogProps extends SelfServiceViewProps {
  /** The action deletes data. @default false */
  danger?: boolean
  texts: Record<'title' | 'description' | 'submitLabel', string>
  field: EmailField
  /** Returns how to fix the typed text; `undefined` if it is valid. */
  problemOf(typed: string): string | undefined
  onSend(email: string, password: string): Promise<void>
}

/** Asks for an email, and for the password of users without a second factor. */
const EmailDialog = ({ danger, texts, field, problemOf, onSend, ...props }: EmailDialogProps) => {
  const { state, actions, t, failures } = props
  const { label, ...attributes } = field
  const asksPassword = state.facts?.asksPassword === true
  const password = useCheckedInput(({ value }) => (!asksPassword || value ? undefined : t('passwordRequired')))
  const email = useCheckedInput(({ value }) => problemOf(value))
  return (
    <FormDialog
      open
      size="s"
      {...texts}
      danger={danger}
      cancelLabel={t('cancel')}
      busy={isBusy(props)}
      error={failures.dialog}
      onSubmit={() => {
        const isGood = checkAll(email, password)
        if (isGood) void onSend(email.value().trim(), password.value())
        return isGood
      }}
      onClose={actions.close}
    >
      <Field label={label} error={email.error}>
        {(ids) => <TextInput {...ids} {...email.props} {...attributes} readOnly={isBusy(props)} required autoFocus />}
      </Field>
      {asksPassword && <PasswordEntry {...props} input={password} />}
    </FormDialog>
  )
}

const ChangeEmailDialog = (props: SelfServiceViewProps) => {
  const { actions, t, email } = props
  return (
    <EmailDialog
      {...props}
      texts={{ title: t('changeEmailTitle'), description: t('changeEmailText'), submitLabel: t('sendCode') }}
      field={{ label: t('newEmail'), type: 'email', name: 'email', autoComplete: 'email' }}
      problemOf={(typed) => {
        const normalized = normalizeEmail(typed)
        if (!normalized) return t('emailInvalid')
        return normalized === email ? t('emailIsSame') : undefined
      }}
      onSend={actions.startEmailChange}
    />
  )
}

const DeleteUserDialog = (props: SelfServiceViewProps) => {
  const { state, actions, t, email } = props
  const description = t('deleteDialogText', { days: state.facts?.graceDays ?? 0 })
  return (
    <EmailDialog
      {...props}
      danger
      texts={{ title: t('deleteDialogTitle'), description, submitLabel: t('deleteButton') }}
      field={{ label: t('typeEmail', { email }), name: 'confirm-email', autoComplete: 'off', spellCheck: false }}
      problemOf={(typed) => (normalizeEmail(typed) === email ? undefined : t('typeEmailWrong', { email }))}
      onSend={actions.deleteUser}
    />
  )
}

const LostTokens = ({ state, t, name }: SelfServiceViewProps & { name: string }) => {
  const { count = 0, tokens = [] } = state.vouched ?? {}
  if (count === 0) return null
  return (
    <Alert tone="warning" title={t(tokens.length > 0 ? 'leaveTokens' : 'leaveTokensUnnamed', { count, name })}>
      {tokens.length > 0 && (
        <ul className="fe-profile-names">
          {tokens.map(({ id, description }) => (
            <li key={id}>{description}</li>
          ))}
        </ul>
      )}
      <p>{t('leaveTokensHint')}</p>
    </Alert>
  )
}

/** Renders the dialog that is open. */
export const SelfServiceDialogs = (props: SelfServiceViewProps) => {
  const { state, actions, t, failures } = props
  const { dialog } = state
  if (dialog === null) return null
  const shared = { open: true, danger: true, cancelLabel: t('cancel'), busy: isBusy(props), error: failures.dialog }
  switch (dialog.kind) {
    case 'changeEmail':
      return <ChangeEmailDialog {...props} />
    case 'emailCode':
      return (
        <CodeDialog
          title={t('codeTitle')}
          text={t('codeText', { email: dialog.email })}
          words={{ label: t('codeLabel'), short: t('codeShort'), submit: t('codeSubmit'), cancel: t('cancel') }}
          busy={isBusy(props)}
          error={failures.dialog}
          onSubmit={(code) => void actions.verifyEmail(code)}
          onClose={actions.close}
        />
      )
    case 'unlink': {
      const { label: provider, email } = dialog.account
      return (
        <ConfirmDialog
          {...shared}
          title={t('disconnectTitle', { provider })}
          text={t('disconnectText', { provider, email })}
          confirmLabel={t('disconnectConfirm', { provider })}
          onConfirm={() => void actions.unlink()}
          onClose={actions.close}
        />
      )
    }
    case 'leave': {
      const { name } = dialog.membership
      return (
        <ConfirmDialog
          {...shared}
          title={t('leaveTitle', { name })}
          text={t('leaveText', { name })}
          confirmLabel={t('leaveOf', { name })}
          onConfirm={() => void actions.leave()}
          onClose={actions.close}
        >
          <LostTokens {...props} name={name} />
        </ConfirmDialog>
      )
    }
    case 'deleteUser':
      return <DeleteUserDialog {...props} />
    default:
      return dialog satisfies never
  }
}
