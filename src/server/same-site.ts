import type { ServerConfig } from './options.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request may change something. */
export const isChange = ({ method }: Pick<Request, 'method'>): boolean => !READS.has(method.toUpperCase())

/** No form and no image can send it, and a foreign script only after a preflight. */
export const CSRF_HEADER = 'x-front-entry'

/**
 * Whether a change was sent by a page of this app (RELIABILITY row 37): its `Origin` is the app's, or, where a browser
 * left that out, `Sec-Fetch-Site` says so or the header `x-front-entry` is there.
 */
export const isOwnChange = (request: Pick<Request, 'headers'>, { appUrl }: Pick<ServerConfig, 'appUrl'>): boolean => {
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === appUrl.origin
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  return request.headers.has(CSRF_HEADER)
}
