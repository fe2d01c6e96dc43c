import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report, scaled } from '../../backend/prove/report.test-kit.ts'
import { createHarness, createJar, type Harness, type Jar, OTHER_PASSWORD, PASSWORD } from '../harness.test-kit.ts'
import { createSeal } from '../seal.ts'
import { sessionCookieName } from '../session-cookie.ts'
import { CLIENT } from '../stub-api.test-kit.ts'

const NAME = sessionCookieName(CLIENT)

const makeSessions = async ({ api, time }: Harness, count: number): Promise<Jar[]> => {
  const seal = createSeal<object>({ passwords: PASSWORD, clientId: CLIENT, purpose: 'session', now: () => time.now })
  const accessToken = await api.sign({ sub: 'ada', email: 'ada@acme.test' })
  const content = { accessToken, refreshToken: 'r', expiresAt: Math.floor(time.now / 1_000) + 300 }
  return Promise.all(Array.from({ length: count }, async () => createJar([[NAME, await seal.seal(content, 3_600)]])))
}

/** Returns how many of the browsers are signed in; each keeps the cookies it receives. */
const signedIn = async (harness: Harness, server: Harness['server'], jars: readonly Jar[]): Promise<number> => {
  let count = 0
  for (const jar of jars) {
    const { session, setCookies } = await server.resolve(harness.request('/', jar))
    jar.takeAll(setCookies)
    if (session) count += 1
  }
  return count
}

test('no user is lost in a password rotation, and a removed password is a plain sign-out', async () => {
  const errors: unknown[] = []
  const console = { error: (...line: unknown[]) => void errors.push(line), warn() {}, info() {}, debug() {} }
  const harness = await createHarness({ hostedLoginBox: true, console })
  const jars = await makeSessions(harness, scaled(10_000))
  const late = await makeSessions(harness, scaled(200))
  const both = harness.open({ encryptionPassword: [OTHER_PASSWORD, PASSWORD] })
  const during = await signedIn(harness, both, jars)
  const onlyNew = harness.open({ encryptionPassword: OTHER_PASSWORD })
  const after = await signedIn(harness, onlyNew, jars)
  const tooLate = await signedIn(harness, onlyNew, late)
  const lost = jars.length * 2 - during - after
  report({
    row: 33,
    wanted: '10,000 sessions through a rotation: 0 lost; old password removed: plain sign-out, 0 server errors',
    reached: `${jars.length} sessions, ${lost} lost; ${late.length} late ones, ${tooLate} signed in, ${errors.length} errors`,
    ok: lost === 0 && tooLate === 0 && errors.length === 0,
  })
  assert.deepEqual({ lost, tooLate, errors }, { lost: 0, tooLate: 0, errors: [] })
  assert.deepEqual(late[0]?.names(), [], 'the useless cookie is deleted')
})

test('passwords by number: the highest seals', async () => {
  const harness = await createHarness({ hostedLoginBox: true })
  const [jar] = await makeSessions(harness, 1)
  assert.ok(jar)
  assert.equal(
    await signedIn(harness, harness.open({ encryptionPassword: { 1: PASSWORD, 2: OTHER_PASSWORD } }), [jar]),
    1,
  )
  assert.equal(await signedIn(harness, harness.open({ encryptionPassword: OTHER_PASSWORD }), [jar]), 1)
})
