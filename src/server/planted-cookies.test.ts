import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP, createHarness, createJar, type Jar } from './harness.test-kit.ts'
import { REFRESH_COOKIE } from './stub-api.test-kit.ts'

const ADA = 'ada@acme.test'
const EVE = 'eve@evil.test'

/**
 * Returns a request with the cookies of all jars, as from a browser that holds several of one name because another host
 * of the site has planted some.
 */
const requestWith = (...jars: Jar[]) =>
  new Request(`${APP}/`, { headers: { accept: 'text/html', cookie: jars.map((jar) => jar.header()).join('; ') } })

describe('A cookie that another host of the site has planted', () => {
  const signedIn = async (harness: Awaited<ReturnType<typeof createHarness>>, email: string) => {
    const jar = harness.signedIn(email)
    const { setCookies, session } = await harness.server.resolve(harness.request('/', jar))
    assert.equal(session?.user.email, email)
    jar.takeAll(setCookies)
    return jar
  }

  test('with any content replaces no session, in whatever order they arrive', async () => {
    const harness = await createHarness()
    const ada = await signedIn(harness, ADA)
    const session = ada.names().filter((name) => name !== REFRESH_COOKIE)
    const junk = createJar(session.map((name) => [name, 'junk']))
    const chunks = createJar(session.map((name) => [`${name}-1`, 'junk']))
    for (const jars of [
      [junk, ada],
      [ada, junk],
      [chunks, ada],
      [ada, chunks],
    ])
      assert.equal((await harness.server.getSession(requestWith(...jars)))?.user.email, ADA)
  })

  test('for the refresh cookie doesn’t affect the session in the sealed cookie', async () => {
    const harness = await createHarness()
    const ada = await signedIn(harness, ADA)
    const eve = harness.signedIn(EVE)
    for (const jars of [
      [eve, ada],
      [ada, eve],
    ])
      assert.equal((await harness.server.resolve(requestWith(...jars))).session?.user.email, ADA)
  })

  test('with another user’s whole session signs no one in', async () => {
    const harness = await createHarness()
    const ada = await signedIn(harness, ADA)
    const eve = await signedIn(harness, EVE)
    for (const jars of [
      [eve, ada],
      [ada, eve],
    ]) {
      assert.equal(await harness.server.getSession(requestWith(...jars)), undefined)
      assert.equal((await harness.server.resolve(requestWith(...jars))).session, undefined)
    }
  })

  test('is ignored if cookie names are set to begin with __Host-, on https only', async () => {
    const harness = await createHarness({ hostCookies: true })
    const ada = await signedIn(harness, ADA)
    assert.ok(ada.names().some((name) => name.startsWith('__Host-fe_session-')))
    assert.equal((await harness.server.getSession(requestWith(ada)))?.user.email, ADA)
    const plain = await createHarness({ hostCookies: true, appUrl: 'http://app.example.test' })
    const jar = plain.signedIn(ADA)
    jar.takeAll((await plain.server.resolve(plain.request('/', jar))).setCookies)
    assert.ok(jar.names().every((name) => !name.startsWith('__Host-')))
  })
})
