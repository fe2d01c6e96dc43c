import type { JWK } from 'jose'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { createLocalJWKSet } from 'jose/jwks/local'
import { compactVerify } from 'jose/jws/compact/verify'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { checkIdTokenClaims, ID_TOKEN_ALGORITHMS, IdTokenError, type IdTokenExpectation } from '../../rules/id-token.ts'

/** Returns the provider's keys; `isForced` when a key ID is not among the known ones. */
export type KeySource = (isForced: boolean) => Promise<JWK[]>

interface IdTokenInput {
  token: string
  accessToken: string
  keys: KeySource
  expected: Omit<IdTokenExpectation, 'accessTokenHash'>
}

type IdClaims = Readonly<Record<string, unknown>>

const headerOf = (token: string) => {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new IdTokenError('malformed')
  }
}

/** Returns whether the type fits; other types, such as `logout+jwt` or `at+jwt`, are refused (RFC 8725 §3.11). */
const isIdTokenType = (typ: unknown): boolean => typ === undefined || (typeof typ === 'string' && /^jwt$/i.test(typ))

/** Returns the hash for the signature's algorithm (OpenID Connect Core 3.1.3.6). */
const hashOf = async (text: string, algorithm: string): Promise<string | undefined> => {
  const bits = /(256|384|512)$/.exec(algorithm)?.[1]
  if (!bits) return undefined
  const hash = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(text)))
  const half = btoa(String.fromCharCode(...hash.subarray(0, hash.length / 2)))
  return half.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const isFitting = (key: JWK, kid: string | undefined): boolean => kid === undefined || key.kid === kid

const verified = async (token: string, keys: JWK[]): Promise<Uint8Array> => {
  try {
    const { payload } = await compactVerify(token, createLocalJWKSet({ keys }), {
      algorithms: [...ID_TOKEN_ALGORITHMS],
    })
    return payload
  } catch {
    throw new IdTokenError('signature')
  }
}

/** Returns the keys for the header's `kid`; for a rotated key, the set is read once more. */
const keysFor = async (source: KeySource, kid: string | undefined): Promise<JWK[]> => {
  const known = await source(false)
  return known.some((key) => isFitting(key, kid)) ? known : source(true)
}

/**
 * Verifies signature and claims of an ID token; only its result may be trusted.
 *
 * @throws IdTokenError for a token that breaks a rule
 */
export const verifyIdToken = async ({ token, accessToken, keys, expected }: IdTokenInput): Promise<IdClaims> => {
  const { alg, kid, typ, crit, b64 } = headerOf(token)
  if (typeof alg !== 'string' || !ID_TOKEN_ALGORITHMS.includes(alg)) throw new IdTokenError('algorithm')
  if (!isIdTokenType(typ) || crit !== undefined || b64 !== undefined) throw new IdTokenError('malformed')
  const payload = await verified(token, await keysFor(keys, kid))
  const claims = parseJson(new TextDecoder().decode(payload))
  if (!isRecord(claims)) throw new IdTokenError('malformed')
  checkIdTokenClaims(claims, { ...expected, accessTokenHash: await hashOf(accessToken, alg) })
  return claims
}
