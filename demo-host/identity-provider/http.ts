import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Directory, DirectoryUser } from './directory.ts'

const MAX_FORM_LENGTH = 200_000

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'

export const hasType = ({ headers }: IncomingMessage, type: string): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type

/**
 * Returns whether a page of this origin sent the request. A page that sends no referrer sends `Origin: null` too, but a
 * browser still sends the site (Fetch Metadata). A server that was tricked into a POST, such as by the test of a
 * webhook, sends neither.
 */
export const isFromOwnPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin === `http://${headers.host}` || headers['sec-fetch-site'] === 'same-origin'

/** Reads the fields of a posted form. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_FORM_LENGTH) throw new Error('The form is too large')
  }
  return new URLSearchParams(text)
}

export const sendHtml = (response: ServerResponse, html: string, status = 200, nonce?: string): void => {
  const script = nonce ? `; script-src 'nonce-${nonce}'` : ''
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'${script}`,
      // Without a referrer the forms of these pages would send `Origin: null` (Fetch, "append a request Origin
      // header").
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .end(html)
}

/** Returns the user chosen in the login page's form; none after a cancel. */
export const chosenUser = (form: URLSearchParams, directory: Directory): DirectoryUser | undefined => {
  const email = form.get('email')
  if (form.get('cancel')) return undefined
  if (!email) return directory.bySub(form.get('sub') ?? '')
  return directory.join({ email, name: form.get('name') ?? '', emailVerified: form.get('verified') === 'yes' })
}
