import { useEffect } from 'react'
import { useRuntime } from '../../../feature/feature-context.tsx'
import type { Translate } from '../../../i18n/messages.ts'
import { AuthLink } from '../../../parts/auth-card/auth-link.tsx'
import { CredentialForm } from '../../../parts/credentials/credentials.tsx'
import { HiddenUsername } from '../../../parts/credentials/hidden-username.tsx'
import { checkAll, useCheckedInput } from '../../../parts/credentials/use-checked-input.ts'
import { keepTypedEmail } from '../../../parts/typed-email/typed-email.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { PasswordInput } from '../../../ui/password-input/password-input.tsx'
import type { SignInTexts } from './sign-in.messages.ts'

interface PasswordStepProps {
  t: Translate<SignInTexts>
  email: string
  busy: boolean
  error: string | undefined
  onSubmit(password: string): void
}

export const PasswordStep = ({ t, email, busy, error, onSubmit }: PasswordStepProps) => {
  const input = useCheckedInput(({ validity }) => (validity.valueMissing ? t('passwordIsRequired') : undefined))
  const { deps } = useRuntime()
  const submit = () => {
    if (!busy && checkAll(input)) onSubmit(input.value())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error moves the focus back
  useEffect(() => {
    if (error) input.focus()
  }, [error])
  return (
    <CredentialForm label={t('login')} onSubmit={submit}>
      <HiddenUsername email={email} />
      <Field
        label={t('passwordInputLabel')}
        error={input.error ?? error}
        aside={
          <AuthLink to="forgetPasswordUrl" onFollow={() => keepTypedEmail(deps, email)}>
            {t('forgotPassword')}
          </AuthLink>
        }
      >
        {(ids) => (
          <PasswordInput
            {...ids}
            {...input.props}
            size="l"
            name="password"
            autoComplete="current-password"
            readOnly={busy}
            required
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="l" block busy={busy}>
        {t('login')}
      </Button>
    </CredentialForm>
  )
}
