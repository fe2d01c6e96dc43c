import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { isRecord } from '../../kernel/safe-json.ts'
import { isLoopbackHost } from '../call/inner-host.ts'
import { MailRefusedError, MailServiceError, type MailTransport, stopHeaders } from './mail-transport.ts'

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

/** Codes of nodemailer for a server that is away, hangs, breaks the connection or refuses TLS or the password. */
const SERVER_CODES = ['EABORT', 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROTOCOL']
/** The server closes, or demands another password (RFC 5321 §3.8, RFC 4954 §6). */
const SERVER_REPLIES = [421, 530, 534, 535, 538]
/** The message exceeds a limit (RFC 1870 §6.1); any other permanent reply to MAIL concerns the sender. */
const TOO_LARGE = /^5\d\d[ -]5\.(?:2\.3|3\.4)(?=\s|$)|^552(?![ -]5\.\d)/

/** Codes of failures before the message is sent. */
const UNSENT_CODES = ['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']
const UNSENT_TIMEOUTS = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']

type Kind = 'refused' | 'vague' | 'server' | 'failed'

/** Returns what a reply to a recipient or to the message means. */
const kindOfReply = (command: unknown, reply: string, status: number): Kind => {
  const [, code] = ENHANCED.exec(reply) ?? []
  if (code) return FINAL.test(code) ? 'refused' : 'failed'
  // Without an enhanced code, a refused sender or relay looks like a missing mailbox.
  return command === 'RCPT TO' && FINAL_FOR_RECIPIENT.includes(status) ? 'vague' : 'failed'
}

/**
 * Returns what a failure concerns: this email, possibly all emails, or all of them. Replies of the last kind
 * concern this attempt or the policy of the server.
 */
const kindOf = (error: unknown): Kind => {
  if (!isRecord(error)) return 'failed'
  const { command, code } = error
  const reply = String(error.response)
  const status = Number(error.responseCode)
  if (SERVER_CODES.includes(String(code)) || SERVER_REPLIES.includes(status)) return 'server'
  if (command === 'RCPT TO' || command === 'DATA') return kindOfReply(command, reply, status)
  if (command !== 'MAIL FROM' || !(status >= 500)) return 'failed'
  return TOO_LARGE.test(reply) ? 'refused' : 'server'
}

/** Returns whether the message was certainly not accepted: it was not sent, or the server replied that it wasn't. */
const isUnsent = (error: unknown): boolean => {
  if (!isRecord(error)) return false
  const { code, originalCode, timeoutType, responseCode } = error
  if (Number(responseCode) >= 400 || UNSENT_TIMEOUTS.includes(String(timeoutType))) return true
  return [code, originalCode].some((each) => UNSENT_CODES.includes(String(each)))
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

const failureOf = (error: unknown, message: string): Error => {
  const cause = withoutReply(error)
  const kind = kindOf(error)
  if (kind === 'refused' || kind === 'vague') return new MailRefusedError(message, { isVague: kind === 'vague', cause })
  return kind === 'server'
    ? new MailServiceError(message, { isUnsent: isUnsent(error), cause })
    : new Error(message, { cause })
}

/** Returns the domain of a sender such as `Acme <no-reply@acme.example>`. */
const domainOf = (sender: string): string | undefined => /@([\w.-]+)>?\s*$/.exec(sender)?.[1]

/** Returns a host as the domain of an email; an IP address has brackets there (RFC 5321 §4.1.3). */
const senderDomainOf = (host: string): string => {
  if (host.startsWith('[')) return `[IPv6:${host.slice(1)}`
  return isIP(host) ? `[${host}]` : host
}

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
  const from = server.searchParams.get('from') ?? `no-reply@${senderDomainOf(server.hostname)}`
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
      // A connection may close after the server accepted the message; mailboxes recognize the next attempt by its ID.
      const messageId = `<${id}@${domain}>`
      const headers = stopHeaders(stopUrl)
      const signal = AbortSignal.timeout(timeoutMs)
      await transport
        .sendMail({ messageId, from, to, subject, text, html, headers, attachments: files, signal })
        .catch((error: unknown) => {
          throw failureOf(error, `SMTP_URL: the mail server ${server.host} didn't accept the email`)
        })
    },
    // The outbox has waited for emails that are being sent, and a server may hang for longer.
    close: () => transport.close({ force: true }),
  }
}
