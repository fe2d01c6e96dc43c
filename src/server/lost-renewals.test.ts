import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login } from '../contract/login.ts'
import { session } from '../contract/session.ts'
import { APP, createHarness, createJar, type Harness, type Jar } from './harness.test-kit.ts'
import { REFRESH_COOKIE } from './stub-api.test-kit.ts'

/** Longer than the API gives a used refresh token the same successor again. */
const GRACE_MS = 60_000

/** Permissions that make a token too large for cookies. */
const LARGE = Array.from({ length: 1_000 }, (_, at) => `fe.secure.read.${at}`)

const visit = async ({ server, request }: Harness, jar: Jar) => {
  const resolved = await server.resolve(request('/', jar))
  jar.takeAll(resolved.setCookies)
  return resolved.session
}

const refreshCookieOf = (jar: Jar) => new Map(jar.cookies()).get(REFRESH_COOKIE) ?? ''

test('an embedded session outlives a renewal whose key set was unavailable', async () => {
  const harness = await createHarness()
  const jar = harness.signedIn('ada@acme.test')
  assert.ok(await visit(harness, jar))
  await harness.api.rotateKeys('only the new one')
  harness.api.faults.keySet = true
  harness.time.now += 301_000
  assert.equal(await visit(harness, jar), undefined)
  assert.match(refreshCookieOf(jar), /\.2\.mac$/)
  harness.api.faults.keySet = false
  harness.time.now += GRACE_MS
  assert.ok(await visit(harness, jar))
})

test('an embedded session whose tokens outgrow the cookies stays signed in at the API', async () => {
  const harness = await createHarness()
  const jar = harness.signedIn('ada@acme.test')
  assert.ok(await visit(harness, jar))
  harness.api.claims.permissions = LARGE
  for (const generation of [2, 3]) {
    harness.time.now += 301_000
    assert.equal(await visit(harness, jar), undefined)
    assert.ok(refreshCookieOf(jar).endsWith(`.${generation}.mac`))
  }
  harness.api.claims.permissions = []
  harness.time.now += 301_000
  assert.ok(await visit(harness, jar))
})

test('a hosted session outlives a renewal whose key set was unavailable', async () => {
  const harness = await createHarness({ hostedLoginBox: true })
  const jar = createJar()
  const open = async (path: string) =>
    jar.take((await harness.server.handle(harness.request(path, jar))) ?? assert.fail())
  const begun = await open('/account/login')
  const back = new URL(harness.api.authorize(new URL(begun.headers.get('location') ?? ''), 'ada@acme.test'))
  await open(back.pathname + back.search)
  assert.ok(await visit(harness, jar))
  await harness.api.rotateKeys('only the new one')
  harness.api.faults.keySet = true
  harness.time.now += 301_000
  assert.equal(await visit(harness, jar), undefined)
  harness.api.faults.keySet = false
  harness.time.now += GRACE_MS
  assert.equal((await visit(harness, jar))?.user.email, 'ada@acme.test')
})

test('a renewal through the proxy that the cookies have no room for keeps the new refresh token', async () => {
  const harness = await createHarness()
  const jar = harness.signedIn('ada@acme.test')
  harness.api.claims.permissions = LARGE
  const path = `/api/frontegg${session.refreshSession.path}`
  const headers = { origin: APP, 'content-type': 'application/json' }
  const response = await harness.server.handle(harness.request(path, jar, { method: 'POST', body: '{}', headers }))
  assert.equal(response?.status, 502)
  jar.take(response)
  assert.match(refreshCookieOf(jar), /\.1\.mac$/)
})

test('a hosted sign-in that the cookies have no room for ends with a page that doesn’t blame the browser', async () => {
  const harness = await createHarness({ hostedLoginBox: true })
  const jar = createJar()
  const open = async (path: string) =>
    jar.take((await harness.server.handle(harness.request(path, jar))) ?? assert.fail())
  const begun = await open('/account/login')
  harness.api.claims.permissions = LARGE
  const back = new URL(harness.api.authorize(new URL(begun.headers.get('location') ?? ''), 'ada@acme.test'))
  const response = await open(back.pathname + back.search)
  assert.equal(response.status, 502)
  const page = await response.text()
  assert.match(page, /We couldn’t finish the sign-in\. Try again in a few minutes\./)
  assert.doesNotMatch(page, /another browser/)
})

test('a hosted sign-in whose code was used or has expired ends with a page that shows the reason', async () => {
  const harness = await createHarness({ hostedLoginBox: true })
  const jar = createJar()
  const open = async (path: string) =>
    jar.take((await harness.server.handle(harness.request(path, jar))) ?? assert.fail())
  const begun = await open('/account/login')
  const back = new URL(harness.api.authorize(new URL(begun.headers.get('location') ?? ''), 'ada@acme.test'))
  back.searchParams.set('code', 'code-of-yesterday')
  const response = await open(back.pathname + back.search)
  assert.equal(response.status, 400)
  assert.match(await response.text(), /has expired, or was already used\./)
})

test('a password sign-in through the proxy that the cookies have no room for sets no refresh cookie', async () => {
  const harness = await createHarness()
  const jar = createJar()
  harness.api.claims.permissions = LARGE
  const path = `/api/frontegg${login.login.path}`
  const headers = { origin: APP, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@acme.test', password: 'secret' })
  const response = await harness.server.handle(harness.request(path, jar, { method: 'POST', body, headers }))
  assert.equal(response?.status, 502)
  jar.take(response)
  assert.equal(refreshCookieOf(jar), '')
})

for (const moment of ['sign-in', 'renewal'] as const)
  test(`a hosted ${moment} that the cookies have no room for leaves no session at the API`, async () => {
    const harness = await createHarness({ hostedLoginBox: true })
    const jar = createJar()
    const open = async (path: string) =>
      jar.take((await harness.server.handle(harness.request(path, jar))) ?? assert.fail())
    const begun = await open('/account/login')
    if (moment === 'sign-in') harness.api.claims.permissions = LARGE
    const back = new URL(harness.api.authorize(new URL(begun.headers.get('location') ?? ''), 'ada@acme.test'))
    await open(back.pathname + back.search)
    const isEnded = () => [...harness.api.sessions.values()].map(({ ended }) => ended)
    assert.deepEqual(isEnded(), [moment === 'sign-in'])
    harness.api.claims.permissions = LARGE
    harness.time.now += 301_000
    assert.equal(await visit(harness, jar), undefined)
    assert.deepEqual(isEnded(), [true])
  })
