import { createTransport } from 'nodemailer'
import { isRecord } from '../../kernel/safe-json.ts'
import { isLoopbackHost } from '../call/inner-host.ts'
import { MailRefusedError, type MailTransport, stopHeaders } from './mail-transport.ts'

/** Time limit for a connection and its greeting. Nothing was sent by then, so another attempt does no harm. */
const CONNECT_TIMEOUT_MS = 10_000
/**
 * Time limit of one email, and of each of its steps: servers scan a message before they accept it, and one that is given
 * up too early arrives with every attempt (RFC 1047). It is shorter than the outbox's claim, after which another process
 * sends the email.
 */
const MAIL_TIMEOUT_MS = 120_000
/** Servers allow few connections, and close one that stays open without an email. */
const IDLE_TIMEOUT_MS = 10_000

/** Enhanced code of a permanent reply (RFC 2034 §4), such as `550 5.1.1 No such user`. */
const ENHANCED = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?=\s|$)/
/** The mailbox doesn't exist, moved or accepts nothing, or the message is too large (RFC 3463 §3, RFC 7505 §4.2). */
const FINAL = /^5\.(?:1\.(?:1|2|3|6|10)|2\.\d+|3\.4)$/
/** Replies about a recipient from servers without enhanced codes (RFC 5321 §4.2.3). */
const FINAL_FOR_RECIPIENT = [550, 551, 552, 553]

/**
 * Returns whether no later attempt can succeed. Other permanent replies concern our server or its policy, which an
 * administrator can fix.
 */
const isRefusal = (error: unknown): boolean => {
  if (!isRecord(error) || (error.command !== 'RCPT TO' && error.command !== 'DATA')) return false
  const [, code] = ENHANCED.exec(String(error.response)) ?? []
  if (code) return FINAL.test(code)
  return error.command === 'RCPT TO' && FINAL_FOR_RECIPIENT.includes(Number(error.responseCode))
}

/**
 * Returns an error with the codes of a failure. A reply of the mail server may quote the recipient, the message or the
 * password, so none of its text is included.
 */
const withoutReply = (error: unknown): unknown => {
  if (!isRecord(error) || (error.response === undefined && error.code !== 'EENVELOPE')) return error
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?=\s|$)/.exec(String(error.response)) ?? []
  const reply = [error.responseCode, enhanced].filter(Boolean).join(' ')
  return new Error([error.code, error.command, reply].filter(Boolean).join(', '))
}

/** Returns the domain of a sender such as `Acme <no-reply@acme.example>`. */
const domainOf = (sender: string): string | undefined => /@([\w.-]+)>?\s*$/.exec(sender)?.[1]

/** Options in the URL's query that could turn encryption off again. */
const TLS_OPTIONS = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'secure']

/**
 * Requires TLS for sending a password to another machine (RFC 8314 §3): the mailer gives up if the server offers none.
 */
const requireTlsFor = (server: URL): { requireTLS?: true } => {
  if (!server.username || isLoopbackHost(server.hostname)) return {}
  for (const option of TLS_OPTIONS) server.searchParams.delete(option)
  return { requireTLS: true }
}

const openTransport = (url: string, { isPooled }: { isPooled: boolean }) => {
  const server = new URL(url)
  const from = server.searchParams.get('from') ?? `no-reply@${server.hostname}`
  server.searchParams.delete('from')
  const encryption = requireTlsFor(server)
  const options = {
    url: server.href,
    ...encryption,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: isPooled ? MAIL_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = isPooled
    ? createTransport({ ...options, pool: true, idleTimeout: IDLE_TIMEOUT_MS })
    : createTransport(options)
  return { server, from, transport }
}

/** Connects like the mailer, signs in if the URL has credentials, and sends nothing. */
export const verifySmtp = async (url: string): Promise<void> => {
  const { transport } = openTransport(url, { isPooled: false })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * Creates a mailer that sends over SMTP. `url` is, for example, `smtps://user:password@mail.example:465`; the sender is
 * `from` in its query. With credentials, TLS is required unless the server runs on this machine.
 */
export const createSmtpMailer = (
  url: string,
  { timeoutMs = MAIL_TIMEOUT_MS }: { timeoutMs?: number } = {},
): MailTransport & { close(): void } => {
  const { server, from, transport } = openTransport(url, { isPooled: true })
  const domain = domainOf(from) ?? server.hostname
  return {
    async send({ id, attachments = [], stopUrl, to, subject, text, html }) {
      const files = attachments.map(({ fileName, type, content }) => ({
        filename: fileName,
        contentType: type,
        content: Buffer.from(content),
      }))
      // A connection may close after the server accepted the message: by its ID, mailboxes recognize the next attempt.
      const messageId = `<${id}@${domain}>`
      const headers = stopHeaders(stopUrl)
      const signal = AbortSignal.timeout(timeoutMs)
      await transport
        .sendMail({ messageId, from, to, subject, text, html, headers, attachments: files, signal })
        .catch((error: unknown) => {
          const Failure = isRefusal(error) ? MailRefusedError : Error
          const cause = withoutReply(error)
          throw new Failure(`SMTP_URL: the mail server ${server.host} didn't take the email`, { cause })
        })
    },
    // The outbox has waited for emails that are being sent, and a server may hang for longer.
    close: () => transport.close({ force: true }),
  }
}
