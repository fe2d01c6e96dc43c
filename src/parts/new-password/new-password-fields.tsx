import { useState } from 'react'
import type { PasswordRules } from '../../entities/policies.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { Field } from '../../ui/field/field.tsx'
import { PasswordInput } from '../../ui/password-input/password-input.tsx'
import { type CheckedInput, useCheckedInput } from '../credentials/use-checked-input.ts'
import { newPasswordMessages } from './new-password.messages.ts'
import { meetsPasswordRules, PasswordRulesList, rulesOf } from './password-rules-list.tsx'

interface NewPassword {
  input: CheckedInput
  rules: Required<PasswordRules>
}

export const useNewPassword = (given: PasswordRules | null | undefined): NewPassword => {
  const t = useTexts(newPasswordMessages)
  const rules = rulesOf(given)
  const input = useCheckedInput(({ value }) => {
    if (!value) return t('isRequired')
    return meetsPasswordRules(value, rules) ? undefined : t('isTooWeak')
  })
  return { input, rules }
}

/** A new password with its strength and rules, inside a larger form. It can be revealed, so it is typed only once. */
export const NewPasswordFields = ({ password, busy }: { password: NewPassword; busy: boolean }) => {
  const t = useTexts(newPasswordMessages)
  const [typed, setTyped] = useState('')
  const { input, rules } = password
  return (
    <>
      <Field label={t('signUpLabel')} error={input.error}>
        {(ids) => (
          <PasswordInput
            {...ids}
            {...input.props}
            size="l"
            name="password"
            autoComplete="new-password"
            readOnly={busy}
            required
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <PasswordRulesList password={typed} rules={rules} />
    </>
  )
}
