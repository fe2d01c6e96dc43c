import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { login } from '../../contract/login.ts'
import { createFrontEntryServer } from '../front-entry-server.ts'
import { createJar, type Jar, OTHER_PASSWORD, optionsFor, PASSWORD } from '../harness.test-kit.ts'
import { sessionCookieName } from '../session-cookie.ts'
import { CLIENT, createStubApi, type StubApi } from '../stub-api.test-kit.ts'
import type { AdapterHost } from './adapters.suite.ts'
import { openExpress } from './hosts.test-kit.ts'

/** Origin of the app for users, whichever instance serves them. */
const APP = 'http://app.example.test'
const SESSION = sessionCookieName(CLIENT)
const TOKEN_LIFE_MS = 300_000

const time = { now: Date.now() }
let api: StubApi
let opened: AdapterHost[] = []

const openInstance = async (encryptionPassword: string | readonly string[]): Promise<AdapterHost> => {
  const options = optionsFor(api, { appUrl: APP, encryptionPassword, now: () => time.now })
  const host = await openExpress(() => createFrontEntryServer(options))
  opened.push(host)
  return host
}

before(async () => {
  api = await createStubApi({ now: () => time.now })
})
after(async () => {
  await Promise.all(opened.map((host) => host.close()))
  opened = []
})

/** Sends one request of a browser whose cookies are in `jar`. */
const visit = async ({ origin }: AdapterHost, path: string, jar: Jar, init: RequestInit = {}): Promise<string> => {
  const headers = { accept: 'text/html', cookie: jar.header(), origin: APP, ...init.headers }
  const response = await fetch(origin + path, { redirect: 'manual', ...init, headers })
  jar.take(response)
  return response.status === 200 ? response.text() : String(response.status)
}

const signIn = async (host: AdapterHost): Promise<Jar> => {
  const jar = createJar()
  const body = JSON.stringify({ email: 'ada@acme.test', password: 'x' })
  const headers = { 'content-type': 'application/json' }
  await visit(host, `/api/frontegg${login.login.path}`, jar, { method: 'POST', headers, body })
  return jar
}

const sealedOf = (jar: Jar) => jar.cookies().find(([name]) => name.startsWith(SESSION))?.[1]

test('two Express instances with one key share a session, its renewal and its end', async () => {
  const [first, second] = [await openInstance(PASSWORD), await openInstance(PASSWORD)]
  const jar = await signIn(first)
  assert.equal(await visit(first, '/private', jar), 'Figures of ada@acme.test')
  const sealed = sealedOf(jar)
  assert.equal(await visit(second, '/private', jar), 'Figures of ada@acme.test')
  assert.equal(sealedOf(jar), sealed, 'the second instance read what the first one sealed')
  time.now += TOKEN_LIFE_MS + 1_000
  assert.equal(await visit(second, '/private', jar), 'Figures of ada@acme.test')
  assert.notEqual(sealedOf(jar), sealed, 'the ended token was renewed')
  assert.equal(await visit(first, '/', jar), 'ada@acme.test')
  assert.equal(await visit(first, '/account/logout', jar, { method: 'POST' }), '303')
  assert.deepEqual(jar.names(), [])
  assert.equal(await visit(second, '/', jar), 'No one')
})

test('a rotation of the key, instance by instance, signs no user out', async () => {
  const old = await openInstance(PASSWORD)
  const jar = await signIn(old)
  assert.equal(await visit(old, '/', jar), 'ada@acme.test')
  const refreshes = api.refreshesOf['ada@acme.test']
  const both = await openInstance([PASSWORD, OTHER_PASSWORD])
  assert.equal(await visit(both, '/', jar), 'ada@acme.test')
  const turned = await openInstance([OTHER_PASSWORD, PASSWORD])
  assert.equal(await visit(turned, '/', jar), 'ada@acme.test')
  assert.equal(
    await visit(both, '/', jar),
    'ada@acme.test',
    'an instance that still seals with the old key reads the new one',
  )
  const onlyNew = await openInstance(OTHER_PASSWORD)
  assert.equal(await visit(turned, '/', jar), 'ada@acme.test')
  assert.equal(await visit(onlyNew, '/', jar), 'ada@acme.test')
  assert.equal(api.refreshesOf['ada@acme.test'], refreshes, 'every instance read the sealed session')
})

test('a session that has ended at the API is a redirect to the sign-in page, on every instance', async () => {
  const [first, second] = [await openInstance(PASSWORD), await openInstance(PASSWORD)]
  const jar = await signIn(first)
  assert.equal(await visit(first, '/private', jar), 'Figures of ada@acme.test')
  for (const session of api.sessions.values()) session.ended = true
  time.now += TOKEN_LIFE_MS + 1_000
  for (const host of [first, second]) assert.match(await visit(host, '/private', jar), /^30[237]$/)
  assert.equal(sealedOf(jar), undefined)
})
