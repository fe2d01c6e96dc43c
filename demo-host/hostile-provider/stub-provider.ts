import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export const BASE = 'https://api.test'
const ISSUER = BASE
export const CLIENT_ID = 'the-client'
export const CALLBACK = 'https://app.test/oauth/callback'
const LIFE_SECONDS = 300

export type Json = Record<string, unknown>
type Change<Value> = (value: Value, facts: Facts) => Value | undefined

/** Facts that a module may use for a forgery. */
interface Facts {
  keys: Keys
  /** Seconds since the epoch. */
  now: number
  accessToken: string
}

/** One flaw; everything that it doesn't name stays correct. */
export interface Flaw {
  metadata?: Change<Json>
  /** Changes the parameters of the authorization response. */
  authorization?: (authorization: URLSearchParams) => void
  /** Returns the URL with the response. @default the callback's query */
  url?: (authorization: URLSearchParams) => string
  header?: Change<Json>
  claims?: Change<Json>
  /** Signs the token in another way. */
  sign?: (claims: Json, header: Json, facts: Facts) => Promise<string> | string
  token?: (idToken: string) => string
  jwks?: (keys: JWK[], facts: Facts) => JWK[]
  /** Replaces the token endpoint's response. */
  response?: (body: Json) => Json | Response
}

export interface Keys {
  privateKey: CryptoKey
  jwk: JWK
  otherKey: CryptoKey
  otherJwk: JWK
  rsaKey: CryptoKey
  rsaJwk: JWK
}

export const makeKeys = async (): Promise<Keys> => {
  const own = await generateKeyPair('ES256', { extractable: true })
  const other = await generateKeyPair('ES256', { extractable: true })
  const rsa = await generateKeyPair('RS256', { extractable: true })
  const publicPart = async (key: CryptoKey, kid: string, alg: string) => ({
    ...(await exportJWK(key)),
    kid,
    alg,
    use: 'sig',
  })
  return {
    privateKey: own.privateKey,
    jwk: await publicPart(own.publicKey, 'own', 'ES256'),
    otherKey: other.privateKey,
    otherJwk: await publicPart(other.publicKey, 'other', 'ES256'),
    rsaKey: rsa.privateKey,
    rsaJwk: await publicPart(rsa.publicKey, 'rsa', 'RS256'),
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const unsigned = (claims: Json, header: Json) => `${encode(header)}.${encode(claims)}.`

export const signWith = (key: CryptoKey | Uint8Array, claims: Json, header: Json) =>
  new SignJWT(claims).setProtectedHeader(header as { alg: string }).sign(key)

const halfHash = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text)))
    .subarray(0, 16)
    .toString('base64url')

const json = (body: unknown, status = 200) => Response.json(body, { status })

/** Creates an OpenID provider that is correct except for its flaw. */
export const createStubProvider = (keys: Keys, now: () => number) => {
  let flaw: Flaw = {}
  let nonce: string | undefined
  const counts = { token: 0, keys: 0 }
  const forged = <Value>(change: Change<Value> | undefined, value: Value, facts: Facts): Value =>
    change?.(value, facts) ?? value

  const idToken = async (accessToken: string): Promise<string> => {
    const facts = { keys, now: Math.floor(now() / 1000), accessToken }
    const claims = forged(
      flaw.claims,
      {
        iss: ISSUER,
        sub: 'user-1',
        aud: CLIENT_ID,
        exp: facts.now + LIFE_SECONDS,
        iat: facts.now,
        auth_time: facts.now,
        email: 'ada@acme.test',
        at_hash: await halfHash(accessToken),
        ...(nonce !== undefined && { nonce }),
      } as Json,
      facts,
    )
    const header = forged(flaw.header, { alg: 'ES256', kid: 'own', typ: 'JWT' } as Json, facts)
    const sign = flaw.sign ?? ((all: Json, head: Json) => signWith(keys.privateKey, all, head))
    const token = await sign(claims, header, facts)
    return flaw.token?.(token) ?? token
  }

  const respondWithToken = async (): Promise<Response> => {
    counts.token += 1
    const accessToken = `opaque-${counts.token}`
    const body: Json = {
      access_token: accessToken,
      id_token: await idToken(accessToken),
      refresh_token: `refresh-${counts.token}`,
      expires_in: LIFE_SECONDS,
      token_type: 'Bearer',
    }
    const authorization = flaw.response?.(body) ?? body
    return authorization instanceof Response ? authorization : json(authorization)
  }

  const metadata = (): Json =>
    forged(
      flaw.metadata,
      {
        issuer: ISSUER,
        jwks_uri: `${BASE}/.well-known/jwks.json`,
        authorization_response_iss_parameter_supported: true,
        token_endpoint_content_types_supported: ['application/json'],
      } as Json,
      { keys, now: 0, accessToken: '' },
    )

  const fetchStub: typeof fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input))
    if (pathname.endsWith('/.well-known/openid-configuration')) return json(metadata())
    if (pathname.endsWith('/oauth/token') || pathname.endsWith('/oauth/authorize/silent')) return respondWithToken()
    if (pathname.endsWith('/.well-known/jwks.json')) {
      counts.keys += 1
      const facts = { keys, now: now(), accessToken: '' }
      return json({ keys: flaw.jwks?.([keys.jwk, keys.rsaJwk], facts) ?? [keys.jwk, keys.rsaJwk] })
    }
    return json({ errors: ['Not found'] }, 404)
  }

  return {
    counts,
    fetch: fetchStub,
    /** Sets the flaw from now on. */
    become(next: Flaw) {
      flaw = next
    },
    /** Omits the nonce, as after a refresh or a silent call. */
    forgetNonce() {
      nonce = undefined
    },
    /** Returns the URL to which the authorize page redirects the browser. */
    authorize(asked: URL): string {
      nonce = asked.searchParams.get('nonce') ?? undefined
      const authorization = new URLSearchParams({
        code: 'the-code',
        state: asked.searchParams.get('state') ?? '',
        iss: ISSUER,
      })
      flaw.authorization?.(authorization)
      return flaw.url?.(authorization) ?? `${CALLBACK}?${authorization}`
    },
  }
}

export type StubProvider = ReturnType<typeof createStubProvider>
