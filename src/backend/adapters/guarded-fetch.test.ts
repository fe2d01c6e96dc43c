import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { isInnerIp } from '../call/inner-host.ts'
import { createGuardedFetch, guardedNumbers, InnerIpError } from './guarded-fetch.ts'
import { hostOf, INNER, WRITTEN } from './inner-urls.test-kit.ts'
import { createOidcClient } from './oidc.ts'

const OUTER = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:800::200e']

describe('URLs that a user typed in', () => {
  let reached = 0
  const server = createServer((request, response) => {
    reached += 1
    if (request.url === '/elsewhere') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/endless') response.writeHead(503).flushHeaders()
    else if (request.url === '/large') response.end('x'.repeat(2_000_000))
    else response.end(`${request.method} ${request.headers.host}`)
  })
  let port = 0
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  after(() => server.close())

  const refuses = (url: string, resolve?: string[]) =>
    assert.rejects(
      createGuardedFetch(
        resolve && {
          resolve: async () => resolve.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        },
      )(url),
      InnerIpError,
      `${url} ${resolve}`,
    )

  it('are distinguished by their IP addresses', () => {
    assert.deepEqual(
      INNER.filter((address) => !isInnerIp(address)),
      [],
    )
    assert.deepEqual(OUTER.filter(isInnerIp), [])
    assert.ok(isInnerIp('no number'))
  })

  it('never reach the internal network, however they are written and whatever a name resolves to', async () => {
    for (const address of INNER) {
      await refuses(`https://${hostOf(address)}:${port}/`)
      await refuses('https://inner.example/', [address])
      await refuses('https://half-inner.example/', ['8.8.8.8', address])
    }
    for (const host of WRITTEN) await refuses(`https://${host}:${port}/`)
    for (const url of [
      `http://localhost:${port}/`,
      `https://localhost:${port}/`,
      'http://8.8.8.8/',
      'https://u:p@8.8.8.8/',
    ])
      await refuses(url)
    await refuses('https://missing.example/', [])
    assert.equal(reached, 0)
  })

  it('are connected to at the IP address that was checked, even if the name later resolves to another one', async () => {
    const responses = ['8.8.8.8', '127.0.0.1']
    const resolve = async () => [{ address: responses.shift() ?? '127.0.0.1', family: 4 }]
    const init = { signal: AbortSignal.timeout(300) }
    await assert.rejects(createGuardedFetch({ resolve })(`https://rebinding.example:${port}/`, init))
    assert.deepEqual([responses.length, reached], [1, 0])
  })

  it('are reached at another IP address if the first accepts no connection, because IPv6 may not work', async () => {
    const resolve = async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const response = await createGuardedFetch({ allowLocal: true, resolve })(`http://dual.localhost:${port}/`)
    assert.equal(await response.text(), `GET dual.localhost:${port}`)
  })

  it('are tried at a few IP addresses of both families, however many a name has', async () => {
    const numbers = (count: number, family: number) =>
      Array.from({ length: count }, (_, at) => ({
        address: family === 6 ? `2001:4860::${at + 1}` : `8.8.8.${at}`,
        family,
      }))
    const tried = async (found: { address: string; family: number }[]) =>
      (await guardedNumbers(new URL('https://many.example/'), { resolve: async () => found })).map(
        ({ address }) => address,
      )
    assert.deepEqual(await tried([...numbers(50, 6), ...numbers(50, 4)]), [
      '2001:4860::1',
      '8.8.8.0',
      '2001:4860::2',
      '8.8.8.1',
    ])
    assert.deepEqual(await tried([...numbers(1, 4), ...numbers(1, 6)]), ['8.8.8.0', '2001:4860::1'])
    assert.equal((await tried(numbers(250, 4))).length, 4)
    await refuses('https://many.example/', [...numbers(50, 4).map(({ address }) => address), '10.0.0.1'])
    const local = createGuardedFetch({
      allowLocal: true,
      resolve: async () => Array.from({ length: 50 }, (_, at) => ({ address: `127.1.0.${at + 1}`, family: 4 })),
    })
    await assert.rejects(local(`http://localhost:${port}/`), ({ errors }: AggregateError) => errors.length === 4)
  })

  it('reach this machine only if the settings allow it, and redirects can’t go further', async () => {
    const local = createGuardedFetch({ allowLocal: true })
    const response = await local(`http://localhost:${port}/`, { method: 'POST', body: 'x' })
    assert.equal(await response.text(), `POST localhost:${port}`)
    const moved = await local(`http://localhost:${port}/elsewhere`)
    assert.deepEqual([moved.status, moved.headers.get('location')], [302, 'http://169.254.169.254/'])
    await assert.rejects(local(`http://localhost:${port}/large`), /too large/)
    await assert.rejects(local('https://192.168.0.1/'), InnerIpError)
    await assert.rejects(local('http://intern.example/'), InnerIpError)
  })

  it('count as reached once headers have arrived, even if the time limit passes before the body', async () => {
    const limit = new AbortController()
    const end = () => setImmediate(() => limit.abort())
    subscribe('http.client.response.finish', end)
    const local = createGuardedFetch({ allowLocal: true, startOnly: { bytes: 10, ms: 60_000 } })
    const response = await local(`http://localhost:${port}/endless`, { signal: limit.signal })
    unsubscribe('http.client.response.finish', end)
    assert.deepEqual([response.status, limit.signal.aborted], [503, true])
  })

  it('are given up if the time limit passes before their name is resolved', async () => {
    const limit = new AbortController()
    const resolve = () => {
      limit.abort()
      return new Promise<never>(() => undefined)
    }
    for (const signal of [limit.signal, AbortSignal.abort()])
      await assert.rejects(createGuardedFetch({ resolve })('https://slow.example/', { signal }), { name: 'AbortError' })
  })

  it('of a tenant’s OpenID provider are checked before any request is sent there', async () => {
    const before = reached
    const oidc = createOidcClient({ now: () => 0 })
    const issuers = [
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      'https://169.254.169.254',
      'https://[fd00::1]',
    ]
    for (const issuer of issuers) {
      const provider = { issuer, clientId: 'c', clientSecret: 's' }
      await assert.rejects(oidc.authorizationUrl(provider, { state: 's', scope: 'openid' }), issuer)
    }
    assert.equal(reached, before)
  })
})
