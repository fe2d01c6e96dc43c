import { decodeJwt } from 'jose'
import { oauthServer } from '../contract/oauth-server.ts'
import { session as calls } from '../contract/session.ts'
import { type ApiResponse, callApi, type From } from './api.ts'
import { adoptCookie, type CookiePair, isRefreshCookie, setValueOf } from './cookies.ts'
import type { ServerConfig } from './options.ts'
import type { RefreshOutcome } from './refresher.ts'
import type { SealedSession } from './session-cookies.ts'
import type { SessionClaims, Verifier } from './tokens.ts'

interface Issuing {
  config: ServerConfig
  verifier: Verifier
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Ties a sealed session to its refresh cookie without storing the cookie's value. */
export const hashOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest).subarray(0, 16)))
}

/**
 * Creates the session from a response with `accessToken`; `undefined` when the token is not from this API for this
 * client.
 */
export const embeddedSession = async (
  { verifier }: Issuing,
  response: Readonly<Record<string, unknown>>,
  refreshCookie: string | undefined,
): Promise<SealedSession | undefined> => {
  const accessToken = textOf(response.accessToken)
  const claims = accessToken && (await verifier.accessToken(accessToken))
  if (!claims) return undefined
  return {
    accessToken,
    expiresAt: Number(claims.exp),
    ...(refreshCookie !== undefined && { refreshHash: await hashOf(refreshCookie) }),
  }
}

/** Used when the token response has no lifetime (RFC 6749 §5.1). */
const DEFAULT_LIFETIME_SECONDS = 300

const lifetimeOf = (value: unknown): number => {
  const isLifetime = typeof value === 'number' && Number.isFinite(value) && value > 0
  return isLifetime ? Math.min(value, 86_400) : DEFAULT_LIFETIME_SECONDS
}

/** RFC 7519 §3: a JWT has three parts. */
const isOpaque = (token: string): boolean => token.split('.').length !== 3

interface Known {
  nonce?: string
  /** A refreshed ID token is for the same user (OIDC Core 12.2). */
  claims?: SessionClaims
  refreshToken?: string
  idToken?: string
}

/**
 * Creates the session from a token response. An access token that is a JWT must be from this API for this client; with
 * an opaque one, the ID token identifies the user.
 */
export const hostedSession = async (
  { config, verifier }: Issuing,
  response: Readonly<Record<string, unknown>>,
  known: Known,
): Promise<SealedSession | undefined> => {
  const accessToken = textOf(response.access_token)
  const idToken = textOf(response.id_token)
  const identity = idToken ? await verifier.idToken(idToken, known.nonce) : known.claims
  if (!accessToken || !identity || (known.claims && identity.sub !== known.claims.sub)) return undefined
  const refreshToken = textOf(response.refresh_token) ?? known.refreshToken
  const hint = idToken ?? known.idToken
  const tokens = { accessToken, ...(refreshToken !== undefined && { refreshToken }), ...(hint && { idToken: hint }) }
  if (isOpaque(accessToken)) {
    const expiresAt = Math.floor(config.now() / 1_000) + lifetimeOf(response.expires_in)
    return { ...tokens, expiresAt, claims: identity }
  }
  const claims = await verifier.accessToken(accessToken)
  return claims?.sub === identity.sub ? { ...tokens, expiresAt: Number(claims.exp) } : undefined
}

/** RFC 6749 §5.2: the code or token has expired, was used before, or belongs to another client. */
export const isInvalidGrant = ({ status, body }: ApiResponse): boolean =>
  status === 400 && body.error === 'invalid_grant'

const isRefusal = (response: ApiResponse): boolean => response.status === 401 || isInvalidGrant(response)

const failed = ({ config }: Issuing, response: ApiResponse): RefreshOutcome => {
  const kind = isRefusal(response) ? 'refused' : 'unavailable'
  config.log.info(`The session could not be renewed: ${response.status}, ${kind}`)
  return { kind }
}

/** Keeps the new refresh token: the tokens may only be unusable because the key set can't be read at the moment. */
const unusable = (
  { log }: ServerConfig,
  renewed: Pick<RefreshOutcome & { kind: 'unavailable' }, 'session' | 'setCookies'>,
): RefreshOutcome => {
  log.warn('The API renewed a session with tokens that are not its own for this client')
  return { kind: 'unavailable', ...renewed }
}

/** Renews with the browser's refresh cookie (embedded login). */
export const renewEmbedded = async (
  issuing: Issuing,
  refreshCookie: CookiePair,
  from: From,
): Promise<RefreshOutcome> => {
  const { config } = issuing
  const response = await callApi(config, calls.refreshSession, { from, cookies: [refreshCookie], json: {} })
  if (response.status >= 300) return failed(issuing, response)
  const setCookies = response.setCookies.map((header) => adoptCookie(header, config))
  const isRefresh = (name: string) => isRefreshCookie(name, config)
  const next = setValueOf(setCookies, isRefresh) ?? refreshCookie[1]
  const session = await embeddedSession(issuing, response.body, next)
  if (!session) {
    return unusable(config, {
      setCookies: setCookies.filter((header) => setValueOf([header], isRefresh) !== undefined),
    })
  }
  config.log.debug('A session was renewed by its refresh cookie')
  return { kind: 'refreshed', session, setCookies }
}

/** Renews with the refresh token in the sealed cookie (hosted login). */
export const renewHosted = async (issuing: Issuing, old: SealedSession, from: From): Promise<RefreshOutcome> => {
  const { refreshToken = '' } = old
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: issuing.config.clientId }
  const response = await callApi(issuing.config, calls.exchangeRefreshToken, { from, form })
  if (response.status >= 300) return failed(issuing, response)
  const claims = old.claims ?? (decodeJwt(old.accessToken) as SessionClaims) // verified before they were sealed
  const session = await hostedSession(issuing, response.body, { claims, refreshToken, idToken: old.idToken })
  const next = textOf(response.body.refresh_token)
  if (!session) return unusable(issuing.config, next === undefined ? {} : { session: { ...old, refreshToken: next } })
  issuing.config.log.debug('A session was renewed by its refresh token')
  return { kind: 'refreshed', session, setCookies: [] }
}

/** Revokes the tokens of a hosted session that no cookie can hold, because nothing else could end it. */
export const revokeTokens = async (
  { config }: Pick<Issuing, 'config'>,
  { refreshToken }: SealedSession,
  from: From,
): Promise<void> => {
  if (refreshToken === undefined) return
  try {
    await callApi(config, oauthServer.revokeToken, { from, form: { token: refreshToken, client_id: config.clientId } })
  } catch (error) {
    config.log.warn('The tokens of a session could not be revoked', error)
  }
}
