import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { login } from '../../contract/login.ts'
import type { FrontEntryServer } from '../front-entry-server.ts'
import { createJar, type Jar } from '../harness.test-kit.ts'
import { sessionCookieName } from '../session-cookie.ts'
import { CLIENT, createStubApi, REFRESH_COOKIE, type StubApi } from '../stub-api.test-kit.ts'

/**
 * A host that uses one adapter. It serves `/` (the email of the signed-in user, or `No one`), `/private` behind a gate
 * (`Figures of …`; a POST there counts as a change), and the paths of Front Entry.
 */
export interface AdapterHost {
  origin: string
  changes(): number
  close(): Promise<void>
}

export type OpenAdapterHost = (make: (origin: string) => FrontEntryServer) => Promise<AdapterHost>

export type MakeServer = (origin: string, api: StubApi, hosted: boolean) => FrontEntryServer

const SESSION = sessionCookieName(CLIENT)
const FINISHED = `fe_login-${CLIENT.replaceAll('-', '')}.finished`

interface Bench {
  api: StubApi
  host: AdapterHost
  ask(path: string, jar?: Jar, init?: RequestInit): Promise<Response>
}

const html = { accept: 'text/html' }

/** Tests that every adapter must pass; adapters differ only by name. */
export const adapterSuite = (name: string, openHost: OpenAdapterHost, makeServer: MakeServer): void => {
  const withHost = async (hosted: boolean, work: (bench: Bench) => Promise<void>) => {
    const api = await createStubApi({ now: Date.now })
    const host = await openHost((origin) => makeServer(origin, api, hosted))
    const ask: Bench['ask'] = async (path, jar, init = {}) => {
      const headers = new Headers(init.headers)
      if (jar?.header()) headers.set('cookie', jar.header())
      const response = await fetch(host.origin + path, { redirect: 'manual', ...init, headers })
      jar?.take(response)
      return response
    }
    try {
      await work({ api, host, ask })
    } finally {
      await host.close()
    }
  }
  const adopted = (api: StubApi, email = 'ada@acme.test') =>
    createJar([[REFRESH_COOKIE, api.tokenOf(api.start(email))]])

  describe(`${name}, embedded login`, () => {
    test('no user is signed in without cookies, and the gate redirects to the login page and back', () =>
      withHost(false, async ({ ask }) => {
        assert.equal(await (await ask('/')).text(), 'No one')
        const response = await ask('/private?tab=2', undefined, { headers: html })
        assert.ok([302, 303, 307].includes(response.status), `${response.status}`)
        const target = new URL(response.headers.get('location') ?? '', 'http://x')
        assert.equal(target.pathname, '/account/login')
        assert.equal(target.searchParams.get('redirectUrl'), '/private?tab=2')
        assert.match(response.headers.get('cache-control') ?? '', /no-store/)
      }))

    test('the refresh cookie of the login box becomes a session, kept without another refresh', () =>
      withHost(false, async ({ ask, api }) => {
        const jar = adopted(api)
        const first = await ask('/', jar, { headers: html })
        assert.equal(await first.text(), 'ada@acme.test')
        assert.match(first.headers.get('cache-control') ?? '', /private.*no-store/)
        assert.ok(jar.names().includes(SESSION))
        assert.equal(await (await ask('/private', jar, { headers: html })).text(), 'Figures of ada@acme.test')
        assert.equal(await (await ask('/', jar)).text(), 'ada@acme.test')
        assert.equal(api.refreshesOf['ada@acme.test'], 1)
      }))

    test('a sign-in through the proxy signs in here too, and its cookies belong to this host', () =>
      withHost(false, async ({ ask, api, host }) => {
        const jar = createJar()
        const response = await ask(`/api/frontegg${login.login.path}`, jar, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: host.origin },
          body: JSON.stringify({ email: 'mel@acme.test', password: 'x' }),
        })
        assert.equal(response.status, 200)
        assert.ok(response.headers.getSetCookie().every((cookie) => !/domain=|samesite=none|secure/i.test(cookie)))
        assert.equal(await (await ask('/', jar)).text(), 'mel@acme.test')
        assert.equal(api.refreshesOf['mel@acme.test'], undefined)
      }))

    test('a sign-out ends the session here and at the API', () =>
      withHost(false, async ({ ask, api, host }) => {
        const jar = adopted(api)
        await ask('/', jar)
        const before = jar.cookies()
        const response = await ask('/account/logout', jar, { method: 'POST', headers: { origin: host.origin } })
        assert.equal(response.status, 303)
        assert.deepEqual(jar.names(), [])
        assert.ok([...api.sessions.values()].every(({ ended }) => ended))
        assert.equal(await (await ask('/', jar)).text(), 'No one')
        const stale = createJar(before.filter(([cookie]) => cookie === REFRESH_COOKIE))
        assert.equal(await (await ask('/', stale)).text(), 'No one')
      }))

    test('a sign-out at the API is a sign-out here, although the sealed cookie is still there', () =>
      withHost(false, async ({ ask, api }) => {
        const jar = adopted(api)
        await ask('/', jar)
        const left = createJar(jar.cookies().filter(([cookie]) => cookie === SESSION))
        assert.equal(await (await ask('/', left)).text(), 'No one')
        assert.deepEqual(left.names(), [])
      }))

    test('changes from other pages do not happen', () =>
      withHost(false, async ({ ask, api, host }) => {
        const jar = adopted(api)
        await ask('/', jar)
        const form = { 'content-type': 'application/x-www-form-urlencoded' }
        const post = (headers: Record<string, string>, path = '/private') =>
          ask(path, jar, { method: 'POST', headers, body: 'a=1' })
        assert.equal((await post({ ...form, origin: 'https://evil.test' })).status, 403)
        assert.equal((await post({ 'content-type': 'text/plain', origin: 'null' })).status, 403)
        assert.equal((await post(form)).status, 403)
        assert.equal((await post({ ...form, 'sec-fetch-site': 'cross-site' })).status, 403)
        assert.equal((await post({ ...form, origin: 'https://evil.test' }, '/account/logout')).status, 403)
        assert.equal(host.changes(), 0)
        assert.equal((await post({ ...form, origin: host.origin })).status, 200)
        assert.equal(host.changes(), 1)
        assert.equal(await (await ask('/', jar)).text(), 'ada@acme.test')
      }))

    test('programs without a session hear 401, not a page', () =>
      withHost(false, async ({ ask, host }) => {
        const init = {
          method: 'POST',
          headers: { origin: host.origin, 'content-type': 'application/json' },
          body: '{}',
        }
        assert.equal((await ask('/private', undefined, init)).status, 401)
        assert.equal(host.changes(), 0)
      }))
  })

  describe(`${name}, hosted login`, () => {
    const signIn = async ({ ask, api }: Bench, jar: Jar, back = '/private') => {
      const begun = await ask(`/account/login?redirectUrl=${encodeURIComponent(back)}`, jar)
      assert.equal(begun.status, 302)
      const callback = new URL(api.authorize(new URL(begun.headers.get('location') ?? ''), 'max@multi.test'))
      return ask(callback.pathname + callback.search, jar)
    }

    test('a code flow with PKCE signs in and leads to where it began', () =>
      withHost(true, async (bench) => {
        const jar = createJar()
        const response = await signIn(bench, jar)
        assert.equal(response.status, 303)
        assert.equal(response.headers.get('location'), `${bench.host.origin}/private`)
        assert.deepEqual(jar.names().sort(), [FINISHED, SESSION])
        assert.equal(await (await bench.ask('/private', jar, { headers: html })).text(), 'Figures of max@multi.test')
      }))

    test('a callback that was not started here ends on a page with a way back', () =>
      withHost(true, async (bench) => {
        const jar = createJar()
        const begun = await bench.ask('/account/login', jar)
        const callback = new URL(bench.api.authorize(new URL(begun.headers.get('location') ?? ''), 'max@multi.test'))
        const response = await bench.ask(callback.pathname + callback.search, createJar())
        assert.equal(response.status, 400)
        assert.match(await response.text(), /href="\/account\/login"/)
      }))

    test('a callback that is loaded again leads a signed-in user to the app, and exchanges no code', () =>
      withHost(true, async (bench) => {
        const jar = createJar()
        const begun = await bench.ask('/account/login', jar)
        const callback = new URL(bench.api.authorize(new URL(begun.headers.get('location') ?? ''), 'max@multi.test'))
        const first = await bench.ask(callback.pathname + callback.search, jar)
        const again = await bench.ask(callback.pathname + callback.search, jar)
        assert.deepEqual([again.status, again.headers.get('location')], [303, first.headers.get('location')])
        assert.equal(await (await bench.ask('/private', jar, { headers: html })).text(), 'Figures of max@multi.test')
      }))

    test('a sign-out ends the session at the API and leads to the login page', () =>
      withHost(true, async (bench) => {
        const jar = createJar()
        await signIn(bench, jar)
        const headers = { origin: bench.host.origin }
        const response = await bench.ask('/account/logout', jar, { method: 'POST', headers })
        assert.equal(response.status, 303)
        assert.equal(response.headers.get('location'), `${bench.host.origin}/account/login`)
        assert.deepEqual(jar.names(), [])
        assert.ok([...bench.api.sessions.values()].every(({ ended }) => ended))
      }))

    test('a sign-out leads to a provider that knows no hints, which ends its own session', () =>
      withHost(true, async (bench) => {
        bench.api.faults.noHint = true
        const jar = createJar()
        await signIn(bench, jar)
        const response = await bench.ask('/account/logout', jar, {
          method: 'POST',
          headers: { origin: bench.host.origin },
        })
        assert.equal(response.status, 303)
        assert.match(response.headers.get('location') ?? '', /\/oauth\/logout\?post_logout_redirect_uri=/)
        assert.deepEqual(jar.names(), [])
      }))
  })
}
