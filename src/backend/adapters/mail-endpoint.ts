import type { Ports } from '../ports.ts'
import {
  MailPostponedError,
  MailRefusedError,
  MailServiceError,
  type MailTransport,
  type RenderedMail,
  stopHeaders,
} from './mail-transport.ts'
import { type MessageEndpoint, MessagePostError, postSigned } from './message-post.ts'

export interface MailEndpointSettings extends MessageEndpoint {
  /** Sender of all emails, such as `Quokka <no-reply@quokka.example>`. */
  from: string
}

interface Options extends MailEndpointSettings {
  clock: Ports['clock']
  /** Time limit of the whole request. @default 10,000 */
  timeoutMs?: number
}

const contentOf = ({ to, subject, text, html, attachments = [], stopUrl }: RenderedMail, from: string) => ({
  from,
  to,
  subject,
  text,
  html,
  headers: stopHeaders(stopUrl),
  attachments: attachments.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content).toString('base64'),
  })),
})

/** Statuses about the content of the request; any other concerns the URL, the secret or the gateway itself. */
const REFUSED = [400, 413, 422]
/** Statuses of a gateway that works, but not for this attempt; its other emails may be accepted. */
const FAILED_ONCE = [408, 409, 425, 429, 500]
/** A proxy sends these when the gateway behind it, which may have the email, didn't respond to it. */
const MAY_BE_SENT = [502, 504]

const adviceFor = (status: number | undefined): string => {
  if (status === 401 || status === 403) return '. Check MAIL_SECRET'
  if (status !== undefined && status >= 300 && status < 400) return '. Check MAIL_URL, it redirects'
  return status !== undefined && [404, 405, 410].includes(status) ? '. Check the path of MAIL_URL' : ''
}

const failureOf = (cause: unknown, host: string): Error => {
  const message = `MAIL_URL: ${host} didn't accept the email`
  if (!(cause instanceof MessagePostError)) return new Error(message, { cause })
  const { status, retryAfterMs } = cause
  if (status !== undefined && REFUSED.includes(status)) return new MailRefusedError(message, { cause })
  if (status !== undefined && FAILED_ONCE.includes(status))
    return retryAfterMs === undefined
      ? new Error(message, { cause })
      : new MailPostponedError(message, { retryAfterMs, cause })
  const isUnsent = status === undefined ? cause.isUnsent : !MAY_BE_SENT.includes(status)
  return new MailServiceError(`${message}${adviceFor(status)}`, { isUnsent, retryAfterMs, cause })
}

/**
 * Creates a transport that posts each email as JSON, signed according to Standard Webhooks, to the operator's service;
 * `attachments` have `fileName`, `type` and `content` in base64.
 *
 * @example createMailEndpoint({ url: 'https://mail.example/send', secret: 'whsec_…', from: 'no-reply@quokka.example', clock })
 */
export const createMailEndpoint = ({ clock, timeoutMs = 10_000, from, ...endpoint }: Options): MailTransport => ({
  async send(mail) {
    const { id } = mail
    const content = contentOf(mail, from)
    try {
      await postSigned(endpoint, { id, content, now: clock.now(), signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw failureOf(error, new URL(endpoint.url).host)
    }
  },
})
