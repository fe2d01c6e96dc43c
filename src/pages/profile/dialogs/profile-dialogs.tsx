import { useState } from 'react'
import type { PhoneNumber } from '../../../contract/me.ts'
import { CodeDialog } from '../../../parts/code-dialog/code-dialog.tsx'
import { type CheckedInput, checkAll, useCheckedInput } from '../../../parts/credentials/use-checked-input.ts'
import { meetsPasswordRules, PasswordRulesList, rulesOf } from '../../../parts/new-password/password-rules-list.tsx'
import { PhoneDialog } from '../../../parts/phone/phone-dialog.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { PasswordInput } from '../../../ui/password-input/password-input.tsx'
import type { ProfileViewProps } from '../profile.actions.ts'
import type { PhoneTask } from '../profile.state.ts'

export const AddPhoneDialog = ({ state, actions, t, failures }: ProfileViewProps) => (
  <PhoneDialog
    title={t('addPhoneTitle')}
    text={t('addPhoneText')}
    submitLabel={t('addPhoneSubmit')}
    cancelLabel={t('cancel')}
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onSubmit={(number) => void actions.addPhone(number)}
    onClose={actions.closeDialog}
  />
)

export const DeletePhoneDialog = ({
  state,
  actions,
  t,
  failures,
  phone,
}: ProfileViewProps & { phone: PhoneNumber }) => (
  <ConfirmDialog
    open
    danger
    title={t('deletePhoneTitle', { phone: phone.phoneNumber })}
    text={t('deletePhoneText')}
    confirmLabel={t('deletePhoneSubmit')}
    cancelLabel={t('cancel')}
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onConfirm={() => void actions.startDeletePhone(phone)}
    onClose={actions.closeDialog}
  />
)

export const PhoneCodeDialog = ({ state, actions, t, failures, task }: ProfileViewProps & { task: PhoneTask }) => {
  const phone = task.phoneNumber
  const isDelete = task.why === 'delete'
  return (
    <CodeDialog
      title={t(isDelete ? 'codeTitleDelete' : 'codeTitleVerify', { phone })}
      text={t('codeText', { phone })}
      words={{
        label: t('codeLabel'),
        short: t('codeLengthAtLeast6'),
        submit: t(isDelete ? 'codeSubmitDelete' : 'codeSubmitVerify', { phone }),
        cancel: t('cancel'),
      }}
      danger={isDelete}
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      resend={{
        sentAt: task.sentAt,
        texts: {
          question: t('resendQuestion'),
          resend: t('otcResend'),
          resent: t('resent'),
          wait: (count) => t('resendIn', { count }),
        },
        onResend: () => void actions.sendCodeAgain(task),
      }}
      onSubmit={(code) => void actions.submitCode(task, code)}
      onClose={actions.closeDialog}
    />
  )
}

interface EntryProps {
  input: CheckedInput
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  busy: boolean
  autoFocus?: boolean
  onType?(value: string): void
}

const Entry = ({ input, label, busy, onType, ...rest }: EntryProps) => (
  <Field label={label} error={input.error}>
    {(ids) => (
      <PasswordInput
        {...ids}
        {...input.props}
        {...rest}
        readOnly={busy}
        required
        onChange={(event) => onType?.(event.currentTarget.value)}
      />
    )}
  </Field>
)

/** Asks for the new password. The typed values never reach the store, and a refused change keeps all three fields. */
export const PasswordDialog = ({ state, actions, t, failures }: ProfileViewProps) => {
  const rules = rulesOf(state.rules)
  const [typed, setTyped] = useState('')
  const busy = state.dialogWork.kind === 'busy'
  const current = useCheckedInput(({ value }) => (value ? undefined : t('currentPasswordIsRequired')))
  const next = useCheckedInput(({ value }) => {
    if (!value) return t('newPasswordIsRequired')
    if (!meetsPasswordRules(value, rules)) return t('newPasswordIsTooWeak')
    return value === current.value() ? t('newPasswordIsSame') : undefined
  })
  const again = useCheckedInput(({ value }) => {
    if (!value) return t('confirmPasswordIsRequired')
    return value === next.value() ? undefined : t('confirmPasswordMustMatch')
  })
  const submit = () => {
    const isGood = checkAll(current, next, again)
    if (isGood) void actions.changePassword(current.value(), next.value())
    return isGood
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('changePasswordTitle')}
      description={t('passwordText')}
      submitLabel={t('changePassword')}
      cancelLabel={t('cancel')}
      busy={busy}
      error={failures.dialog}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Entry
        input={current}
        label={t('currentPasswordInputLabel')}
        name="currentPassword"
        autoComplete="current-password"
        busy={busy}
        autoFocus
      />
      <Entry
        input={next}
        label={t('newPasswordInputLabel')}
        name="newPassword"
        autoComplete="new-password"
        busy={busy}
        onType={setTyped}
      />
      <PasswordRulesList password={typed} rules={rules} />
      <Entry
        input={again}
        label={t('confirmPasswordInputLabel')}
        name="confirmPassword"
        autoComplete="new-password"
        busy={busy}
      />
    </FormDialog>
  )
}

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
