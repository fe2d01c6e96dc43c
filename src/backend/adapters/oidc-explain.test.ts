import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type IdentityProvider, startIdentityProvider } from '../../../demo-host/identity-provider/start.ts'
import { ClientRefusedError, type OidcProvider, UnusableProviderError } from '../ports/sso.ts'
import { createOidcClient } from './oidc.ts'

const PORT = 34_571
const REDIRECT = 'http://localhost:3000/account/oidc/callback'

describe('A test of an OpenID provider', () => {
  let idp: IdentityProvider
  before(async () => {
    const client = { client_id: 'app', client_secret: 'a-secret-that-is-long-enough-for-it', redirect_uris: [REDIRECT] }
    idp = await startIdentityProvider({ port: PORT, clients: [client] })
  })
  after(() => idp.close())

  const explain = (clientSecret: string, issuer = idp.issuer) => {
    const oidc = createOidcClient({ now: () => Date.now() }, { allowLocal: true })
    const callback = { code: 'unknown', redirectUri: REDIRECT, state: 's', codeVerifier: 'v'.repeat(43), nonce: 'n' }
    return oidc.explain({ issuer, clientId: 'app', clientSecret }, callback)
  }

  it('reports a wrong client secret and a refused code', async () => {
    const codes = await Promise.all(
      ['wrong', 'a-secret-that-is-long-enough-for-it'].map(async (secret) => {
        const result = await explain(secret)
        return 'problem' in result ? result.problem.code : 'none'
      }),
    )
    assert.deepEqual(codes, ['client', 'grant'])
  })

  for (const [what, status, type, body] of [
    ['status 404', 404, 'application/json', '{}'],
    ['status 503', 503, 'text/html', '<h1>Unavailable</h1>'],
    ['a page', 200, 'text/html', '<h1>Welcome</h1>'],
    ['no JSON', 200, 'application/json', 'Welcome'],
  ] as const)
    it(`fails as if the provider couldn’t be reached if it can’t be discovered, with ${what}`, async (test) => {
      const server = createServer((_request, response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      )
      test.after(() => server.close())
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
      await assert.rejects(explain('secret', issuer), (error) => !(error instanceof UnusableProviderError))
    })

  it('distinguishes a refused client from a refused code when a user signs in', async () => {
    const secret = 'a-secret-that-is-long-enough-for-it'
    const oidc = createOidcClient({ now: () => Date.now() }, { allowLocal: true })
    const callback = { code: 'unknown', redirectUri: REDIRECT, state: 's', codeVerifier: 'v'.repeat(43), nonce: 'n' }
    const exchange = (clientSecret: string, more: Partial<OidcProvider> = {}) =>
      oidc.exchange({ issuer: idp.issuer, clientId: 'app', clientSecret, ...more }, callback)
    await assert.rejects(exchange('wrong'), ClientRefusedError)
    await assert.rejects(exchange(secret, { authentication: 'none' }), ClientRefusedError)
    assert.equal(await exchange(secret), undefined)
    assert.equal(await exchange(secret, { authentication: 'basic' }), undefined)
  })
})
