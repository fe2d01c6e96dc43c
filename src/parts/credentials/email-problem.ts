import { hasForeignLocalPart, normalizeEmail, strippedEmail } from '../../rules/email.ts'

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
