import { createTransport } from 'nodemailer'
import { isRecord } from '../../kernel/safe-json.ts'
import type { Mailer } from '../ports.ts'
import { MailRefusedError } from './mail-refused.ts'

/** How long a mail server may take for one step before the mail counts as not sent. */
const SMTP_TIMEOUT_MS = 10_000

/** The mail program's own button for it (RFC 8058 §3.1). */
const stopHeaders = (url: string | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

/** Permanent replies (RFC 5321 §4.2.1) about this email or its recipient; those about the sender or the password may pass. */
const isRefusal = (error: unknown): boolean =>
  isRecord(error) &&
  (error.command === 'RCPT TO' || error.command === 'DATA') &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

/** Sends over SMTP; `url` such as `smtps://user:password@mail.example:465`, the sender is `from` in its query. */
export const createSmtpMailer = (url: string): Mailer & { close(): void } => {
  const server = new URL(url)
  const from = server.searchParams.get('from') ?? `no-reply@${server.hostname}`
  server.searchParams.delete('from')
  const transport = createTransport({
    url: server.href,
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ attachments = [], stopUrl, ...mail }) {
      const files = attachments.map(({ fileName, type, content }) => ({
        filename: fileName,
        contentType: type,
        content: Buffer.from(content),
      }))
      await transport
        .sendMail({ from, ...mail, headers: stopHeaders(stopUrl), attachments: files })
        .catch((error: unknown) => {
          const Failure = isRefusal(error) ? MailRefusedError : Error
          throw new Failure(`SMTP_URL: the mail server ${server.host} didn't take the email`, { cause: error })
        })
    },
    close: () => transport.close(),
  }
}
