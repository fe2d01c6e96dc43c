import type { ServerConfig } from './options.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether a request may change something. */
export const isChange = ({ method }: Pick<Request, 'method'>): boolean => !READS.has(method.toUpperCase())

/** Header that no form or image can send, and a script of another origin only after a preflight. */
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
