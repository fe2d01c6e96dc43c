import type { Ports } from '../ports.ts'
import {
  MailPostponedError,
  MailRefusedError,
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

const failureOf = (cause: unknown, message: string): Error => {
  if (!(cause instanceof MessagePostError)) return new Error(message, { cause })
  const { isFinal, retryAfterMs } = cause
  if (isFinal) return new MailRefusedError(message, { cause })
  return retryAfterMs === undefined
    ? new Error(message, { cause })
    : new MailPostponedError(message, { retryAfterMs, cause })
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
      throw failureOf(error, `MAIL_URL: ${new URL(endpoint.url).host} didn't accept the email`)
    }
  },
})
