import { codeOfStatus } from '../rules/code-of-status.ts'

/** A response that reads or sets a session is valid for one user and one time only. */
export const NO_STORE = 'private, no-store'

/** Returns the response with cookies added and caching forbidden. */
export const withCookies = (response: Response, setCookies: readonly string[]): Response => {
  const headers = new Headers(response.headers)
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  headers.set('cache-control', NO_STORE)
  if (!/(^|,)\s*cookie\s*(,|$)/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Cookie')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const
const FRAMELESS = "frame-ancestors 'none'"

/**
 * Adds missing security headers to the response: it is served from the app's own origin, where a sniffed or framed page
 * could act as the app. A page keeps its scripts and styles; no other response needs any.
 */
export const secured = (response: Response): Response => {
  const headers = new Headers(response.headers)
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  const defaults = isPage ? { ...SECURITY_HEADERS, 'content-security-policy': FRAMELESS } : SECURITY_HEADERS
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

export const redirectTo = (location: string, status: 302 | 303 = 302): Response =>
  new Response(null, { status, headers: { location, 'cache-control': NO_STORE } })

/** Returns an error response in the API's error format. */
export const refusal = (status: number, message: string, headers: HeadersInit = {}): Response => {
  const all = new Headers({ 'content-type': 'application/json', 'cache-control': NO_STORE })
  new Headers(headers).forEach((value, name) => {
    all.set(name, value)
  })
  return new Response(JSON.stringify({ errors: [message], code: codeOfStatus(status) }), { status, headers: all })
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const NOT_OURS = 'The sign-in was started in another browser, has expired, or was already used.'
const NOT_FINISHED = 'We couldn’t finish the sign-in. Try again in a few minutes.'

/**
 * Returns an HTML page with a link back, for a sign-in that failed. A status other than 400 means that the request was
 * right. A strict content security policy does not block any of it.
 */
export const failurePage = (status: number, loginUrl: string): Response => {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in failed</title>
<h1>Sign-in failed</h1>
<p>${status === 400 ? NOT_OURS : NOT_FINISHED}</p>
<p><a href="${escaped(loginUrl)}">Sign in again</a></p>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': NO_STORE,
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}
