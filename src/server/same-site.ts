import type { ServerConfig } from './options.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request may change something. */
export const isChange = ({ method }: Pick<Request, 'method'>): boolean => !READS.has(method.toUpperCase())

/** No form and no image can send it, and a foreign script only after a preflight. */
export const CSRF_HEADER = 'x-front-entry'

/**
 * Whether a change was sent by a page of this app: its `Origin` is the app's, or, where the browser
 * left that out or hid it (`null`, from pages with `no-referrer`), `Sec-Fetch-Site` shows it. Programs, which send neither,
 * use the header `x-front-entry`.
 */
export const isOwnChange = (request: Pick<Request, 'headers'>, { appUrl }: Pick<ServerConfig, 'appUrl'>): boolean => {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== 'null') return origin === appUrl.origin
  const site = request.headers.get('sec-fetch-site')
  if (site !== null || origin !== null) return site === 'same-origin'
  return request.headers.has(CSRF_HEADER)
}
