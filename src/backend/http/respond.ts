import type { Ports } from '../ports.ts'
import { Refusal } from './refusal.ts'

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

const GENERIC = "We're facing some difficulties, Please try again"

export const json = (value: unknown, status: number, headers = new Headers()): Response => {
  for (const [name, header] of Object.entries(SECURITY_HEADERS)) if (!headers.has(name)) headers.set(name, header)
  headers.set('Content-Type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(value === undefined ? {} : value), { status, headers })
}

/** Every failure has one shape; what we did not expect is logged and told without details. */
export const failure = (ports: Pick<Ports, 'log'>, error: unknown): Response => {
  if (error instanceof Refusal) return json({ errors: error.errors }, error.status, new Headers(error.headers))
  ports.log.error('A request failed', error)
  return json({ errors: [GENERIC] }, 500)
}

/** `HEAD` is `GET` without its body (RFC 9110 §9.3.2). */
export const withoutBody = (response: Response): Response =>
  new Response(null, { status: response.status, headers: response.headers })
