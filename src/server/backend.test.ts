import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createMemoryStore } from '../backend/store/memory.ts'
import { API, APP, type Kit, openKit } from '../backend/suites/kit.test-kit.ts'
import { createFrontEntryServer } from './front-entry-server.ts'
import { createJar, type Jar, PASSWORD } from './harness.test-kit.ts'
import type { ServerOptions } from './options.ts'

describe('The server side against the reference backend', () => {
  let kit: Kit
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
  })
  beforeEach(() => kit.reset())
  after(() => kit.close())

  const open = (extra: Partial<ServerOptions> = {}) =>
    createFrontEntryServer({
      appUrl: APP,
      baseUrl: API,
      clientId: kit.config.clientId,
      encryptionPassword: PASSWORD,
      fetch: (input, init) => kit.backend(new Request(input, init)),
      console: { error() {}, warn() {}, info() {}, debug() {} },
      now: () => kit.time.now,
      ...extra,
    })

  const ask = (path: string, jar: Jar, init: RequestInit = {}) =>
    new Request(APP + path, { ...init, headers: { accept: 'text/html', cookie: jar.header(), ...init.headers } })

  const jarOf = async (email: string): Promise<Jar> => {
    const [name = '', value = ''] = (await kit.signIn(email)).cookie.split('=')
    return createJar([[name, value]])
  }

  test('adopts the refresh cookie of the login box, renews it, and signs out at the API', async () => {
    const server = open()
    const jar = await jarOf('ada@acme.test')
    const first = await server.resolve(ask('/', jar))
    jar.takeAll(first.setCookies)
    assert.equal(first.session?.user.email, 'ada@acme.test')
    assert.equal(first.session?.user.tenantId, 'acme')
    assert.equal((await server.getSession(ask('/', jar)))?.user.sub, 'ada')
    kit.time.now += 301_000
    assert.equal(await server.getSession(ask('/', jar)), undefined, 'the token has ended')
    const second = await server.resolve(ask('/', jar))
    jar.takeAll(second.setCookies)
    assert.ok(second.session && second.session.expiresAt > (first.session?.expiresAt ?? 0))
    const data = await server.loadUser(second.session)
    assert.equal(data?.user.email, 'ada@acme.test')
    assert.equal(data?.activeTenant.tenantId, 'acme')
    const origin = { origin: APP }
    const out = await server.handle(ask('/account/logout', jar, { method: 'POST', headers: origin }))
    assert.equal(out?.status, 303)
    assert.equal((await kit.refresh(jar.header() || 'none=1')).status, 401)
    const sessions = await kit.store.sessions.list({ userId: 'ada' })
    assert.ok(sessions.length === 1 && sessions[0]?.revokedAt !== null)
  })

  const begin = async (server: ReturnType<typeof open>, email: string, jar: Jar) => {
    const begun = await server.handle(ask('/account/login?redirectUrl=%2Freports', jar))
    jar.take(begun ?? new Response())
    const atProvider = await jarOf(email)
    const address = new URL(begun?.headers.get('location') ?? '')
    const authorized = await kit.backend(new Request(address, { headers: { cookie: atProvider.header() } }))
    assert.equal(authorized.status, 302, await authorized.clone().text())
    return new URL(authorized.headers.get('location') ?? '')
  }

  const signInHosted = async (server: ReturnType<typeof open>, email: string) => {
    const jar = createJar()
    const back = await begin(server, email, jar)
    const ended = await server.handle(ask(back.pathname + back.search, jar))
    jar.take(ended ?? new Response())
    return { jar, ended, back }
  }

  test('signs in by the code flow, renews by the refresh token, and refuses the code a second time', async () => {
    const server = open({ hostedLoginBox: true })
    const { jar, ended, back } = await signInHosted(server, 'max@multi.test')
    assert.equal(ended?.status, 303)
    assert.equal(ended?.headers.get('location'), `${APP}/reports`)
    const session = await server.getSession(ask('/', jar))
    assert.equal(session?.user.email, 'max@multi.test')
    const again = await server.handle(ask(back.pathname + back.search, jar))
    assert.deepEqual([again?.status, again?.headers.getSetCookie()], [303, []])
    assert.equal((await server.handle(ask(back.pathname + back.search, createJar())))?.status, 400)
    kit.time.now += 301_000
    const renewed = await server.resolve(ask('/', jar))
    jar.takeAll(renewed.setCookies)
    assert.equal(renewed.session?.user.email, 'max@multi.test')
    assert.notEqual(renewed.session?.refreshToken, session?.refreshToken)
    assert.equal((await server.getSession(ask('/', jar)))?.user.email, 'max@multi.test')
  })

  test('the callback of another sign-in that was lost doesn’t continue as the user who was signed in before', async () => {
    const server = open({ hostedLoginBox: true })
    const { jar, back } = await signInHosted(server, 'max@multi.test')
    const elsewhere = createJar()
    const lost = await begin(server, 'ada@acme.test', elsewhere)
    const load = async ({ pathname, search }: URL) => (await server.handle(ask(pathname + search, jar)))?.status
    assert.equal(await load(lost), 400)
    assert.equal(await load(back), 303)
    assert.equal((await server.getSession(ask('/', jar)))?.user.email, 'max@multi.test')
  })

  test('a session that was revoked at the API ends here with its token', async () => {
    const server = open({ hostedLoginBox: true })
    const { jar } = await signInHosted(server, 'ada@acme.test')
    await kit.store.sessions.update({ userId: 'ada' }, { revokedAt: kit.time.now })
    await kit.store.oauthGrants.update({}, { revokedAt: kit.time.now })
    kit.time.now += 301_000
    const { session, setCookies } = await server.resolve(ask('/', jar))
    assert.equal(session, undefined)
    jar.takeAll(setCookies)
    const kept = jar.names().filter((name) => !name.endsWith('.finished'))
    assert.deepEqual(kept, [])
  })
})
