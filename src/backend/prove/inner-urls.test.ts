import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { after, before, describe, it, mock } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { authorization } from '../../contract/authorization.ts'
import { hostOf, INNER, WRITTEN } from '../adapters/inner-urls.test-kit.ts'
import { createOidcClient } from '../adapters/oidc.ts'
import { createSsoSetup } from '../adapters/sso-setup.ts'
import { createWebhookSender } from '../adapters/webhook-sender.ts'
import { isLoopbackHost } from '../call/inner-host.ts'
import { report } from './report.test-kit.ts'

const EMAIL = 'eve@company.test'
const PATH = authorization.getProviderMetadata.path
const CLIENT = { clientId: 'app', clientSecret: 'a-secret' }
const CALLBACK = { code: 'c', redirectUri: 'https://app.test/callback', state: 's', codeVerifier: 'v'.repeat(43) }
const clock = { now: () => Date.now() }

/** A URL into the server's network, with the IP addresses its name resolves to. */
interface Target {
  url: string
  numbers: readonly string[]
}

const TARGETS: readonly Target[] = [
  ...INNER.flatMap((address) => [
    { url: `https://${hostOf(address)}:8443`, numbers: [] },
    { url: 'https://inner.example:8443', numbers: [address] },
    { url: 'https://half-inner.example:8443', numbers: ['8.8.8.8', address] },
  ]),
  ...WRITTEN.map((host) => ({ url: `https://${host}:8443`, numbers: [] })),
  { url: 'http://8.8.8.8', numbers: [] },
  { url: 'https://user:password@8.8.8.8', numbers: [] },
  { url: 'https://nothing.example', numbers: [] },
]

const found = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })

/** Resolves a target's name. The provider's own name resolves to this machine, which the settings of the test allow. */
const resolving = ({ numbers }: Target) => ({
  resolve: async (host: string) => (host.endsWith('localhost') ? ['127.0.0.1'] : numbers).map(found),
})

/** Records and blocks every connection that the process tries to open, except those to the provider on this machine. */
const watchConnections = (allowedPort: () => number) => {
  const tried: string[] = []
  const connect = Socket.prototype.connect
  const watched = mock.method(Socket.prototype, 'connect', function (this: Socket, ...args: unknown[]) {
    const [first] = args
    const { host, port } = (Array.isArray(first) ? first[0] : first) as { host: string; port: number | string }
    if (Number(port) === allowedPort()) return Reflect.apply(connect, this, args)
    tried.push(`${host}:${port}`)
    setImmediate(() => this.destroy(new Error('Not in a test')))
    return this
  })
  return { tried, end: () => watched.mock.restore() }
}

describe('URLs of identity providers and webhooks', () => {
  /** The URL that the provider lists in its discovery document, or redirects to. */
  let target = ''
  /** The URL that exchanges codes; if undefined, the provider's own. */
  let tokenEndpoint: string | undefined
  /** The URL of the ID token's signing keys; if undefined, the provider's own. */
  let keysAt: string | undefined
  /**
   * Email in the ID token. The token contains no groups, so they are requested from the user info endpoint, and so is a
   * missing email.
   */
  let email: string | undefined = EMAIL
  let isMoved = false
  let provider: Server
  let port = 0
  let keys: Awaited<ReturnType<typeof generateKeyPair>>
  const issuer = () => `http://localhost:${port}`
  let connections: ReturnType<typeof watchConnections>

  const idToken = () =>
    new SignJWT({ email })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(issuer())
      .setAudience(CLIENT.clientId)
      .setSubject('eve')
      .setIssuedAt()
      .setExpirationTime('5 min')
      .sign(keys.privateKey)

  const documentAt = async (path: string): Promise<object> => {
    if (path === '/token') return { access_token: 'a', token_type: 'bearer', id_token: await idToken() }
    if (path === '/keys') return { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256' }] }
    const names = {
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: tokenEndpoint ?? `${issuer()}/token`,
    }
    const keysUrl = keysAt ?? `${issuer()}/keys`
    return { issuer: issuer(), ...names, jwks_uri: keysUrl, userinfo_endpoint: target, end_session_endpoint: target }
  }

  before(async () => {
    connections = watchConnections(() => port)
    keys = await generateKeyPair('RS256')
    provider = createServer(async (request, response) => {
      if (isMoved) return response.writeHead(302, { location: encodeURI(target) }).end()
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(await documentAt(request.url ?? '')))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const address = provider.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  after(() => {
    provider.close()
    connections.end()
  })

  const exchange = (settings: Parameters<typeof createOidcClient>[1], at: string) =>
    createOidcClient(clock, settings).exchange({ issuer: at, ...CLIENT }, CALLBACK)

  /** The provider of the test runs on this machine, so its settings allow such URLs. */
  const isOfThisMachine = ({ url }: Target) => isLoopbackHost(new URL(url).hostname)
  const hasNoIdentity = (one: Target) =>
    exchange({ ...resolving(one), allowLocal: true }, issuer()).then(
      (identity) => identity === undefined,
      () => true,
    )

  /** Every way in which a URL may be requested; `false` means that it was not refused, or a valid sign-in failed. */
  const WAYS: Readonly<Record<string, (one: Target) => Promise<boolean>>> = {
    metadata: (one) => isRefused(createSsoSetup(resolving(one)).fetchText(one.url)),
    discovery: (one) => isRefused(exchange(resolving(one), one.url)),
    'setup by discovery': (one) => isRefused(createSsoSetup(resolving(one)).fetchText(one.url + PATH)),
    'keys of a document': async (one) => {
      if (isOfThisMachine(one)) return true
      keysAt = one.url
      const isFine = await hasNoIdentity(one)
      keysAt = undefined
      return isFine
    },
    'user info of a document, for a token with an email': async (one) => {
      if (isOfThisMachine(one)) return true
      target = one.url
      const identity = await exchange({ ...resolving(one), allowLocal: true }, issuer())
      return identity?.email === EMAIL
    },
    'token endpoint of a document': async (one) => {
      if (isOfThisMachine(one)) return true
      tokenEndpoint = one.url
      const isFine = await hasNoIdentity(one)
      tokenEndpoint = undefined
      return isFine
    },
    'user info of a document, asked for the email': async (one) => {
      if (isOfThisMachine(one)) return true
      target = one.url
      email = undefined
      const isFine = await hasNoIdentity(one)
      email = EMAIL
      return isFine
    },
    'redirected metadata': (one) => {
      target = one.url
      return moved(() => createSsoSetup({ ...resolving(one), allowLocal: true }).fetchText(issuer()))
    },
    'redirected discovery': (one) => {
      target = one.url
      return moved(() => exchange({ ...resolving(one), allowLocal: true }, issuer()))
    },
    webhook: async (one) => {
      const sender = createWebhookSender({ clock, ...resolving(one) })
      const request = { id: 'm', url: one.url, body: '{}', secrets: [] }
      return (await sender.send(request)).error !== null
    },
  }

  const isRefused = (work: Promise<unknown>) =>
    work.then(
      () => false,
      () => true,
    )
  const moved = async (work: () => Promise<unknown>) => {
    isMoved = true
    const result = await isRefused(work())
    isMoved = false
    return result
  }

  it('never reach the network of the server, however they are written or reached', async () => {
    const { tried } = connections
    await isRefused(createSsoSetup().fetchText('https://8.8.8.8:8443'))
    assert.deepEqual(tried.splice(0), ['8.8.8.8:8443'], 'a connection outside is seen')
    const wrong: string[] = []
    for (const [way, request] of Object.entries(WAYS)) {
      for (const one of TARGETS) {
        const isFine = await request(one)
        if (!isFine || tried.length > 0) wrong.push(`${way}: ${one.url} ${one.numbers} ${tried.splice(0)}`)
      }
    }
    report({
      row: 42,
      wanted: '150 targets inside by metadata, discovery, key, redirect and webhook URLs: 0 connections',
      reached: `${TARGETS.length} targets by ${Object.keys(WAYS).length} ways: ${wrong.length} accepted or connected to`,
      ok: wrong.length === 0 && TARGETS.length >= 150,
    })
    assert.deepEqual(wrong, [])
  })
})
