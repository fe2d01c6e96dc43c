import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { Hono } from 'hono'
import { portal } from '../contract/portal.ts'
import { honoSession } from './adapters/hono.ts'
import { sendResponse, toRequest } from './adapters/node-http.ts'
import type { FrontEntryServer } from './front-entry-server.ts'
import { APP, createHarness } from './harness.test-kit.ts'

const PATH = `/api/frontegg${portal.getFeatureFlags.path}`

/** An API that responds with these headers, and records the headers it receives. */
const behind = async (headers: Record<string, string>, body = '{}') => {
  const sent: Headers[] = []
  const { server } = await createHarness({
    fetch: async (_url, init) => {
      sent.push(new Headers(init?.headers))
      return new Response(body, { headers: { 'content-type': 'application/json', ...headers } })
    },
  })
  return { server, sent }
}

const viaProxy = async (headers: Record<string, string>, path = PATH): Promise<Response> => {
  const { server } = await behind(headers)
  const response = await server.handle(new Request(APP + path))
  assert.ok(response)
  return response
}

describe('Security headers of proxied responses', () => {
  it('are those of the API', async () => {
    const own = {
      'content-security-policy': "default-src 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    }
    const { headers } = await viaProxy(own)
    for (const [name, value] of Object.entries(own)) assert.equal(headers.get(name), value)
  })

  it('are added where the API sends none, and to refusals', async () => {
    for (const path of [PATH, '/api/frontegg/..%2f..%2fsecret']) {
      const { headers } = await viaProxy({}, path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('x-frame-options'), 'DENY', path)
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'", path)
    }
  })

  it('forbid framing of a page but allow its scripts', async () => {
    const { headers } = await viaProxy({ 'content-type': 'text/html; charset=utf-8' })
    assert.equal(headers.get('content-security-policy'), "frame-ancestors 'none'")
  })

  it('don’t include headers that identify the software', async () => {
    const { headers } = await viaProxy({ 'x-powered-by': 'Express', server: 'nginx/1.2', via: '1.1 inner' })
    for (const name of ['x-powered-by', 'server', 'via']) assert.equal(headers.get(name), null)
  })
})

const callNode = async (server: FrontEntryServer, headers: Record<string, string>): Promise<void> => {
  const http = createServer(async (request, response) => {
    const own = await server.handle(toRequest(request, APP))
    if (own) await sendResponse(own, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  await (await fetch(`http://localhost:${port}${PATH}`, { headers })).text()
  await new Promise((resolve) => http.close(resolve))
}

const callHono = async (server: FrontEntryServer, headers: Record<string, string>): Promise<void> => {
  const app = new Hono()
  app.use(honoSession(server))
  await app.fetch(new Request(APP + PATH, { headers }), { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
}

describe('The client’s IP address through the proxy', () => {
  for (const [name, call] of Object.entries({ 'a Node host': callNode, 'a Hono host': callHono })) {
    it(`is last in X-Forwarded-For on ${name}, after any value of the client`, async () => {
      const { server, sent } = await behind({})
      await call(server, {})
      await call(server, { 'x-forwarded-for': '6.6.6.6' })
      assert.deepEqual(
        sent.map((headers) => headers.get('x-forwarded-for')),
        ['127.0.0.1', '6.6.6.6, 127.0.0.1'],
      )
    })

    it(`is after those in the Forwarded header on ${name}, if a proxy in front writes that one`, async () => {
      const { server, sent } = await behind({})
      const forwarded = 'for="[2001:db8::9]:80";proto=https, for=_hidden, for=203.0.113.9'
      await call(server, { forwarded })
      await call(server, { forwarded, 'x-forwarded-for': '6.6.6.6' })
      await call(server, { forwarded: 'for="[fe80::1%eth0]:_a-1", for="a, 6.6.6.6"', 'x-forwarded-for': ' , ' })
      assert.deepEqual(
        sent.map((headers) => headers.get('x-forwarded-for')),
        [
          '[2001:db8::9]:80, _hidden, 203.0.113.9, 127.0.0.1',
          '6.6.6.6, 127.0.0.1',
          '[fe80::1%eth0]:_a-1, unknown, 127.0.0.1',
        ],
      )
    })
  }
})
