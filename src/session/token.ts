import { toText } from '../kernel/base64url.ts'
import type { Clock } from '../kernel/clock.ts'
import { ReadableError } from '../kernel/errors.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'
import { lifetimeMs } from './lifetime.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The access token in memory, with what is needed to judge its age. */
export interface Token {
  value: string
  /** Of hosted login: what the claims are read from; an access token may say nothing to us. */
  idToken?: string
  claims: Claims
  lifetimeMs: number
  /** By this page's clock. */
  receivedAt: number
}

/** What a JWT says (RFC 7519 §3); nothing is verified, the API does that. Claims of an opaque token are empty. */
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
 * The token of a response.
 *
 * @throws ReadableError for a JWT without readable claims
 */
export const receiveToken = ({ accessToken, expiresIn, idToken }: TokenResponse, clock: Clock): Token => {
  const token = createToken(accessToken, expiresIn, clock.now(), idToken)
  if ((idToken ?? accessToken).includes('.') && !Object.keys(token.claims)[0])
    throw new ReadableError('Invalid token specified')
  return token
}

/** A clock that was set back makes a token young, never old. */
export const ageOf = (token: Token, clock: Clock): number => Math.max(0, clock.now() - token.receivedAt)

/** By the server's issue time first; a staler token never replaces a fresher one, and all tabs agree. */
export const isFresher = (candidate: Token, current: Token | undefined): boolean => {
  if (!current || candidate.value === current.value) return !current
  const issued = numberClaim(candidate.claims, 'iat') - numberClaim(current.claims, 'iat')
  if (issued !== 0) return issued > 0
  if (candidate.receivedAt !== current.receivedAt) return candidate.receivedAt > current.receivedAt
  return candidate.value > current.value
}
