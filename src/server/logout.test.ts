import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authorization } from '../contract/authorization.ts'
import { session } from '../contract/session.ts'
import { APP, createHarness, createJar, type Harness, PASSWORD } from './harness.test-kit.ts'
import { createSeal } from './seal.ts'
import { readSessionCookies, sessionCookieName } from './session-cookie.ts'
import type { SealedSession } from './session-cookies.ts'
import { CLIENT } from './stub-api.test-kit.ts'

const HEADERS = { origin: APP }
const SESSION = sessionCookieName(CLIENT)

const signIn = async ({ server, request, api }: Harness) => {
  const jar = createJar()
  const take = async (path: string) => jar.take((await server.handle(request(path, jar))) ?? new Response())
  const begun = await take('/account/login')
  const back = new URL(api.authorize(new URL(begun.headers.get('location') ?? ''), 'max@multi.test'))
  await take(back.pathname + back.search)
  return jar
}

const signOut = async ({ server, request }: Harness, jar: ReturnType<typeof createJar>) =>
  (await server.handle(request('/account/logout', jar, { method: 'POST', headers: HEADERS }))) ?? new Response()

describe('A sign-out with hosted login', () => {
  test('needs no confirmation: the ID token identifies the session, and appears in no URL', async () => {
    const harness = await createHarness({ hostedLoginBox: true })
    const jar = await signIn(harness)
    const response = await signOut(harness, jar)
    assert.equal(response.headers.get('location'), `${APP}/account/login`)
    const sent = harness.api.seen.filter(({ url }) => url.endsWith(authorization.confirmLogout.path))
    const form = new URLSearchParams(await sent[0]?.text())
    assert.deepEqual([sent.length, form.get('id_token_hint')?.split('.').length], [1, 3])
    assert.ok(harness.api.seen.every(({ url }) => !url.includes(String(form.get('id_token_hint')))))
  })

  test('after a renewal the hint is the newest ID token', async () => {
    const harness = await createHarness({ hostedLoginBox: true })
    const jar = await signIn(harness)
    harness.time.now += 301_000
    jar.takeAll((await harness.server.resolve(harness.request('/', jar))).setCookies)
    await signOut(harness, jar)
    assert.ok([...harness.api.sessions.values()].every(({ ended }) => ended))
  })

  test('redirects to the provider when it cannot be notified, so that it can ask', async () => {
    const harness = await createHarness({ hostedLoginBox: true })
    for (const fault of ['noHint', 'down'] as const) {
      harness.api.faults[fault] = false
      const jar = await signIn(harness)
      harness.api.faults[fault] = true
      const target = new URL((await signOut(harness, jar)).headers.get('location') ?? '')
      assert.equal(target.pathname, session.oauthLogout.path)
      assert.deepEqual([...target.searchParams.keys()], ['post_logout_redirect_uri'])
      harness.api.faults[fault] = false
    }
  })

  test('a session whose tokens fill the cookies is kept without the hint', async () => {
    const harness = await createHarness({ hostedLoginBox: true })
    // An access token and a refresh token fit; a third token of that size does not.
    const filler = 'x'.repeat(2_300)
    harness.api.claims.roles = [filler]
    const jar = await signIn(harness)
    const sealed = readSessionCookies(SESSION, jar.cookies())[0] ?? ''
    const now = () => harness.time.now
    const seal = createSeal<SealedSession>({ passwords: PASSWORD, clientId: CLIENT, purpose: 'session', now })
    const { value } = (await seal.open(sealed)) ?? {}
    assert.deepEqual([value?.idToken, value?.accessToken.includes('.')], [undefined, true])
    const target = new URL((await signOut(harness, jar)).headers.get('location') ?? '')
    assert.equal(target.pathname, session.oauthLogout.path)
  })
})
