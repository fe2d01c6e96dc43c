import { useState } from 'react'
import { type CheckedInput, checkAll, useCheckedInput } from '../../../parts/credentials/use-checked-input.ts'
import { isGoodPassword, PasswordRulesList, rulesOf } from '../../../parts/new-password/password-rules-list.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { PasswordInput } from '../../../ui/password-input/password-input.tsx'
import type { ProfileViewProps } from '../profile.actions.ts'

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
    if (!isGoodPassword(value, rules)) return t('newPasswordIsTooWeak')
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
