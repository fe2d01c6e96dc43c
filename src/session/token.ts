import type { AuthResponse } from '../entities/auth.ts'
import type { SessionSnapshot, SessionUser } from '../feature/ports.ts'
import { toText } from '../kernel/base64url.ts'
import type { Clock } from '../kernel/clock.ts'
import { ReadableError } from '../kernel/errors.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'

/** Default lifetime when the server states none. */
const DEFAULT_LIFETIME_SECONDS = 300
/** A shorter lifetime is accepted only from `expiresIn`, so that claims never cause a storm of requests. */
const MIN_CLAIMED_SECONDS = 30
const MARGIN_SECONDS = 30
const JITTER_SECONDS = 15
/** Minimum time between two timed refreshes, whatever the server states. */
const MIN_WAIT_MS = 2000

const positive = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

/**
 * Returns milliseconds from receipt to expiry, from the server's values alone, because the client's clock may be wrong.
 */
const lifetimeMs = (expiresIn: unknown, claims: { exp?: unknown; iat?: unknown } = {}): number => {
  const claimed = positive(Number(claims.exp) - Number(claims.iat))
  const believable = claimed !== undefined && claimed >= MIN_CLAIMED_SECONDS ? claimed : undefined
  return (positive(expiresIn) ?? believable ?? DEFAULT_LIFETIME_SECONDS) * 1000
}

/** Returns when to refresh: before expiry, and at a slightly different time than other tabs. `random` is in [0, 1). */
export const refreshAfterMs = (lifetime: number, random: number): number => {
  const margin = Math.min(MARGIN_SECONDS * 1000, lifetime / 5)
  const jitter = Math.min(JITTER_SECONDS * 1000, lifetime / 10) * random
  return Math.max(MIN_WAIT_MS, lifetime - margin - jitter)
}

/** A response that may also contain an ID token (hosted login). */
export type SessionResponse = AuthResponse & { idToken?: string }

export type Claims = Readonly<Record<string, unknown>>

/** The access token in memory, with the data needed to compute its age. */
export interface Token {
  value: string
  /** Token of hosted login from which claims are read, because the access token may be opaque. */
  idToken?: string
  claims: Claims
  lifetimeMs: number
  /** Time of receipt by this page's clock. */
  receivedAt: number
}

/** Returns the claims of a JWT (RFC 7519 §3) without verifying them; the API does that. An opaque token has none. */
export const claimsOf = (token: string): Claims => {
  try {
    const claims = parseJson(toText(token.split('.')[1] ?? ''))
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}

export const textClaim = (claims: Claims, name: string): string | undefined => {
  const value = claims[name]
  return typeof value === 'string' ? value : undefined
}

export const sidOf = (token: Token | undefined): string | undefined => token && textClaim(token.claims, 'sid')

const numberClaim = (claims: Claims, name: string): number => {
  const value = claims[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

export const createToken = (value: string, expiresIn: unknown, receivedAt: number, idToken?: string): Token => {
  const claims = claimsOf(idToken ?? value)
  return { value, idToken, claims, lifetimeMs: lifetimeMs(expiresIn, claims), receivedAt }
}

interface TokenResponse {
  accessToken: string
  expiresIn?: unknown
  idToken?: string
}

/**
 * Creates the token of a response.
 *
 * @throws ReadableError for a JWT without readable claims
 */
export const receiveToken = ({ accessToken, expiresIn, idToken }: TokenResponse, clock: Clock): Token => {
  const token = createToken(accessToken, expiresIn, clock.now(), idToken)
  if ((idToken ?? accessToken).includes('.') && !Object.keys(token.claims)[0])
    throw new ReadableError('Invalid token specified')
  return token
}

/** Returns the age in milliseconds. A clock that was set back makes a token seem younger, never older. */
export const ageOf = (token: Token, clock: Clock): number => Math.max(0, clock.now() - token.receivedAt)

/** Compares tokens by the server's issue time first; an older token never replaces a newer one, and all tabs agree. */
const isFresher = (candidate: Token, current: Token | undefined): boolean => {
  if (!current || candidate.value === current.value) return !current
  const issued = numberClaim(candidate.claims, 'iat') - numberClaim(current.claims, 'iat')
  if (issued !== 0) return issued > 0
  if (candidate.receivedAt !== current.receivedAt) return candidate.receivedAt > current.receivedAt
  return candidate.value > current.value
}

/** Returns whether a token is for the same user in the same tenant. */
export const isSameSubject = (token: Token, user: SessionUser): boolean =>
  (textClaim(token.claims, 'tenantId') ?? user.tenantId) === user.tenantId &&
  [user.id, user.sub].includes(textClaim(token.claims, 'sub') ?? user.id)

interface View {
  token?: Token
  snapshot: SessionSnapshot
  /** Sessions that ended here and must not be revived. */
  endedSids: ReadonlySet<string>
  /** Tenant of this tab, in session-per-tenant mode only. */
  tabTenant?: string
}

/**
 * Returns how to handle a token that another tab received: `keep` it for the pending start-up, `renew` this tab's,
 * `adopt` another login, `refresh` for this tab's tenant, or `ignore` it.
 */
export const classifyToken = (
  token: Token,
  reason: 'login' | 'refresh',
  { token: own, snapshot, endedSids, tabTenant }: View,
): 'keep' | 'renew' | 'adopt' | 'refresh' | 'ignore' => {
  if (endedSids.has(sidOf(token) ?? '')) return 'ignore'
  const isLogin = reason === 'login'
  if (tabTenant !== undefined && textClaim(token.claims, 'tenantId') !== tabTenant) {
    return isLogin && !own ? 'refresh' : 'ignore'
  }
  if (!own && snapshot.status === 'loading') return 'keep'
  // A tab that lacks its session because of an outage accepts any token of it.
  if (!own) return isLogin || snapshot.failure !== undefined ? 'adopt' : 'ignore'
  if (!isFresher(token, own)) return 'ignore'
  return snapshot.user && !isSameSubject(token, snapshot.user) ? 'adopt' : 'renew'
}

/** The actual user during an impersonation. */
export interface Impersonator {
  id: string
  /** `undefined` when the token contains only the ID. */
  email: string | undefined
  name: string | undefined
}

/** Returns the impersonator from the token's `act` claim (RFC 8693 §4.1). */
export const impersonatorOf = (user: SessionUser | undefined): Impersonator | undefined => {
  const act: unknown = user && 'act' in user ? user.act : undefined
  if (!isRecord(act)) return undefined
  const text = (name: string) => textClaim(act, name) || undefined
  const id = text('sub')
  return id ? { id, email: text('email'), name: text('name') } : undefined
}
