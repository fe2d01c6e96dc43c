import { CALLBACK, CLIENT_ID, type Flaw, type Json, signWith, unsigned } from './stub-provider.ts'

/** `flaw` must end in a refusal; `before` the exchange if nothing may be sent. */
export interface Module {
  name: string
  flaw: Flaw
  at: 'authorization' | 'token' | 'refresh' | 'silent'
}

const claim = (change: Json): Flaw => ({ claims: (claims) => ({ ...claims, ...change }) })
const header = (change: Json): Flaw => ({ header: (all) => ({ ...all, ...change }) })
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Flaws that are detected before anything is sent. */
const AUTHORIZATIONS: Readonly<Record<string, Flaw>> = {
  'invalid-authorization-response-iss': {
    authorization: (authorization) => authorization.set('iss', 'https://evil.test'),
  },
  'authorization-response-iss-with-slash': {
    authorization: (authorization) => authorization.set('iss', 'https://api.test/'),
  },
  'remove-authorization-response-iss': { authorization: (authorization) => authorization.delete('iss') },
  'missing-state': { authorization: (authorization) => authorization.delete('state') },
  'altered-state': { authorization: (authorization) => authorization.set('state', 'A'.repeat(32)) },
  'state-of-a-prototype': { authorization: (authorization) => authorization.set('state', '__proto__') },
  'code-and-error': { authorization: (authorization) => authorization.set('error', 'access_denied') },
  'doubled-code': { authorization: (authorization) => authorization.append('code', 'another') },
  'doubled-state': { authorization: (authorization) => authorization.append('state', 'another') },
  'missing-code': { authorization: (authorization) => authorization.delete('code') },
  'response-in-fragment': { url: (authorization) => `${CALLBACK}#${authorization}` },
  'response-in-query-and-fragment': { url: (authorization) => `${CALLBACK}?${authorization}#code=another` },
  'error-response': {
    authorization(authorization) {
      authorization.delete('code')
      authorization.set('error', 'server_error')
    },
  },
}

/** Flaws that are detected before the response, while redirecting, or before the code is sent. */
export const DISCOVERIES: Readonly<Record<string, Flaw>> = {
  'discovery-issuer-mismatch': { metadata: (all) => ({ ...all, issuer: 'https://evil.test' }) },
  'discovery-issuer-with-path': { metadata: (all) => ({ ...all, issuer: 'https://api.test/other' }) },
  'discovery-issuer-without-tls': { metadata: (all) => ({ ...all, issuer: 'http://api.test' }) },
  'discovery-jwks-uri-elsewhere': { metadata: (all) => ({ ...all, jwks_uri: 'https://evil.test/jwks.json' }) },
}

const TOKENS: Readonly<Record<string, Flaw>> = {
  'invalid-iss': claim({ iss: 'https://evil.test' }),
  'invalid-iss-with-slash': claim({ iss: 'https://api.test/' }),
  'missing-iss': claim({ iss: undefined }),
  'invalid-aud': claim({ aud: 'another-client' }),
  'missing-aud': claim({ aud: undefined }),
  'empty-aud': claim({ aud: [] }),
  'invalid-secondary-aud': claim({ aud: [CLIENT_ID, 'another-client'] }),
  'invalid-azp': claim({ azp: 'another-client' }),
  'missing-exp': claim({ exp: undefined }),
  'exp-as-text': { claims: (claims) => ({ ...claims, exp: String(claims.exp) }) },
  'invalid-expired-exp': { claims: (claims, { now }) => ({ ...claims, exp: now - 31 }) },
  'missing-iat': claim({ iat: undefined }),
  'iat-in-the-future': { claims: (claims, { now }) => ({ ...claims, iat: now + 3600 }) },
  'iat-is-week-in-past': { claims: (claims, { now }) => ({ ...claims, iat: now - 604_800 }) },
  'nonce-invalid': claim({ nonce: 'of-another-flow' }),
  'missing-nonce': claim({ nonce: undefined }),
  'missing-sub': claim({ sub: undefined }),
  'empty-sub': claim({ sub: '' }),
  'sub-too-long': claim({ sub: 'x'.repeat(256) }),
  'invalid-athash': claim({ at_hash: 'bm90IHRoZSBoYXNo' }),
  'idtoken-sig-none': { ...header({ alg: 'none' }), sign: unsigned },
  'idtoken-sig-none-in-capitals': { ...header({ alg: 'NONE' }), sign: unsigned },
  'idtoken-sig-none-with-es256-header': { sign: unsigned },
  'invalid-sig-hs256': {
    ...header({ alg: 'HS256' }),
    sign: (claims, head, { keys }) => signWith(text(keys.jwk), claims, head),
  },
  'invalid-sig-hs256-with-client-id': {
    ...header({ alg: 'HS256' }),
    sign: (claims, head) => signWith(new TextEncoder().encode(CLIENT_ID.padEnd(32, '0')), claims, head),
  },
  'invalid-sig-es256': { token: (token) => `${token.slice(0, -6)}AAAAAA` },
  'invalid-sig-es256-of-another-key': { sign: (claims, head, { keys }) => signWith(keys.otherKey, claims, head) },
  'invalid-sig-rs256': {
    ...header({ alg: 'RS256', kid: 'rsa' }),
    sign: async (claims, head, { keys }) => `${await signWith(keys.rsaKey, claims, head)}`.replace(/.{8}$/, 'AAAAAAAA'),
  },
  'alg-of-another-key-type': { ...header({ kid: 'rsa' }) },
  'payload-changed': {
    token(token) {
      const [head, , signature] = token.split('.')
      return `${head}.${Buffer.from('{"sub":"some-user"}').toString('base64url')}.${signature}`
    },
  },
  'kid-absent-multiple-jwks': { ...header({ kid: undefined }), jwks: (keys, { keys: all }) => [...keys, all.otherJwk] },
  'kid-unknown': header({ kid: 'unknown' }),
  'kid-of-a-path': header({ kid: '../../jwks' }),
  'key-in-header-jwk': {
    header: (all, { keys }) => ({ ...all, jwk: keys.otherJwk }),
    sign: (claims, head, { keys }) => signWith(keys.otherKey, claims, head),
  },
  'key-in-header-jku': {
    ...header({ jku: 'https://evil.test/jwks.json', kid: 'other' }),
    sign: (claims, head, { keys }) => signWith(keys.otherKey, claims, head),
  },
  'key-for-encryption': { jwks: (keys) => keys.map((key) => ({ ...key, use: 'enc' })) },
  'no-keys': { jwks: () => [] },
  'type-at-jwt': header({ typ: 'at+jwt' }),
  'type-logout-token': header({ typ: 'logout+jwt' }),
  'critical-extension': {
    sign: (claims, head) => unsigned(claims, { ...head, crit: ['x'], x: 1 }),
  },
  'five-parts': { token: (token) => `${token}.a.b` },
  'not-a-token': { token: () => 'nonsense' },
  'missing-id-token': { response: (body) => ({ ...body, id_token: undefined }) },
  'id-token-as-list': { response: (body) => ({ ...body, id_token: [body.id_token] }) },
  'missing-access-token': { response: (body) => ({ ...body, access_token: undefined }) },
  'token-type-mac': { response: (body) => ({ ...body, token_type: 'mac' }) },
  'token-response-html': {
    response: () => new Response('<h1>Signed in</h1>', { headers: { 'Content-Type': 'text/html' } }),
  },
  'token-response-error': { response: () => Response.json({ error: 'invalid_grant' }, { status: 400 }) },
  'token-response-null': { response: () => new Response('null') },
}

const REFRESHES: Readonly<Record<string, Flaw>> = {
  'refresh-token-invalid-issuer': claim({ iss: 'https://evil.test' }),
  'refresh-token-invalid-sub': claim({ sub: 'another-client' }),
  'refresh-token-invalid-aud': claim({ aud: 'another-client' }),
  'refresh-token-invalid-nonce': claim({ nonce: 'of-another-flow' }),
  'refresh-token-sig-none': { ...header({ alg: 'none' }), sign: unsigned },
  'refresh-token-expired': { claims: (claims, { now }) => ({ ...claims, exp: now - 31 }) },
}

const SILENT: Readonly<Record<string, Flaw>> = {
  'silent-invalid-iss': claim({ iss: 'https://evil.test' }),
  'silent-invalid-aud': claim({ aud: 'another-client' }),
  'silent-sig-none': { ...header({ alg: 'none' }), sign: unsigned },
}

const named = (flaws: Readonly<Record<string, Flaw>>, at: Module['at']): Module[] =>
  Object.entries(flaws).map(([name, flaw]) => ({ name: `oidcc-client-test-${name}`, flaw, at }))

/** Every flaw, named like the OpenID conformance suite's modules for relying parties. */
export const NEGATIVE_MODULES: readonly Module[] = [
  ...named(AUTHORIZATIONS, 'authorization'),
  ...named(TOKENS, 'token'),
  ...named(REFRESHES, 'refresh'),
  ...named(SILENT, 'silent'),
]

/** Variants that must work, so that a client that refuses everything fails. */
export const POSITIVE_MODULES: Readonly<Record<string, Flaw>> = {
  'oidcc-client-test': {},
  'oidcc-client-test-idtoken-sig-rs256': {
    ...header({ alg: 'RS256', kid: 'rsa' }),
    claims: (claims) => ({ ...claims, at_hash: undefined }),
    sign: (claims, head, { keys }) => signWith(keys.rsaKey, claims, head),
  },
  'oidcc-client-test-kid-absent-single-jwks': {
    ...header({ kid: undefined }),
    jwks: ([first]) => (first ? [first] : []),
  },
  'oidcc-client-test-aud-as-list': claim({ aud: [CLIENT_ID], azp: CLIENT_ID }),
  'oidcc-client-test-token-type-case-insensitivity': { response: (body) => ({ ...body, token_type: 'bEARER' }) },
  'oidcc-client-test-missing-athash': claim({ at_hash: undefined }),
  'oidcc-client-test-no-discovery': {
    metadata: () => ({ nothing: 'here' }),
  },
}
