import { setTimeout as wait } from 'node:timers/promises'
import { retryAfterOf } from '../../kernel/retry-after.ts'

/** A complete response. */
export interface WireReply {
  status: number
  headers: Headers
  text: string
  /** The parsed text; `undefined` if it is not JSON. */
  json?: unknown
}

/** A response, or the reason why there was none. */
export type Outcome = { reply: WireReply } | { failure: string }

export interface WireRequest {
  method: string
  url: string
  /** Sent as JSON. */
  body?: unknown
  /** An access token; only calls to the API's own URL have one. */
  token?: string | undefined
  cookie?: string | undefined
  headers?: Readonly<Record<string, string>>
}

export interface ClientSettings {
  /** Origin of the page that the requests claim to come from. @default none */
  origin?: string | undefined
  /** @default 5 */
  perSecond?: number
  /** Time limit of one response and its body, in milliseconds. @default 15,000 */
  timeoutMs?: number
  /** Returns the signal that ends a late response, for tests that must not depend on how busy the machine is. */
  limit?(timeoutMs: number): AbortSignal
}

const PER_SECOND = 5
const TIMEOUT_MS = 15_000
/** No list of the contract is longer; an endless response must not fill the memory. */
const MAX_BYTES = 5_000_000
const MAX_RETRY_AFTER_S = 90
const MAX_RETRIES = 2
export const TOO_MANY_REQUESTS = 429
const SECOND_MS = 1_000

const TOO_LONG = `a response of more than ${MAX_BYTES / 1_000_000} MB`

class TooLongError extends Error {}

const readText = async ({ body }: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new TooLongError()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const parse = (text: string): { json?: unknown } => {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return {}
  }
}

const failureOf = (error: unknown, timeoutMs: number): string => {
  if (error instanceof TooLongError) return TOO_LONG
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no whole response within ${timeoutMs / SECOND_MS} s`
  return 'no response: the connection failed or ended early'
}

const headersOf = (
  { body, token, cookie, headers }: WireRequest,
  origin: string | undefined,
): Record<string, string> => ({
  Accept: 'application/json, text/plain, */*',
  ...(origin && { Origin: origin }),
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
  ...(token && { Authorization: `Bearer ${token}` }),
  ...(cookie && { Cookie: cookie }),
  ...headers,
})

/**
 * Creates a client that sends requests one after another, no more than `perSecond`. Redirects are not followed, and a
 * response that is late, too large or malformed becomes an error message. After a 429 it waits as long as the server
 * requests, at most 90 s, and repeats the request.
 *
 * @example const send = createClient({ perSecond: 5 }); await send({ method: 'GET', url: 'https://id.example.com/flags' })
 */
export const createClient = ({
  origin,
  perSecond = PER_SECOND,
  timeoutMs = TIMEOUT_MS,
  limit = (ms) => AbortSignal.timeout(ms),
}: ClientSettings) => {
  const gapMs = SECOND_MS / perSecond
  let nextAt = 0

  const takeTurn = async (): Promise<void> => {
    const waitMs = nextAt - performance.now()
    if (waitMs > 0) await wait(waitMs)
    nextAt = performance.now() + gapMs
  }

  const once = async (request: WireRequest): Promise<Outcome> => {
    await takeTurn()
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: headersOf(request, origin),
        redirect: 'manual',
        signal: limit(timeoutMs),
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      })
      const text = await readText(response)
      return { reply: { status: response.status, headers: response.headers, text, ...parse(text) } }
    } catch (error) {
      return { failure: failureOf(error, timeoutMs) }
    }
  }

  const send = async (request: WireRequest, retries = MAX_RETRIES): Promise<Outcome> => {
    const outcome = await once(request)
    if (!('reply' in outcome) || outcome.reply.status !== TOO_MANY_REQUESTS || retries === 0) return outcome
    const seconds = retryAfterOf(outcome.reply.headers, Date.now()) ?? 1
    if (seconds > MAX_RETRY_AFTER_S) return outcome
    await wait(seconds * SECOND_MS)
    return send(request, retries - 1)
  }
  return send
}

export type Send = ReturnType<typeof createClient>
