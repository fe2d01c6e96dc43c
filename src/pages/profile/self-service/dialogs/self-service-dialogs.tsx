import { CodeDialog } from '../../../../parts/code-dialog/code-dialog.tsx'
import { type CheckedInput, checkAll, useCheckedInput } from '../../../../parts/credentials/use-checked-input.ts'
import { normalizeEmail } from '../../../../rules/email.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx'
import { PasswordInput } from '../../../../ui/password-input/password-input.tsx'
import { TextInput } from '../../../../ui/text-input/text-input.tsx'
import type { SelfServiceViewProps } from '../self-service.props.ts'

const isBusy = ({ state }: SelfServiceViewProps): boolean => state.dialogWork.kind === 'busy'

/** Users with a second factor prove that one instead. */
const usePassword = ({ state, t }: SelfServiceViewProps) => {
  const isAsked = state.facts?.asksPassword === true
  return { isAsked, input: useCheckedInput(({ value }) => (!isAsked || value ? undefined : t('passwordRequired'))) }
}

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

const ChangeEmailDialog = (props: SelfServiceViewProps) => {
  const { actions, t, email, failures } = props
  const password = usePassword(props)
  const next = useCheckedInput(({ value }) => {
    const normalized = normalizeEmail(value)
    if (!normalized) return t('emailInvalid')
    return normalized === email ? t('emailIsSame') : undefined
  })
  return (
    <FormDialog
      open
      size="s"
      title={t('changeEmailTitle')}
      description={t('changeEmailText')}
      submitLabel={t('sendCode')}
      cancelLabel={t('cancel')}
      busy={isBusy(props)}
      error={failures.dialog}
      onSubmit={() => {
        const isGood = checkAll(next, password.input)
        if (isGood) void actions.startEmailChange(next.value().trim(), password.input.value())
        return isGood
      }}
      onClose={actions.close}
    >
      <Field label={t('newEmail')} error={next.error}>
        {(ids) => (
          <TextInput
            {...ids}
            {...next.props}
            type="email"
            name="email"
            autoComplete="email"
            readOnly={isBusy(props)}
            required
            autoFocus
          />
        )}
      </Field>
      {password.isAsked && <PasswordEntry {...props} input={password.input} />}
    </FormDialog>
  )
}

const DeleteUserDialog = (props: SelfServiceViewProps) => {
  const { state, actions, t, email, failures } = props
  const password = usePassword(props)
  const typed = useCheckedInput(({ value }) =>
    normalizeEmail(value) === email ? undefined : t('typeEmailWrong', { email }),
  )
  return (
    <FormDialog
      open
      size="s"
      title={t('deleteDialogTitle')}
      description={t('deleteDialogText', { days: state.facts?.graceDays ?? 0 })}
      submitLabel={t('deleteButton')}
      cancelLabel={t('cancel')}
      busy={isBusy(props)}
      error={failures.dialog}
      onSubmit={() => {
        const isGood = checkAll(typed, password.input)
        if (isGood) void actions.deleteUser(typed.value().trim(), password.input.value())
        return isGood
      }}
      onClose={actions.close}
    >
      <Field label={t('typeEmail', { email })} error={typed.error}>
        {(ids) => (
          <TextInput
            {...ids}
            {...typed.props}
            name="confirm-email"
            autoComplete="off"
            spellCheck={false}
            readOnly={isBusy(props)}
            required
            autoFocus
          />
        )}
      </Field>
      {password.isAsked && <PasswordEntry {...props} input={password.input} />}
    </FormDialog>
  )
}

/** The one dialog that is open. */
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
          confirmLabel={t('disconnect')}
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
        />
      )
    }
    case 'deleteUser':
      return <DeleteUserDialog {...props} />
    default:
      return dialog satisfies never
  }
}
