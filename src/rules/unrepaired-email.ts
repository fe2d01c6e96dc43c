import { normalizeEmail } from './email.ts'

/**
 * Returns an email that an identity provider sent, unless reading it as a pasted one would make it that of another
 * mailbox. A provider that lets users choose such a text verifies only that they receive emails to it.
 */
export const unrepairedEmail = (text: string | undefined): string | undefined => {
  const [, local] = /^[\t\n\r ]*([^@\uff20]*)/.exec(text?.toLowerCase() ?? '') ?? []
  const email = normalizeEmail(text ?? '')
  return email === undefined || email.split('@')[0] === local ? text : undefined
}
