import { AsyncLocalStorage } from 'node:async_hooks'
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type FetchImplementation,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import * as client from 'openid-client'
import { UnusableProviderError } from '../ports/sso.ts'

/** An encrypted token has five parts, a signed one three (RFC 7516 §3.1). */
const JWE_PARTS = 5
const ENCRYPTED =
  'Your identity provider encrypts the ID token, which this app doesn’t support. An administrator can turn that off there.'

interface Received {
  tokens?: Readonly<Record<string, unknown>>
}

const received = new AsyncLocalStorage<Received>()

/** Keeps the token endpoint's response for the exchange that requested it. */
export const keepTokens = (body: Readonly<Record<string, unknown>>): void => {
  const exchange = received.getStore()
  if (exchange && typeof body.id_token === 'string') exchange.tokens = body
}

type KeySet = ReturnType<typeof createRemoteJWKSet>

const keySets = new WeakMap<client.Configuration, KeySet>()

const keySetOf = (configuration: client.Configuration): KeySet | undefined => {
  const { jwks_uri: url } = configuration.serverMetadata()
  const fetch = configuration[client.customFetch]
  if (!url || !fetch) return undefined
  const known = keySets.get(configuration)
  if (known) return known
  const guarded: FetchImplementation = (from, { headers, ...options }) =>
    fetch(from, { ...options, headers: Object.fromEntries(headers), body: undefined })
  const timeoutDuration = (configuration.timeout ?? 0) * 1_000
  const keySet = createRemoteJWKSet(new URL(url), { [customFetch]: guarded, timeoutDuration })
  keySets.set(configuration, keySet)
  return keySet
}

const isSeconds = (value: unknown): boolean => typeof value === 'string' && /^\d{1,12}$/.test(value)

/** Returns whether the library refuses an ID token for its form, although the form has only one meaning. */
const isOfOwnForm = (idToken: string): boolean => {
  try {
    const { sub, auth_time: signedInAt } = decodeJwt<{ sub: unknown; auth_time: unknown }>(idToken)
    const isNamed = decodeProtectedHeader(idToken).kid !== undefined
    return Number.isSafeInteger(sub) || isSeconds(signedInAt) || signedInAt === null || !isNamed
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false
    throw error
  }
}

interface Expected {
  nonce: string | undefined
  clockTolerance: number
}

/** Checks what OpenID Connect Core 3.1.3.7 requires beyond the signature, issuer, audience and times. */
const isForClient = (claims: JWTPayload, clientId: string, { nonce }: Expected): boolean => {
  const isParty = !Array.isArray(claims.aud) || claims.aud.length === 1 || claims.azp === clientId
  const { auth_time: signedInAt } = claims
  const isTime =
    signedInAt === undefined || signedInAt === null || typeof signedInAt === 'number' || isSeconds(signedInAt)
  return isParty && claims.nonce === nonce && isTime
}

/** Tries each of the keys that fit if the token doesn't name its key (OpenID Connect Core 10.1 requires that). */
const verifiedByOne = async (idToken: string, keySet: KeySet, options: JWTVerifyOptions) => {
  try {
    return await jwtVerify(idToken, keySet, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return await jwtVerify(idToken, key, options)
      } catch (reason) {
        if (!(reason instanceof errors.JWSSignatureVerificationFailed)) throw reason
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/**
 * Verifies with the keys that are known, and then with those that the provider publishes now. A key ID that is new
 * reloads the set by itself; a token without one only shows that its key may be new. Each set is reloaded for it at
 * most every half minute.
 */
const verified = async (idToken: string, keySet: KeySet, options: JWTVerifyOptions) => {
  try {
    return await verifiedByOne(idToken, keySet, options)
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed) || keySet.coolingDown) throw error
    await keySet.reload()
    return verifiedByOne(idToken, keySet, options)
  }
}

/** Returns the claims of an ID token if it is valid, with the subject as a string. */
const verifiedClaims = async (configuration: client.Configuration, idToken: string, expected: Expected) => {
  const keySet = keySetOf(configuration)
  const { issuer, id_token_signing_alg_values_supported: named = ['RS256'] } = configuration.serverMetadata()
  const { client_id: audience } = configuration.clientMetadata()
  if (!keySet) return undefined
  const { payload } = await verified(idToken, keySet, {
    issuer,
    audience,
    // HMAC signatures are verified with the client's secret, which isn't a key of the provider.
    algorithms: named.filter((algorithm) => !/^(none|HS)/i.test(algorithm)),
    clockTolerance: expected.clockTolerance,
    requiredClaims: ['aud', 'exp', 'iat', 'iss', 'sub'],
  })
  const { sub: sent } = payload as { sub: unknown }
  if (typeof sent !== 'string' && !Number.isSafeInteger(sent)) return undefined
  const sub = String(sent)
  return isForClient(payload, audience, expected) ? ({ ...payload, sub } as client.IDToken) : undefined
}

/** The part of a token response that an exchange uses. */
export interface ExchangedTokens {
  access_token: string
  id_token?: string
  claims(): client.IDToken | undefined
}

/**
 * Returns the tokens of an exchange. Some providers send a number as the subject, although it must be a string, a
 * string as the time of the sign-in (OpenID Connect Core 2), or no key ID although they have several keys. The library
 * refuses such an ID token, and changing the token would break its signature, so it is verified here. A number too
 * large to be parsed exactly could be another user's, so it is still refused.
 */
export const withOwnVerification = (
  configuration: client.Configuration,
  expected: Expected,
  exchange: () => Promise<ExchangedTokens>,
): Promise<ExchangedTokens> => {
  const store: Received = {}
  return received.run(store, async () => {
    try {
      return await exchange()
    } catch (error) {
      const { id_token: idToken, access_token: accessToken } = store.tokens ?? {}
      if (!(error instanceof client.ClientError) || typeof idToken !== 'string') throw error
      if (idToken.split('.').length === JWE_PARTS) throw new UnusableProviderError(ENCRYPTED)
      if (typeof accessToken !== 'string' || !isOfOwnForm(idToken)) throw error
      const claims = await verifiedClaims(configuration, idToken, expected).catch((reason: unknown) => {
        throw reason instanceof errors.JOSEError && !(reason instanceof errors.JWKSTimeout) ? error : reason
      })
      if (!claims) throw error
      return { access_token: accessToken, id_token: idToken, claims: () => claims }
    }
  })
}
