import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { authorization } from '../../contract/authorization.ts'
import { createOidcClient } from './oidc.ts'

const CALLBACK = { code: 'c', redirectUri: 'http://localhost:3000/account/oidc/callback', state: 's', nonce: 'n' }

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

describe('An ID token over the back channel', () => {
  let provider: Server
  let issuer = ''
  let published: Keys
  let other: Keys
  let retired: Keys
  let idToken = ''
  let publishesKeys = true
  let subject: string | number = 'eve'

  before(async () => {
    published = await generateKeyPair('RS256', { extractable: true })
    other = await generateKeyPair('RS256', { extractable: true })
    retired = await generateKeyPair('RS256')
    const key = { ...(await exportJWK(published.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
    provider = createServer((request, response) => {
      const documents: Record<string, object> = {
        '/token': { access_token: 'a', token_type: 'bearer', id_token: idToken },
        '/keys': { keys: [key] },
        [authorization.getProviderMetadata.path]: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          ...(publishesKeys && { jwks_uri: `${issuer}/keys` }),
        },
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(documents[request.url ?? ''] ?? {}))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    issuer = `http://localhost:${(provider.address() as AddressInfo).port}`
  })
  after(() => provider.close())
  beforeEach(() => {
    subject = 'eve'
  })

  const claims = () => {
    const now = Math.floor(Date.now() / 1_000)
    return {
      iss: issuer,
      aud: 'app',
      sub: subject as string,
      email: 'eve@company.test',
      nonce: 'n',
      iat: now,
      exp: now + 300,
    }
  }
  const signedBy = ({ privateKey }: Keys) =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey)
  const exchange = async (token: string) => {
    idToken = token
    const oidc = createOidcClient({ now: () => Date.now() }, { allowLocal: true })
    return oidc.exchange({ issuer, clientId: 'app', clientSecret: 'secret' }, CALLBACK).catch(() => undefined)
  }

  it('signs a user in by the key that the provider publishes', async () => {
    assert.equal((await exchange(await signedBy(published)))?.email, 'eve@company.test')
  })

  it('is refused with the signature of another key, an altered one, or none', async () => {
    const genuine = await signedBy(published)
    const [header, , signature] = genuine.split('.')
    const payload = Buffer.from(JSON.stringify({ ...claims(), email: 'owner@company.test' })).toString('base64url')
    const forged = [
      await signedBy(other),
      `${header}.${payload}.${signature}`,
      `${header}.${payload}.`,
      new UnsecuredJWT(claims()).encode(),
    ]
    for (const token of forged) assert.equal(await exchange(token), undefined)
  })

  const rsa = (key: Keys, header: object = {}, changed: object = {}) =>
    new SignJWT({ ...claims(), ...changed })
      .setProtectedHeader({ alg: 'RS256', kid: 'k', ...header })
      .sign(key.privateKey)
  const hmac = (secret: Uint8Array, header: object = {}) =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k', ...header }).sign(secret)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const withHeader = async (header: object) => {
    const [, payload, signature] = (await rsa(published)).split('.')
    return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`
  }
  const without = (name: string) => rsa(published, {}, { [name]: undefined })
  const now = () => Math.floor(Date.now() / 1_000)

  /** Forged, misdirected and malformed tokens, most of which begin with a genuine one. */
  const FORGERIES: Readonly<Record<string, () => string | Promise<string>>> = {
    'HS256 with the published key as SPKI': async () => hmac(bytes(await exportSPKI(published.publicKey))),
    'HS256 with the published key as a JWK': async () =>
      hmac(bytes(JSON.stringify(await exportJWK(published.publicKey)))),
    'HS256 with the modulus of the published key': async () =>
      hmac(Buffer.from((await exportJWK(published.publicKey)).n ?? '', 'base64url')),
    'HS256 with the secret of the client': () => hmac(bytes('secret'.padEnd(32, 't'))),
    'HS256 with the secret of the client, without a key ID': () => hmac(bytes('secret'), { kid: undefined }),
    'alg none': () => withHeader({ alg: 'none' }),
    'alg None': () => withHeader({ alg: 'None', kid: 'k' }),
    'alg nOnE': () => withHeader({ alg: 'nOnE', kid: 'k' }),
    'no alg': () => withHeader({ kid: 'k' }),
    'an empty alg': () => withHeader({ alg: '', kid: 'k' }),
    'a list of algorithms': () => withHeader({ alg: ['RS256'], kid: 'k' }),
    'alg RS512 over a signature by RS256': () => withHeader({ alg: 'RS512', kid: 'k' }),
    'alg PS256 over a signature by RS256': () => withHeader({ alg: 'PS256', kid: 'k' }),
    'alg ES256 over a signature by RS256': () => withHeader({ alg: 'ES256', kid: 'k' }),
    'a key of its own in the header': async () => rsa(other, { jwk: await exportJWK(other.publicKey) }),
    'a key of its own in the header, without a key ID': async () =>
      rsa(other, { jwk: await exportJWK(other.publicKey), kid: undefined }),
    'an address of other keys': () => rsa(other, { jku: `${issuer}/keys-of-other` }),
    'an address of other certificates': () => rsa(other, { x5u: `${issuer}/keys-of-other` }),
    'a certificate of its own': () => rsa(other, { x5c: ['MIIB'] }),
    'the key of another provider': () => rsa(other),
    'the key of another provider under its own ID': () => rsa(other, { kid: 'other' }),
    'the key of another provider without an ID': () => rsa(other, { kid: undefined }),
    'the published key under an unknown ID': () => rsa(published, { kid: 'gone' }),
    'a retired key under its own ID': () => rsa(retired, { kid: 'retired' }),
    'a retired key under the ID of the current one': () => rsa(retired),
    'an ID that is a path': () => rsa(other, { kid: '../../dev/null' }),
    'an unknown critical header': () =>
      rsa(published, {}, {}).then(() => withHeader({ alg: 'RS256', kid: 'k', crit: ['exp2'], exp2: 1 })),
    'an issuer of another provider': () => rsa(published, {}, { iss: 'https://other.test' }),
    'an issuer with a slash more': () => rsa(published, {}, { iss: `${issuer}/` }),
    'an issuer in capitals': () => rsa(published, {}, { iss: issuer.toUpperCase() }),
    'no issuer': () => without('iss'),
    'the audience of another client': () => rsa(published, {}, { aud: 'other' }),
    'a list of audiences without this client': () => rsa(published, {}, { aud: ['other', 'more'] }),
    'an audience with a space more': () => rsa(published, {}, { aud: 'app ' }),
    'no audience': () => without('aud'),
    'another authorized party': () => rsa(published, {}, { aud: ['app', 'other'], azp: 'other' }),
    'two audiences without an authorized party': () => rsa(published, {}, { aud: ['app', 'other'] }),
    'the nonce of another sign-in': () => rsa(published, {}, { nonce: 'm' }),
    'a list of nonces': () => rsa(published, {}, { nonce: ['n'] }),
    'an empty nonce': () => rsa(published, {}, { nonce: '' }),
    'no nonce': () => without('nonce'),
    'an end an hour ago': () => rsa(published, {}, { exp: now() - 3_600 }),
    'an end that is a text': () => rsa(published, {}, { exp: `${now() + 300}` }),
    'no end': () => without('exp'),
    'a start in an hour': () => rsa(published, {}, { nbf: now() + 3_600 }),
    'no time of issue': () => without('iat'),
    'no subject': () => without('sub'),
    'an empty subject': () => rsa(published, {}, { sub: '' }),
    'a subject that is not a whole number': () => rsa(published, {}, { sub: 7.5 }),
    'a subject too large to be parsed exactly': () => rsa(published, {}, { sub: 2 ** 53 }),
    'a subject in a list': () => rsa(published, {}, { sub: [7] }),
    'an authentication time that is a string': () => rsa(published, {}, { auth_time: 'now' }),
    'another token as its payload': async () =>
      new CompactSign(bytes(await rsa(published)))
        .setProtectedHeader({ alg: 'RS256', kid: 'k', cty: 'JWT' })
        .sign(other.privateKey),
    'another token as its payload, signed by the provider': async () =>
      new CompactSign(bytes(await rsa(published)))
        .setProtectedHeader({ alg: 'RS256', kid: 'k', cty: 'JWT' })
        .sign(published.privateKey),
    'the form of JSON': async () => {
      const [protectedHeader, payload, signature] = (await rsa(published)).split('.')
      return JSON.stringify({ protected: protectedHeader, payload, signature })
    },
    'a payload that isn’t encoded': () => withHeader({ alg: 'RS256', kid: 'k', b64: false, crit: ['b64'] }),
    'the ID of a key that is a list': () => withHeader({ alg: 'RS256', kid: ['k'] }),
    'the ID of a key that every object has': () => withHeader({ alg: 'RS256', kid: '__proto__' }),
    'a member of the header twice': async () => {
      const [, payload, signature] = (await rsa(other)).split('.')
      const header = Buffer.from('{"alg":"RS256","alg":"none","kid":"k"}').toString('base64url')
      return `${header}.${payload}.${signature}`
    },
    'four parts': async () => `${await rsa(published)}.x`,
    'two parts': async () => (await rsa(published)).split('.').slice(0, 2).join('.'),
    'a cut signature': async () => (await rsa(published)).slice(0, -8),
    'a space before it': async () => ` ${await rsa(published)}`,
    'an empty string': () => '',
    'a payload that is a list': async () =>
      new CompactSign(bytes('[]')).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(published.privateKey),
    'a payload that is no JSON': async () =>
      new CompactSign(bytes('{')).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(published.privateKey),
  }
  for (const [what, forge] of Object.entries(FORGERIES)) {
    it(`is refused with ${what}`, async () => {
      for (const each of ['eve', 7]) {
        subject = each
        assert.equal(await exchange(await forge()), undefined, `subject ${each}`)
      }
    })
  }

  it('is accepted in every form that OpenID Connect Core 2 allows', async () => {
    const genuine = [
      rsa(published, { kid: undefined }),
      rsa(published, { typ: 'JWT' }),
      rsa(published, {}, { aud: ['app'] }),
      rsa(published, {}, { aud: ['app', 'other'], azp: 'app' }),
    ]
    for (const token of genuine) assert.equal((await exchange(await token))?.email, 'eve@company.test')
  })

  it('is accepted with a numeric subject, which is read as a string', async () => {
    const genuine = [
      rsa(published, {}, { sub: 7 }),
      rsa(published, { kid: undefined }, { sub: 7 }),
      rsa(published, {}, { sub: 7, aud: ['app', 'other'], azp: 'app', auth_time: now() }),
      rsa(published, {}, { sub: 7, exp: now() - 60 }),
    ]
    for (const token of genuine) assert.equal((await exchange(await token))?.subject, '7')
    const identities = await Promise.all([
      exchange(await rsa(published, {}, { sub: 8 })),
      exchange(await rsa(published, {}, { sub: 8 })),
    ])
    assert.deepEqual(
      identities.map((identity) => identity?.subject),
      ['8', '8'],
    )
  })

  it('is refused from a provider that publishes no keys', async () => {
    publishesKeys = false
    for (const each of ['eve', 7]) {
      subject = each
      assert.equal(await exchange(await signedBy(published)), undefined)
    }
    publishesKeys = true
  })
})
