import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { report, scaled } from '../../backend/prove/report.test-kit.ts'
import { login } from '../../contract/login.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { challengeOf } from '../../rules/pkce.ts'
import { createHarness, createJar, type Harness, optionsFor } from '../harness.test-kit.ts'
import { createKeySet } from '../key-set.ts'
import { toConfig } from '../options.ts'
import { API, CLIENT, type StubApi } from '../stub-api.test-kit.ts'
import { createVerifier } from '../tokens.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

const verifierOf = ({ api, time }: Harness) => {
  const config = toConfig(optionsFor(api, { now: () => time.now }))
  return createVerifier(config, createKeySet(config))
}

const HEADERS: Record<string, object> = {
  'alg none': { alg: 'none' },
  'alg None': { alg: 'None' },
  'alg nOnE': { alg: 'nOnE' },
  'alg missing': { alg: undefined },
  'alg empty': { alg: '' },
  'HS256 named': { alg: 'HS256' },
  'RS256 named': { alg: 'RS256' },
  'ES384 named': { alg: 'ES384' },
  'jku in the header': { jku: 'https://evil.test/jwks.json' },
  'x5u in the header': { x5u: 'https://evil.test/cert' },
  'x5c in the header': { x5c: ['MIIB'] },
  'kid of a path': { kid: '../../etc/passwd' },
  'kid of an address': { kid: 'https://evil.test/key' },
  'kid with a query': { kid: "key-1' OR '1'='1" },
  'kid missing': { kid: undefined },
  'kid empty': { kid: '' },
  'kid unknown': { kid: 'key-99' },
  'kid of a prototype': { kid: '__proto__' },
  'kid a number': { kid: 1 },
  'critical extension': { crit: ['x'], x: 1 },
  'b64 false': { b64: false, crit: ['b64'] },
}

const claims = (now: number): Record<string, object> => ({
  'ID token: no type': { type: undefined },
  'ID token: another type': { type: 'idToken' },
  'program token': { type: 'userApiToken' },
  'mfa token': { type: 'mfaToken' },
  'type as list': { type: ['userToken'] },
  'another issuer': { iss: 'https://evil.test' },
  'issuer as a prefix': { iss: `${API}.evil.test` },
  'issuer in capitals': { iss: API.toUpperCase() },
  'no issuer': { iss: undefined },
  'another audience': { aud: 'other' },
  'no audience': { aud: undefined },
  'empty audience': { aud: [] },
  'several audiences without azp': { aud: [CLIENT, 'other'] },
  'azp of another': { azp: 'other' },
  'no expiry': { exp: undefined },
  'expiry as text': { exp: String(now + 300) },
  'expired by a second': { exp: now - 1 },
  'expired long ago': { exp: now - 3_600 },
  'not yet valid': { nbf: now + 120 },
  'no subject': { sub: undefined },
  'empty subject': { sub: '' },
  'subject as number': { sub: 7 },
  'no issue time': { iat: undefined },
})

const foreign = async (api: StubApi, token: string): Promise<Record<string, string>> => {
  const [head, body] = token.split('.')
  const payload = decode(body)
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const rsa = await generateKeyPair('RS256')
  const sign = (header: object) =>
    new SignJWT(payload).setProtectedHeader({ ...decode(head), ...header }).sign(privateKey)
  const [key] = api.keys()
  const secret = (text: string) => new TextEncoder().encode(text)
  const mac = (text: string) =>
    new SignJWT(payload).setProtectedHeader({ ...decode(head), alg: 'HS256' }).sign(secret(text))
  return {
    'another key under our id': await sign({}),
    'another key that brings itself': await sign({ jwk: await exportJWK(publicKey) }),
    'an RSA key': await new SignJWT(payload).setProtectedHeader({ ...decode(head), alg: 'RS256' }).sign(rsa.privateKey),
    'a MAC with the public key': await mac(JSON.stringify(key?.jwk)),
    'a MAC with the key id': await mac('key-1'),
  }
}

const forgeries = async ({ api, time }: Harness): Promise<Record<string, string>> => {
  const good = await api.sign({ sub: 'ada' })
  const [head, body, mac = ''] = good.split('.')
  const changed = Object.entries(HEADERS).map(([name, part]) => [
    name,
    `${encode({ ...decode(head), ...part })}.${body}.${mac}`,
  ])
  const signed = await Promise.all(
    Object.entries(claims(Math.floor(time.now / 1_000))).map(async ([name, part]) => [
      name,
      await api.sign({ sub: 'ada', ...part }),
    ]),
  )
  return {
    ...Object.fromEntries([...changed, ...signed]),
    ...(await foreign(api, good)),
    'payload changed': `${head}.${encode({ ...decode(body), tenantId: 'globex' })}.${mac}`,
    'signature cut': `${head}.${body}.${mac.slice(0, -4)}`,
    'no signature': `${head}.${body}.`,
    'zero signature': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    garbage: 'a.b.c',
    'five parts': `${good}.a.b`,
    empty: '',
  }
}

test('no forged token starts a session, sealed by us or sent by the API', async () => {
  const harness = await createHarness()
  const verifier = verifierOf(harness)
  assert.ok(await verifier.accessToken(await harness.api.sign({ sub: 'ada' })), 'a good token is accepted')
  const accepted: string[] = []
  const all = Object.entries(await forgeries(harness))
  for (const [name, token] of all) {
    if (await verifier.accessToken(token)) accepted.push(name)
    const response = await harness
      .open({ fetch: async (input) => respondWith(harness, token, input) })
      .handle(proxied(harness))
    if (response?.headers.getSetCookie().some((cookie) => cookie.startsWith('fe_session')))
      accepted.push(`${name}, proxy`)
  }
  const wanted = 'at least 40 forgeries at the verifier and behind the proxy, all refused'
  report({
    row: 31,
    wanted,
    reached: `${all.length} forgeries, ${accepted.length} accepted`,
    ok: all.length >= 40 && accepted.length === 0,
  })
  assert.deepEqual(accepted, [])
})

/** An API that responds to every sign-in with this token; its key set is genuine. */
const respondWith = ({ api }: Harness, accessToken: string, input: RequestInfo | URL): Promise<Response> => {
  const url = new URL(input instanceof Request ? input.url : input)
  return url.pathname === api.jwksPath ? api.fetch(url) : Promise.resolve(Response.json({ accessToken }))
}

const proxied = ({ request }: Harness) =>
  request(`/api${API_PREFIX}${login.login.path}`, undefined, {
    method: 'POST',
    headers: { origin: 'https://app.example.test', 'content-type': 'application/json' },
    body: '{}',
  })

const ID_TOKENS: Record<string, object> = {
  'another nonce': { nonce: 'other' },
  'no nonce': { nonce: undefined },
  'another issuer': { iss: 'https://evil.test' },
  'another audience': { aud: 'other' },
  'several audiences without azp': { aud: [CLIENT, 'x'] },
  'azp of another': { azp: 'x' },
  'no subject': { sub: undefined },
  'another user than the access token': { sub: 'another user' },
  'no expiry': { exp: undefined },
  'no issue time': { iat: undefined },
}

test('no forged ID token ends a hosted sign-in', async () => {
  const accepted: string[] = []
  for (const [name, part] of [['good', {}], ...Object.entries(ID_TOKENS)] as const) {
    const harness = await createHarness({ hostedLoginBox: true })
    const jar = createJar()
    const begun = jar.take((await harness.server.handle(harness.request('/account/login', jar))) ?? new Response())
    const nonce = new URL(begun.headers.get('location') ?? '').searchParams.get('nonce')
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    const tokens = async () => {
      const id_token = await harness.api.sign({ sub: 'ada', nonce, type: undefined, ...part })
      return Response.json({ id_token, access_token: await harness.api.sign({ sub: 'ada' }), refresh_token: 'r' })
    }
    const fetch: typeof globalThis.fetch = async (input, init) =>
      String(input).endsWith(session.exchangeAuthorizationCode.path) ? tokens() : harness.api.fetch(input, init)
    const server = harness.open({ fetch })
    const response = await server.handle(harness.request(`/oauth/callback?code=c&state=${state}`, jar))
    if (name === 'good') assert.equal(response?.status, 303)
    else if (response?.status === 303) accepted.push(name)
  }
  assert.deepEqual(accepted, [])
  assert.ok(await challengeOf('x'))
})

test('unknown key ids cost two key fetches a minute, and a rotation signs no user out', async () => {
  const harness = await createHarness()
  const { api, time } = harness
  const verifier = verifierOf(harness)
  const rounds = scaled(1_000)
  for (let round = 0; round < rounds; round += 1)
    await verifier.accessToken(await api.sign({ sub: 'x' }, { kid: `kid-${round}` }))
  const fetches = api.counts[api.jwksPath] ?? 0
  let failures = 0
  const rotations = Math.max(5, scaled(50))
  for (let round = 0; round < rotations; round += 1) {
    time.now += 61_000
    const old = await api.sign({ sub: 'old' })
    await api.rotateKeys('old ones too')
    const fresh = await api.sign({ sub: 'new' })
    for (const token of [old, fresh]) if (!(await verifier.accessToken(token))) failures += 1
  }
  const wanted = '1,000 unknown key ids within a minute: at most 2 key fetches; rotations: 0 failures'
  const reached = `${rounds} ids, ${fetches} fetches; ${rotations} rotations, ${failures} failures`
  report({ row: 31, wanted, reached, ok: fetches <= 2 && failures === 0 })
  assert.ok(fetches <= 2)
  assert.equal(failures, 0)
})
