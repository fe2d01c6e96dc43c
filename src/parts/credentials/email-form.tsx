import { useTexts } from '../../feature/feature-context.tsx'
import { copiedEmail, hasForeignLocalPart, normalizeEmail } from '../../rules/email.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { CredentialForm, useTypedEmail } from './credentials.tsx'
import { emailMessages } from './email.messages.ts'
import { type CheckedInput, checkAll, useCheckedInput } from './use-checked-input.ts'

interface EmailTexts {
  required: string
  invalid: string
  /** Shown if only the part before the `@` is invalid, because it has letters beyond ASCII. */
  foreign: string
}

/**
 * Returns how to fix the email in a field. Unless the user is typing, text that was copied along with the email is
 * removed, such as the full stop of a sentence, which may also be in the middle of a domain.
 */
export const emailProblem = (field: HTMLInputElement, texts: EmailTexts, isTyping = false): string | undefined => {
  const email = copiedEmail(field.value)
  // Written only when it differs, because writing moves the caret.
  if (!isTyping && field.value !== email) field.value = email
  if (field.validity.valueMissing) return texts.required
  // The API's rule decides, because browsers differ on dots, other scripts and domains without a dot.
  if (normalizeEmail(email) !== undefined) return undefined
  return hasForeignLocalPart(email) ? texts.foreign : texts.invalid
}

/** Returns an email field that is validated by the API's rules. */
export const useEmailInput = (texts: { required: string; invalid: string }): CheckedInput => {
  const t = useTexts(emailMessages)
  return useCheckedInput((field, isTyping) =>
    emailProblem(field, { ...texts, foreign: t('foreignLocalPart') }, isTyping),
  )
}

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
