import { hasForeignLocalPart, normalizeEmail, strippedEmail } from '../../rules/email.ts'

interface EmailTexts {
  required: string
  invalid: string
  /** Only the part before the `@` is wrong: it has letters beyond ASCII. */
  foreign: string
}

/** How to fix what an email field holds, after what was copied along with the email is gone from it. */
export const emailProblem = (field: HTMLInputElement, texts: EmailTexts): string | undefined => {
  const email = strippedEmail(field.value)
  // Written only when it differs, because it moves the caret.
  if (field.value !== email) field.value = email
  if (field.validity.valueMissing) return texts.required
  // The API's verdict: browsers differ on dots, other scripts and domains without a dot.
  if (normalizeEmail(email) !== undefined) return undefined
  return hasForeignLocalPart(email) ? texts.foreign : texts.invalid
}
