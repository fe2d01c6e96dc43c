import { createTransport } from 'nodemailer'
import type { Mailer } from '../ports.ts'

/** How long a mail server may take for one step before the mail counts as not sent. */
const SMTP_TIMEOUT_MS = 10_000

/** The mail program's own button for it (RFC 8058 §3.1). */
const stopHeaders = (url: string | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

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
          throw new Error(`SMTP_URL: the mail server ${server.host} didn't take the email`, { cause: error })
        })
    },
    close: () => transport.close(),
  }
}
