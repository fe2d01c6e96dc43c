import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { CredentialForm, useTypedEmail } from './credentials.tsx'
import { checkAll } from './use-checked-input.ts'
import { useEmailInput } from './use-email-input.ts'

export interface EmailFormProps {
  texts: { label: string; required: string; invalid: string; submit: string; placeholder?: string; hint?: string }
  email?: string
  busy: boolean
  error: string | undefined
  /** The user came from another screen, so the field takes the focus. */
  autoFocus?: boolean
  /** `username webauthn` lets the browser suggest passkeys too. @default 'username' */
  autoComplete?: string
  onSubmit(email: string): void
}

/** A form with one email field and a button: the first step of signing in, of a reset and of requesting a new link. */
export const EmailForm = (props: EmailFormProps) => {
  const { texts, email = '', busy, error, autoFocus, autoComplete = 'username', onSubmit } = props
  const input = useEmailInput(texts)
  const typed = useTypedEmail()
  const submit = () => {
    if (!busy && checkAll(input)) onSubmit(input.value())
  }
  return (
    <CredentialForm label={texts.submit} onSubmit={submit}>
      <Field label={texts.label} hint={texts.hint} error={input.error ?? error}>
        {(ids) => (
          <TextInput
            {...ids}
            {...input.props}
            size="l"
            type="email"
            name="email"
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={texts.placeholder}
            defaultValue={typed || email}
            readOnly={busy}
            required
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="l" block busy={busy}>
        {texts.submit}
      </Button>
    </CredentialForm>
  )
}
