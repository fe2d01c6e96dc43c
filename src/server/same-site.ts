import type { ServerConfig } from './options.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether a request may change something. */
export const isChange = ({ method }: Pick<Request, 'method'>): boolean => !READS.has(method.toUpperCase())

/**
 * Name of the header that a program sends with calls that change something, in place of the `Origin` that browsers
 * send. Forms can't send it, and scripts of another origin only after a preflight.
 *
 * @example await fetch('https://app.example.com/api/frontegg/users', { method: 'POST', headers: { [CSRF_HEADER]: '1' } })
 */
export const CSRF_HEADER = 'x-front-entry'

/**
 * Returns whether a change was sent by a page of this app: its `Origin` is the app's, or, if the browser omitted or hid
 * it (`null`, from pages with `no-referrer`), `Sec-Fetch-Site` confirms it. Programs, which send neither, use the
 * header `x-front-entry`.
 */
export const isOwnChange = (request: Pick<Request, 'headers'>, { appUrl }: Pick<ServerConfig, 'appUrl'>): boolean => {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== 'null') return origin === appUrl.origin
  const site = request.headers.get('sec-fetch-site')
  if (site !== null || origin !== null) return site === 'same-origin'
  return request.headers.has(CSRF_HEADER)
}
