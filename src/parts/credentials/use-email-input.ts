import { useTexts } from '../../feature/feature-context.tsx'
import { hasForeignLocalPart, normalizeEmail, strippedEmail } from '../../rules/email.ts'
import { emailMessages } from './email.messages.ts'
import { type CheckedInput, useCheckedInput } from './use-checked-input.ts'

interface EmailTexts {
  required: string
  invalid: string
  /** Shown if only the part before the `@` is invalid, because it has letters beyond ASCII. */
  foreign: string
}

/** Returns how to fix the email in a field, after removing text that was copied along with the email. */
export const emailProblem = (field: HTMLInputElement, texts: EmailTexts): string | undefined => {
  const email = strippedEmail(field.value)
  // Written only when it differs, because writing moves the caret.
  if (field.value !== email) field.value = email
  if (field.validity.valueMissing) return texts.required
  // The API's rule decides, because browsers differ on dots, other scripts and domains without a dot.
  if (normalizeEmail(email) !== undefined) return undefined
  return hasForeignLocalPart(email) ? texts.foreign : texts.invalid
}

/** Returns an email field that is validated by the API's rules. */
export const useEmailInput = (texts: { required: string; invalid: string }): CheckedInput => {
  const t = useTexts(emailMessages)
  return useCheckedInput((field) => emailProblem(field, { ...texts, foreign: t('foreignLocalPart') }))
}
