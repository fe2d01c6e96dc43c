import type { Mail } from '../ports.ts'

/** An email as mail programs show it: its plain text, and the HTML of the same. */
export interface RenderedMail
  extends Pick<Mail, 'to' | 'subject' | 'attachments' | 'stopUrl' | 'isAwaited' | 'expiresAt'> {
  /** The same for every try. */
  id: string
  text: string
  html: string
}

/** Takes emails away from this process. */
export interface MailTransport {
  /** @throws MailRefusedError when no later try can succeed */
  send(mail: RenderedMail): Promise<void>
}

/** The mail server will never take this email, such as one for a mailbox that doesn't exist. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/** The mail program's own button for it (RFC 8058 §3.1). */
export const stopHeaders = (url: string | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
