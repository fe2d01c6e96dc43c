import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { matchOperation } from '../../contract/match.ts'
import { codeOfStatus } from '../../rules/code-of-status.ts'
import type { Reply } from '../call/caller.ts'
import { Refusal } from '../call/refusal.ts'
import type { Ports } from '../ports.ts'

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

const GENERIC = 'Something went wrong. Try again'

const secured = (headers: Headers, type: string): Headers => {
  for (const [name, header] of Object.entries(SECURITY_HEADERS)) if (!headers.has(name)) headers.set(name, header)
  if (!headers.has('Content-Type')) headers.set('Content-Type', type)
  return headers
}

export const json = (value: unknown, status: number, headers = new Headers()): Response =>
  new Response(JSON.stringify(value === undefined ? {} : value), {
    status,
    headers: secured(headers, 'application/json; charset=utf-8'),
  })

const isRedirect = (status: number) => status >= 300 && status < 400

/** Returns whether a response with this status has no body (RFC 9110 §15.3.5 and §15.4.5). */
const isBodyless = (status: number) => status === 204 || status === 304

/**
 * Encodes a handler's result by the flags of its endpoint: as a file, a stream, plain text, a page that the handler
 * marked as such, or JSON.
 */
export const encoded = (value: unknown, { flags }: AnyEndpoint, { status, headers }: Reply): Response => {
  if (flags.blob && value instanceof Blob) return new Response(value, { status, headers: secured(headers, value.type) })
  if (value instanceof ReadableStream) {
    return new Response(value, { status, headers: secured(headers, 'application/octet-stream') })
  }
  if (typeof value === 'string' && (flags.text || headers.has('Content-Type') || isRedirect(status))) {
    return new Response(value, { status, headers: secured(headers, 'text/plain; charset=utf-8') })
  }
  if (isBodyless(status)) return new Response(null, { status, headers: secured(headers, 'text/plain; charset=utf-8') })
  return json(value, status, headers)
}

/** Logs name the operation, because the path may hold a token. */
const nameOf = ({ method, url }: Request): string => {
  const { pathname, searchParams } = new URL(url)
  return matchOperation(method, pathname, searchParams)?.id ?? 'an unknown call'
}

const report = ({ log }: Pick<Ports, 'log'>, request: Request, error: unknown): void =>
  log.error(`${request.method} ${nameOf(request)} failed`, error)

/** Reports a failure of the body here, because the host's log of it might contain private values. */
export const reported = (
  ports: Pick<Ports, 'log'>,
  request: Request,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          report(ports, request, error)
          controller.error(new Error('The response could not be completed'))
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Every failure has one shape; an unexpected one is logged and reported without details. */
export const failure = (ports: Pick<Ports, 'log' | 'refusalOf'>, request: Request, error: unknown): Response => {
  const refusal = error instanceof Refusal ? error : ports.refusalOf?.(error)
  if (refusal) {
    const { status, errors, headers, fields, code } = refusal
    return json({ ...fields, errors, code }, status, new Headers(headers))
  }
  report(ports, request, error)
  return json({ errors: [GENERIC], code: codeOfStatus(500) }, 500)
}

/** Removes the body: `HEAD` is `GET` without it (RFC 9110 §9.3.2). */
export const withoutBody = (response: Response): Response =>
  new Response(null, { status: response.status, headers: response.headers })
