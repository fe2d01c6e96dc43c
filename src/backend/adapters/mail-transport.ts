import type { Mail } from '../ports.ts'

/** An email in its rendered form: its plain text, and HTML with the same content. */
export interface RenderedMail
  extends Pick<Mail, 'to' | 'subject' | 'attachments' | 'stopUrl' | 'isAwaited' | 'expiresAt'> {
  /** The same for every attempt. */
  id: string
  text: string
  html: string
}

/** Sends emails out of this process. */
export interface MailTransport {
  /** @throws MailRefusedError when no later attempt can succeed */
  send(mail: RenderedMail): Promise<void>
}

/** The mail server will never accept this email, for example because the mailbox doesn't exist. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/** The mail server accepts no email for now. */
export class MailPostponedError extends Error {
  override readonly name = 'MailPostponedError'
  readonly retryAfterMs: number

  constructor(message: string, { retryAfterMs, cause }: { retryAfterMs: number; cause: unknown }) {
    super(message, { cause })
    this.retryAfterMs = retryAfterMs
  }
}

/** Returns the headers for the email client's own unsubscribe button (RFC 8058 §3.1). */
export const stopHeaders = (url: string | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
