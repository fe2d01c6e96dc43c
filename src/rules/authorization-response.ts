/** Response at the redirect URI (RFC 6749 §4.1.2). */
export type AuthorizationResponse =
  | { kind: 'code'; code: string; state: string; issuer: string | undefined }
  | { kind: 'error'; error: string; state: string; issuer: string | undefined }
  | { kind: 'refused'; reason: 'no-response' | 'no-state' | 'doubled' | 'contradictory' | 'fragment' | 'malformed' }

/** Form of the states that `rules/pkce.ts` generates; others are not looked up. */
const STATE = /^[A-Za-z0-9_-]{32}$/
/** Visible characters (RFC 6749 appendix A.11 and A.7). */
const CODE = /^[\x20-\x7e]{1,2048}$/
const ERROR = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,100}$/

const NAMES = ['code', 'state', 'iss', 'error', 'error_description'] as const

const refused = (reason: Extract<AuthorizationResponse, { kind: 'refused' }>['reason']): AuthorizationResponse => ({
  kind: 'refused',
  reason,
})

const hasResponse = (query: URLSearchParams): boolean => query.has('code') || query.has('error')

/** Returns whether the response is in the fragment, where it may not be: the request is for a query. */
const isInFragment = ({ hash }: URL): boolean =>
  hasResponse(new URLSearchParams(hash.slice(Math.max(0, hash.indexOf('?')) + 1)))

/**
 * Reads only the callback URL; the flow's record determines which request the response belongs to.
 *
 * @example readAuthorizationResponse(new URL(location.href))
 */
export const readAuthorizationResponse = (url: URL): AuthorizationResponse => {
  const query = url.searchParams
  if (NAMES.some((name) => query.getAll(name).length > 1)) return refused('doubled')
  const [code, error, state] = [query.get('code'), query.get('error'), query.get('state')]
  const issuer = query.get('iss') ?? undefined
  if (isInFragment(url)) return refused('fragment')
  if (code === null && error === null) return refused('no-response')
  if (code !== null && error !== null) return refused('contradictory')
  if (!state) return refused('no-state')
  if (!STATE.test(state)) return refused('malformed')
  if (error !== null) return ERROR.test(error) ? { kind: 'error', error, state, issuer } : refused('malformed')
  return CODE.test(code ?? '') ? { kind: 'code', code: code ?? '', state, issuer } : refused('malformed')
}
