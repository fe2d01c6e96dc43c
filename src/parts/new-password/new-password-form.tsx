import { type ReactNode, useEffect, useState } from 'react'
import type { PasswordRules } from '../../entities/policies.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { PasswordInput } from '../../ui/password-input/password-input.tsx'
import { CredentialForm } from '../credentials/credentials.tsx'
import { HiddenUsername } from '../credentials/hidden-username.tsx'
import { type CheckedInput, checkAll, useCheckedInput } from '../credentials/use-checked-input.ts'
import { newPasswordMessages } from './new-password.messages.ts'
import { meetsPasswordRules, PasswordRulesList, rulesOf } from './password-rules-list.tsx'

interface NewPasswordFormProps {
  rules: PasswordRules | null | undefined
  /** Email of the password's user; empty when only the server knows it. */
  email: string
  submitLabel: string
  busy: boolean
  error: string | undefined
  onSubmit(password: string): void
  /** Additional choices above the button. */
  children?: ReactNode
}

interface EntryProps {
  input: CheckedInput
  label: string
  name: string
  error: string | undefined
  busy: boolean
  onType?(password: string): void
}

const Entry = ({ input, label, name, error, busy, onType }: EntryProps) => (
  <Field label={label} error={input.error ?? error}>
    {(ids) => (
      <PasswordInput
        {...ids}
        {...input.props}
        size="l"
        name={name}
        autoComplete="new-password"
        readOnly={busy}
        required
        onChange={(event) => onType?.(event.currentTarget.value)}
      />
    )}
  </Field>
)

/** A form for a new password, typed twice, with its rules. Activation and reset use it. */
export const NewPasswordForm = (props: NewPasswordFormProps) => {
  const { rules: given, email, submitLabel, busy, error, onSubmit, children } = props
  const t = useTexts(newPasswordMessages)
  const rules = rulesOf(given)
  const [typed, setTyped] = useState('')
  const first = useCheckedInput(({ value }) => {
    if (!value) return t('isRequired')
    return meetsPasswordRules(value, rules) ? undefined : t('isTooWeak')
  })
  const second = useCheckedInput(({ value }) => {
    if (!value) return t('confirmIsRequired')
    return value === first.value() ? undefined : t('mustMatch')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error moves the focus
  useEffect(() => {
    if (error) first.focus()
  }, [error])
  const submit = () => {
    if (!busy && checkAll(first, second)) onSubmit(first.value())
  }
  return (
    <CredentialForm label={submitLabel} onSubmit={submit}>
      {email && <HiddenUsername email={email} />}
      <Entry input={first} label={t('label')} name="password" error={error} busy={busy} onType={setTyped} />
      <PasswordRulesList password={typed} rules={rules} />
      <Entry input={second} label={t('confirmLabel')} name="confirmPassword" error={undefined} busy={busy} />
      {children}
      <Button type="submit" variant="primary" size="l" block busy={busy}>
        {submitLabel}
      </Button>
    </CredentialForm>
  )
}
