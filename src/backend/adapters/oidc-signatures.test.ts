import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { authorization } from '../../contract/authorization.ts'
import { createOidcClient } from './oidc.ts'

const CALLBACK = { code: 'c', redirectUri: 'http://localhost:3000/account/oidc/callback', state: 's', nonce: 'n' }

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

describe('An ID token over the back channel', () => {
  let provider: Server
  let issuer = ''
  let published: Keys
  let other: Keys
  let idToken = ''
  let publishesKeys = true

  before(async () => {
    published = await generateKeyPair('RS256')
    other = await generateKeyPair('RS256')
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

  const claims = () => {
    const now = Math.floor(Date.now() / 1_000)
    return { iss: issuer, aud: 'app', sub: 'eve', email: 'eve@company.test', nonce: 'n', iat: now, exp: now + 300 }
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

  it('is refused from a provider that publishes no keys', async () => {
    publishesKeys = false
    assert.equal(await exchange(await signedBy(published)), undefined)
    publishesKeys = true
  })
})
