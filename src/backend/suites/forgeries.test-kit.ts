import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JsonWebKey } from '../../entities/portal.ts'
import type { Kit } from './kit.test-kit.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns tokens that look genuine but aren't. */
export const forgeriesOf = async (kit: Kit, token: string): Promise<[string, string][]> => {
  const [head = '', payload = '', mac = ''] = token.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const [key] = (await kit.ports.signer.jwks()).keys
  const signed = async (change: object): Promise<string> => kit.ports.signer.sign({ ...claims, ...change })
  const headers: Record<string, object> = {
    'alg none': { alg: 'none' },
    'alg None': { alg: 'None' },
    'alg missing': { alg: undefined },
    'HS256 with the public key': { alg: 'HS256' },
    'another algorithm of ours': { alg: 'ES256' },
    'jwk in the header': { jwk: key },
    'jku in the header': { jku: 'https://evil.test/jwks.json' },
    'x5u in the header': { x5u: 'https://evil.test/cert' },
    'kid of a path': { kid: '../../etc/passwd' },
    'kid missing': { kid: undefined },
    'kid unknown': { kid: 'other' },
    'kid of a prototype': { kid: '__proto__' },
    'critical extension': { crit: ['x'], x: 1 },
  }
  const wrong: Record<string, object> = {
    'another type': { type: 'idToken' },
    'no type': { type: undefined },
    'mfa token': { type: 'mfaToken' },
    'another issuer': { iss: 'https://evil.test' },
    'no issuer': { iss: undefined },
    'another audience': { aud: 'other' },
    'no audience': { aud: undefined },
    'list of audiences': { aud: ['other', 'more'] },
    'no expiry': { exp: undefined },
    'expiry as text': { exp: String(claims.exp) },
    expired: { exp: claims.iat - 3_600 },
    'no subject': { sub: undefined },
    'another subject': { sub: 'gia' },
    'no session': { sid: undefined },
    'unknown session': { sid: 'unknown' },
    'session of a prototype': { sid: '__proto__' },
    'no tenant': { tenantId: undefined },
    'not yet valid': { nbf: claims.iat + 3_600 },
  }
  const changed = Object.entries(headers).map(([name, change]): [string, string] => [
    name,
    `${encode({ ...header, ...change })}.${payload}.${mac}`,
  ])
  const resigned = await Promise.all(
    Object.entries(wrong).map(async ([name, change]): Promise<[string, string]> => [name, await signed(change)]),
  )
  return [
    ...changed,
    ...(await foreignOf({ header, claims, key })),
    ...resigned,
    ['payload changed', `${head}.${encode({ ...claims, tenantId: 'globex' })}.${mac}`],
    ['signature cut', `${head}.${payload}.${mac.slice(0, -4)}`],
    ['no signature', `${head}.${payload}.`],
    ['zero signature', `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`],
    ['refresh token', (await kit.signIn('ada@acme.test')).cookie.split('=')[1] ?? ''],
    ['garbage', 'a.b.c'],
    ['five parts', `${token}.a.b`],
  ]
}

interface Genuine {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  key: JsonWebKey | undefined
}

/** Returns tokens that are properly signed, but with other keys. */
const foreignOf = async ({ header, claims, key }: Genuine): Promise<[string, string][]> => {
  const other = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(other.publicKey)
  const sign = (change: object) =>
    new SignJWT(claims).setProtectedHeader({ ...header, alg: 'ES256', ...change }).sign(other.privateKey)
  const rsa = await generateKeyPair('RS256')
  const withRsa = new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' }).sign(rsa.privateKey)
  const secret = new TextEncoder().encode(JSON.stringify(key))
  const withSecret = new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret)
  return [
    ['another key under our id', await sign({})],
    ['another key that brings itself', await sign({ jwk })],
    ['another key with its own id', await sign({ kid: 'mine' })],
    ['an RSA key', await withRsa],
    ['a MAC with the public key', await withSecret],
  ]
}
