import { normalizeEmail } from './email.ts'
import { withoutInvisibleEnds } from './pasted-text.ts'

/**
 * Returns an email that an identity provider sent, unless reading it as a pasted one would make it that of another
 * mailbox. A provider that lets users choose such a text verifies only that they receive emails to it. What can't be seen
 * at its ends changes no mailbox.
 */
export const unrepairedEmail = (text: string | undefined): string | undefined => {
  const [local] = withoutInvisibleEnds(text ?? '', false)
    .toLowerCase()
    .split(/[@\uff20]/, 1)
  const email = normalizeEmail(text ?? '')
  return email === undefined || email.split('@')[0] === local ? text : undefined
}
