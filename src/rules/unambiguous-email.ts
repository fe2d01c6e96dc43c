import { normalizeEmail } from './email.ts'
import { withoutInvisibleEnds } from './pasted-text.ts'

const SCHEME = /^(?:mailto|smtp):(?:\/\/)?/

/**
 * Returns an email that an identity provider sent, unless a mail server could read it as that of another mailbox: of
 * another local part, or of the domain after a further @. A provider that lets users choose such a text verifies only
 * that they receive emails to it. No mailbox begins with a scheme or with characters that can't be seen.
 */
export const unambiguousEmail = (text: string | undefined): string | undefined => {
  const sent = withoutInvisibleEnds(text?.normalize('NFKC') ?? '', false).toLowerCase()
  const [local, , another] = withoutInvisibleEnds(sent.replace(SCHEME, ''), false).split('@')
  const email = normalizeEmail(text ?? '')
  return email === undefined || (another === undefined && email.split('@')[0] === local) ? text : undefined
}
