import { retryAfterOf } from '../../kernel/retry-after.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { signedHeaders } from './webhook-signature.ts'

/** A service of the operator that accepts messages over HTTP; the secret signs them like those of a webhook. */
export interface MessageEndpoint {
  url: string
  secret: string
}

/** Statuses that ask the client to try again (RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4). */
const PASSING_REFUSALS = [408, 425, 429]
/** Errors of a connection that was never made, so that nothing was sent. */
const UNSENT = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT']
/** Errors of a certificate, which is checked before anything is sent. */
const UNTRUSTED = /^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/

/** A service didn't accept a message. This error contains no part of the message or of the service's response. */
export class MessagePostError extends Error {
  override readonly name = 'MessagePostError'
  /** Absent if no response arrived. */
  readonly status: number | undefined
  /** Whether it is certain that the service received no part of the message. */
  readonly isUnsent: boolean
  /** How long the service asks to wait before another attempt; absent if it doesn't. */
  readonly retryAfterMs: number | undefined

  constructor(
    reason: string,
    {
      status,
      isUnsent = false,
      retryAfter,
    }: {
      status?: number
      isUnsent?: boolean
      /** In seconds. */
      retryAfter?: number | undefined
    },
  ) {
    super(reason)
    this.status = status
    this.isUnsent = isUnsent
    this.retryAfterMs = retryAfter === undefined ? undefined : retryAfter * 1_000
  }

  /** Whether no later attempt of the same message can succeed. */
  get isFinal(): boolean {
    const { status = 0 } = this
    return status >= 400 && status < 500 && !PASSING_REFUSALS.includes(status)
  }
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error && isRecord(error.cause) ? error.cause : {}
  return typeof cause.code === 'string' ? cause.code : ''
}

/** Returns an error with the reason why no response arrived, without the message and the URL. */
export const unreachable = (error: unknown): MessagePostError => {
  if (error instanceof Error && error.name === 'TimeoutError') return new MessagePostError('no response in time', {})
  const code = codeOf(error)
  const isUnsent = UNSENT.includes(code) || UNTRUSTED.test(code)
  return new MessagePostError(`the connection failed${code && ` (${code})`}`, { isUnsent })
}

interface MessagePost {
  url: string
  headers: Record<string, string>
  body: string | URLSearchParams
  signal: AbortSignal
  now: number
  /** Reads only the error's number from a response that is not 2xx. @default the body is not read */
  readCode?: (response: Response) => Promise<string>
}

/**
 * Posts to a service that the operator of this server configured, which may be in their own network. Redirects are not
 * followed.
 *
 * @throws MessagePostError unless the response is 2xx
 */
export const postMessage = async ({ url, now, readCode, ...request }: MessagePost): Promise<void> => {
  const response = await fetch(url, { ...request, method: 'POST', redirect: 'manual' }).catch((error: unknown) => {
    throw unreachable(error)
  })
  const { ok, status } = response
  const code = ok ? '' : await readCode?.(response).catch(() => '')
  // The body is not read, because it may be endless and may quote the message.
  if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined)
  if (ok) return
  const retryAfter = retryAfterOf(response.headers, now)
  throw new MessagePostError([`HTTP ${status}`, ...(code ? [code] : [])].join(', '), { status, retryAfter })
}

interface SignedMessage {
  /** The same for every attempt, so that the service recognizes a repetition. */
  id: string
  content: object
  now: number
  signal: AbortSignal
}

/** @throws MessagePostError unless the response is 2xx */
export const postSigned = async (
  { url, secret }: MessageEndpoint,
  { id, content, now, signal }: SignedMessage,
): Promise<void> => {
  const body = JSON.stringify(content)
  const headers = { ...(await signedHeaders({ id, body, secrets: [secret] }, now)), 'idempotency-key': id }
  await postMessage({ url, headers, body, signal, now })
}
