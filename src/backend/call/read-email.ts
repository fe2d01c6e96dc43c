import { hasForeignLocalPart, normalizeEmail } from '../../rules/email.ts'
import { text } from './read.ts'
import { badRequest } from './refusal.ts'

const INVALID = 'Enter a valid email address, like ada@company.com.'
const FOREIGN = 'Before the @, an email address has only letters from a to z, digits and signs like . _ + and -.'

/**
 * Reads an email that a caller sent and returns it in the form in which it is stored.
 *
 * @throws Refusal 400 that says what is wrong with it
 */
export const readEmail = (value: unknown, field: string, longest = 1_000): string => {
  const given = text(value, field, longest)
  const email = normalizeEmail(given)
  if (email === undefined) throw badRequest(hasForeignLocalPart(given) ? FOREIGN : INVALID)
  return email
}
