import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report, scaled } from '../../backend/prove/report.test-kit.ts'
import { createHarness, createJar, type Harness } from '../harness.test-kit.ts'

const PAGES = 50

/** Returns the user that each of many parallel pages of many users shows, once their tokens have ended. */
const openPages = async (harness: Harness, count: number) => {
  const users = Array.from({ length: count }, (_, at) => `user${at}@acme.test`)
  const jars = users.map(harness.signedIn)
  await Promise.all(
    jars.map(async (jar) => jar.takeAll((await harness.server.resolve(harness.request('/', jar))).setCookies)),
  )
  harness.time.now += 301_000
  for (const email of users) harness.api.refreshesOf[email] = 0
  const pages = users.flatMap((email, at) => Array.from({ length: PAGES }, () => ({ email, jar: jars[at] })))
  const seen = await Promise.all(
    pages.map(async ({ email, jar }) => {
      const { session, setCookies } = await harness.server.resolve(harness.request('/', jar))
      return { email, found: session?.user.email, cookies: setCookies.length }
    }),
  )
  const refreshes = users.map((email) => harness.api.refreshesOf[email] ?? 0)
  return { seen, most: Math.max(...refreshes), fewest: Math.min(...refreshes) }
}

for (const hostedLoginBox of [false, true]) {
  const kind = hostedLoginBox ? 'hosted' : 'embedded'
  test(`many users renew at once, ${kind}: one refresh each, no one gets another's token`, async () => {
    const harness = await createHarness({ hostedLoginBox })
    const count = Math.max(5, scaled(100))
    const result = hostedLoginBox ? await openHostedPages(harness, count) : await openPages(harness, count)
    const foreign = result.seen.filter(({ email, found }) => found !== undefined && found !== email).length
    const out = result.seen.filter(({ found }) => found === undefined).length
    const reached = `${count} users x ${PAGES} pages, ${kind}: ${foreign} foreign tokens, ${out} signed out, ${result.fewest} to ${result.most} refreshes each`
    const ok = foreign === 0 && out === 0 && result.most === 1 && result.fewest === 1
    report({
      row: 36,
      wanted: '100 users x 50 parallel pages at expiry: 0 foreign tokens, 1 refresh each',
      reached,
      ok,
    })
    assert.ok(ok, reached)
  })
}

/** Same, with the refresh token in the sealed cookie. */
const openHostedPages = async (harness: Harness, count: number) => {
  const users = Array.from({ length: count }, (_, at) => `user${at}@acme.test`)
  const jars = await Promise.all(
    users.map(async (email) => {
      const jar = createJar()
      const begun = jar.take((await harness.server.handle(harness.request('/account/login', jar))) ?? new Response())
      const back = new URL(harness.api.authorize(new URL(begun.headers.get('location') ?? ''), email))
      jar.take((await harness.server.handle(harness.request(back.pathname + back.search, jar))) ?? new Response())
      return jar
    }),
  )
  harness.time.now += 301_000
  const pages = users.flatMap((email, at) => Array.from({ length: PAGES }, () => ({ email, jar: jars[at] })))
  const seen = await Promise.all(
    pages.map(async ({ email, jar }) => {
      const { session, setCookies } = await harness.server.resolve(harness.request('/', jar))
      return { email, found: session?.user.email, cookies: setCookies.length }
    }),
  )
  const refreshes = users.map((email) => harness.api.refreshesOf[email] ?? 0)
  return { seen, most: Math.max(...refreshes), fewest: Math.min(...refreshes) }
}

test('a response lost on its way does not sign the user out', async () => {
  const harness = await createHarness()
  const jar = harness.signedIn('ada@acme.test')
  await harness.server.resolve(harness.request('/', jar))
  harness.time.now += 20_000
  const again = await harness.server.resolve(harness.request('/', jar))
  assert.equal(again.session?.user.email, 'ada@acme.test')
  assert.equal(harness.api.refreshesOf['ada@acme.test'], 1)
})

test('an API that is down is called once in two seconds, and the session survives', async () => {
  const harness = await createHarness()
  const jar = harness.signedIn('ada@acme.test')
  jar.takeAll((await harness.server.resolve(harness.request('/', jar))).setCookies)
  harness.time.now += 301_000
  harness.api.faults.down = true
  const before = harness.api.seen.length
  for (let round = 0; round < 50; round += 1) {
    const { session, setCookies } = await harness.server.resolve(harness.request('/', jar))
    assert.deepEqual({ session, setCookies }, { session: undefined, setCookies: [] })
  }
  assert.equal(harness.api.seen.length - before, 1)
  harness.api.faults.down = false
  harness.time.now += 2_001
  assert.equal((await harness.server.resolve(harness.request('/', jar))).session?.user.email, 'ada@acme.test')
})
