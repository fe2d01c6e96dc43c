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
  /**
   * @throws MailRefusedError when this email is refused, whatever happens to others
   * @throws MailServiceError when no other email would be accepted now either
   */
  send(mail: RenderedMail): Promise<void>
}

/** The mail server doesn't accept this email, for example because the mailbox doesn't exist. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
  /** Whether the same reply could also concern every email, such as a refused sender. */
  readonly isVague: boolean

  constructor(message: string, { isVague = false, cause }: { isVague?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isVague = isVague
  }
}

/**
 * No email can be sent: the mail server is away, or refuses our password, our URL or our sender. Its operator or ours
 * can fix that, so it is no fault of the email.
 */
export class MailServiceError extends Error {
  override readonly name = 'MailServiceError'
  /** Whether it is certain that this email was not accepted; a server may accept one without confirming it (RFC 1047). */
  readonly isUnsent: boolean
  /** How long the service asks to wait before another attempt. */
  readonly retryAfterMs: number

  constructor(
    message: string,
    { isUnsent = false, retryAfterMs = 0, cause }: { isUnsent?: boolean; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isUnsent = isUnsent
    this.retryAfterMs = retryAfterMs
  }
}

/** The mail server doesn't accept this email for now. */
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
