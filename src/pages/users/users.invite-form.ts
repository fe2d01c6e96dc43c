import { invitedPhone } from '../../parts/phone/invited-phone.ts'
import { copiedEmail, hasForeignLocalPart, normalizeEmail, withAngleBrackets } from '../../rules/email.ts'
import { splitLines } from '../../rules/line-breaks.ts'
import { normalizeName } from '../../rules/names.ts'

/** Whether the invite dialog asks for name and phone. */
export interface InviteFields {
  name: 'hidden' | 'optional' | 'required'
  phone: 'hidden' | 'optional' | 'required'
}

export interface InviteDraft {
  emails: readonly string[]
  /** Text in the email field that is not a chip yet. */
  typing: string
  roleIds: readonly string[]
  name: string
  phone: string
  /** Days of access of a temporary user; `undefined` means permanent. */
  days?: number | undefined
}

/** Separators of emails in a pasted list, and the end of a sentence. */
const SEPARATORS = /(?:[\s,;，、；]|\.(?=\s|$))+/

/**
 * Matches `Ada Byron <ada@acme.test>`, `"Byron, Ada" <ada@acme.test>` (RFC 5322 §3.4) and, as some email clients copy
 * it, `Byron, Ada <ada@acme.test>`. Text that looks like an email or a domain isn't a name.
 */
const NAMED = /(?<![^\s,;，、；>"])(?:"(?![^"\s]+@[^"\s]+")(?:[^"\\\n]|\\.)*"|[^"@;；\n<>.]|\.(?!\w)){0,254}<([^<>]*)>/g

/** Comments in parentheses, and names before an email without angle brackets, but no separators between quoted emails. */
const REMARKS = /\([^()@]*\)|"(?![\s,;，、；]*")[^"@\n]*"/g

/** Splits pasted text into distinct emails in their order. Text that isn't an email is kept, to be shown as invalid. */
export const emailsIn = (text: string): string[] => {
  const parts = withAngleBrackets(splitLines(text).join('\n'))
    .replace(NAMED, ' $1 ')
    .replace(REMARKS, ' ')
    .split(SEPARATORS)
    .filter((part) => part !== '')
  return [...new Set(parts.map((part) => normalizeEmail(copiedEmail(part)) ?? part))]
}

export const addEmails = (emails: readonly string[], text: string): string[] => [
  ...new Set([...emails, ...emailsIn(text)]),
]

export const isEmail = (text: string): boolean => normalizeEmail(text) !== undefined

/** Returns the chips and the text still being typed. */
export const allEmails = (draft: InviteDraft): string[] => addEmails(draft.emails, draft.typing)

export type InviteProblem =
  | 'emailIsRequired'
  | 'emailMustBeValid'
  | 'emailIsForeign'
  | 'nameIsRequired'
  | 'phoneIsRequired'
  | 'phoneIsInvalid'

export interface InviteProblems {
  emails?: InviteProblem
  name?: InviteProblem
  phone?: InviteProblem
}

const phoneProblem = (phone: string, fields: InviteFields): InviteProblem | undefined => {
  if (phone.trim() === '') return fields.phone === 'required' ? 'phoneIsRequired' : undefined
  return invitedPhone(phone) ? undefined : 'phoneIsInvalid'
}

const emailsProblem = (emails: readonly string[]): InviteProblem | undefined => {
  if (emails.length === 0) return 'emailIsRequired'
  const wrong = emails.filter((email) => !isEmail(email))
  if (wrong.length === 0) return undefined
  return wrong.every(hasForeignLocalPart) ? 'emailIsForeign' : 'emailMustBeValid'
}

/** Returns the problems of the form. Name and phone are checked only for a single user. */
export const problemsOf = (draft: InviteDraft, fields: InviteFields): InviteProblems => {
  const emails = allEmails(draft)
  const problem = emailsProblem(emails)
  if (emails.length > 1) return problem ? { emails: problem } : {}
  const phone = fields.phone === 'hidden' ? undefined : phoneProblem(draft.phone, fields)
  const isNameMissing = fields.name === 'required' && normalizeName(draft.name) === ''
  return {
    ...(problem && { emails: problem }),
    ...(isNameMissing && { name: 'nameIsRequired' as const }),
    ...(phone && { phone }),
  }
}
