import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { report } from '../../backend/prove/report.test-kit.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { openExpress, openHono, openNextApp, openNextPages, openStandard } from '../adapters/hosts.test-kit.ts'
import { createFrontEntryServer } from '../front-entry-server.ts'
import { createHarness, createJar, optionsFor } from '../harness.test-kit.ts'
import type { ServerOptions } from '../options.ts'
import { sessionCookieName } from '../session-cookie.ts'
import { CLIENT, createStubApi, REFRESH_COOKIE } from '../stub-api.test-kit.ts'

const HOSTS = { openStandard, openExpress, openHono, openNextApp, openNextPages }

const PRIVATE = [
  '/private',
  '/Private',
  '/PRIVATE',
  '/private/',
  '/private.rsc',
  '/private.json',
  '/private;a=1',
  '/private%00',
]
const BEFORE = [
  '',
  '/',
  '//',
  '/.',
  '/%2e',
  '/x/..',
  '/x/%2e%2e',
  '/%2f',
  '/%5c',
  '\\',
  '/_next/data/build',
  '/account/login/..',
  '/api/frontegg/..',
  '/oauth/callback/..',
]
const AFTER = [
  '',
  '?x=/account/login',
  '%2f',
  '/..%2fprivate',
  '/.',
  '/%2e',
  '#/account/login',
  '?_rsc=1',
  '/favicon.ico',
]

/** Returns spellings of one path that routers and proxies read differently. */
const pathForms = () =>
  BEFORE.flatMap((before) => PRIVATE.flatMap((path) => AFTER.map((after) => before + path + after)))

const SPOOFED: Record<string, string> = {
  'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
  'x-middleware-next': '1',
  'x-invoke-path': '/account/login',
  'x-middleware-rewrite': '/account/login',
  'x-rewrite-url': '/account/login',
  'x-original-url': '/account/login',
  'x-forwarded-uri': '/account/login',
  'x-forwarded-host': 'evil.test',
  'x-http-method-override': 'GET',
  'x-front-entry': '1',
  'x-frontegg-middleware': 'true',
  'x-front-entry-session': 'ada',
  authorization: 'Bearer x',
  'next-router-prefetch': '1',
  rsc: '1',
  purpose: 'prefetch',
}

/** Sends paths unchanged; `fetch` normalizes them. */
const raw = (origin: string, path: string, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    const sent = httpRequest({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(text))
    })
    sent.on('error', () => resolve(''))
    sent.end()
  })

const isSendable = (path: string) => path.startsWith('/') && !/[\s\\]/.test(path)

test('no spelling of a path and no header opens what needs a session', async () => {
  let protectedBodies = 0
  let requests = 0
  const forms = pathForms().filter(isSendable)
  const step = Math.max(1, Math.floor(forms.length / 320))
  for (const openHost of Object.values(HOSTS)) {
    const api = await createStubApi({ now: Date.now })
    const host = await openHost((appUrl) => createFrontEntryServer(optionsFor(api, { appUrl })))
    for (let at = 0; at < forms.length; at += step) {
      requests += 1
      if ((await raw(host.origin, forms[at] ?? '/', {})).includes('Figures')) protectedBodies += 1
    }
    for (const [name, value] of Object.entries(SPOOFED)) {
      requests += 1
      if ((await raw(host.origin, '/private', { [name]: value })).includes('Figures')) protectedBodies += 1
    }
    await host.close()
  }
  const reached = `${Math.ceil(forms.length / step)} forms and ${Object.keys(SPOOFED).length} headers at ${Object.keys(HOSTS).length} adapters, ${requests} requests, ${protectedBodies} protected bodies`
  report({
    row: 37,
    wanted: '300 path forms and spoofed internal headers: 0 protected bodies',
    reached,
    ok: protectedBodies === 0 && forms.length >= 300,
  })
  assert.equal(protectedBodies, 0)
})

const WRONG: Record<string, Partial<ServerOptions>> = {
  'a fetch that throws': { fetch: () => Promise.reject(new Error('down')) },
  'a fetch that throws at once': {
    fetch: () => {
      throw new Error('down')
    },
  },
  'a fetch that responds with 500': { fetch: async () => new Response('', { status: 500 }) },
  'a fetch that responds with a page': { fetch: async () => new Response('<html>') },
  'a fetch that responds with nothing': { fetch: async () => new Response(null, { status: 204 }) },
  'keys that are no keys': { fetch: async () => Response.json({ keys: 'x' }) },
  'keys of prototypes': { fetch: async () => Response.json({ keys: [{ kid: 'key-1', kty: '__proto__' }] }) },
  'another issuer': { issuer: 'https://other.test' },
  'no issuer': { issuer: [] },
  'a wrong public key': { jwtPublicKey: { kty: 'EC' } },
  'a symmetric public key': { jwtPublicKey: { kty: 'oct', k: 'AAAA' } },
  'a clock that is broken': { now: () => Number.NaN },
  'another client': { clientId: '00000000-6d1e-4c8a-9b37-0e4f2d6a1c58' },
}

test('no user is signed in because of wrong keys, wrong settings or a faulty API', async () => {
  let signedIn = 0
  const log: unknown[] = []
  for (const [name, wrong] of Object.entries(WRONG)) {
    for (const hostedLoginBox of [true, false]) {
      const harness = await createHarness({ hostedLoginBox: false })
      const jar = harness.signedIn('ada@acme.test')
      jar.takeAll((await harness.server.resolve(harness.request('/', jar))).setCookies)
      assert.ok(await harness.server.getSession(harness.request('/', jar)))
      const server = harness.open({ hostedLoginBox, ...wrong })
      const own = sessionCookieName(CLIENT)
      const only = createJar(jar.cookies().filter(([cookie]) => cookie === own || cookie === REFRESH_COOKIE))
      const response = await server.withSession(async () => new Response('Figures'))(harness.request('/private', only))
      if ((await response.text()).includes('Figures')) {
        signedIn += 1
        log.push(name)
      }
    }
  }
  const reached = `${Object.keys(WRONG).length * 2} faults, ${signedIn} signed-in responses`
  report({
    row: 37,
    wanted: 'key set down, bad settings, exceptions: 0 signed-in responses',
    reached,
    ok: signedIn === 0,
  })
  assert.deepEqual(log, [])
})

const FOREIGN: readonly RequestInit[] = [
  {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' },
    body: 'a=1',
  },
  {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://evil.test' },
    body: '--x--',
  },
  { method: 'POST', headers: { 'content-type': 'text/plain', origin: 'https://evil.test' }, body: '{}' },
  { method: 'POST', headers: { 'content-type': 'text/plain', origin: 'null' }, body: '{}' },
  {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://app.example.test.evil.test' },
    body: '{}',
  },
  { method: 'POST', headers: { 'content-type': 'application/json', origin: 'http://app.example.test' }, body: '{}' },
  { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: 'a=1' },
  { method: 'POST', headers: { 'sec-fetch-site': 'same-site' }, body: 'a=1' },
  { method: 'POST', headers: { referer: 'https://app.example.test/' }, body: 'a=1' },
  { method: 'POST', body: 'a=1' },
  { method: 'PUT', headers: { origin: 'https://evil.test' } },
  { method: 'DELETE', headers: { origin: 'https://evil.test' } },
  { method: 'PATCH', headers: { origin: 'https://evil.test' } },
  { method: 'GET', headers: { origin: 'https://evil.test' } },
  { method: 'GET', headers: { 'sec-fetch-dest': 'image' } },
]

test('a form of a page that hides its origin is recognized by the fetch metadata', async () => {
  const harness = await createHarness()
  for (const [site, status] of [
    ['same-origin', 303],
    ['same-site', 403],
    ['cross-site', 403],
    ['none', 403],
    ['', 403],
  ] as const) {
    const jar = harness.signedIn('ada@acme.test')
    const headers = { origin: 'null', ...(site && { 'sec-fetch-site': site }), 'x-front-entry': '1' }
    const response = await harness.server.handle(harness.request('/account/logout', jar, { method: 'POST', headers }))
    assert.equal(response?.status, status, site)
  }
})

test('no other page changes anything: not by form, by text, by image', async () => {
  let changes = 0
  const targets = [
    '/private',
    '/account/logout',
    `/api${API_PREFIX}${session.logout.path}`,
    `/api${API_PREFIX}${session.refreshSession.path}`,
  ]
  for (const target of targets) {
    for (const init of FOREIGN) {
      const harness = await createHarness()
      const jar = harness.signedIn('ada@acme.test')
      jar.takeAll((await harness.server.resolve(harness.request('/', jar))).setCookies)
      harness.api.refreshesOf['ada@acme.test'] = 0
      const handler = harness.server.withSession(async (request) => {
        if (request.method !== 'GET') changes += 1
        return new Response('')
      })
      const request = harness.request(target, jar, init)
      const response = (await harness.server.handle(request)) ?? (await handler(request))
      jar.take(response)
      const isStillIn = await harness.server.getSession(harness.request('/', jar))
      if (!isStillIn || harness.api.refreshesOf['ada@acme.test'] !== 0) changes += 1
    }
  }
  const reached = `${targets.length * FOREIGN.length} requests of other pages, ${changes} changes`
  report({ row: 37, wanted: 'cross-site form, text/plain fetch, GET: 0 changes', reached, ok: changes === 0 })
  assert.equal(changes, 0)
})
