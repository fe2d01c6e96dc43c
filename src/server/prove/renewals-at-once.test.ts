import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report, scaled } from '../../backend/prove/report.test-kit.ts'
import { createJar, createWorld, type World } from '../world.test-kit.ts'

const PAGES = 50

/** Returns the user that each of many parallel pages of many users shows, once their tokens have ended. */
const openPages = async (world: World, count: number) => {
  const users = Array.from({ length: count }, (_, at) => `user${at}@acme.test`)
  const jars = users.map(world.signedIn)
  await Promise.all(
    jars.map(async (jar) => jar.takeAll((await world.server.resolve(world.request('/', jar))).setCookies)),
  )
  world.time.now += 301_000
  for (const email of users) world.api.refreshesOf[email] = 0
  const pages = users.flatMap((email, at) => Array.from({ length: PAGES }, () => ({ email, jar: jars[at] })))
  const seen = await Promise.all(
    pages.map(async ({ email, jar }) => {
      const { session, setCookies } = await world.server.resolve(world.request('/', jar))
      return { email, found: session?.user.email, cookies: setCookies.length }
    }),
  )
  const refreshes = users.map((email) => world.api.refreshesOf[email] ?? 0)
  return { seen, most: Math.max(...refreshes), fewest: Math.min(...refreshes) }
}

for (const hostedLoginBox of [false, true]) {
  const kind = hostedLoginBox ? 'hosted' : 'embedded'
  test(`many users renew at once, ${kind}: one refresh each, no one gets another's token`, async () => {
    const world = await createWorld({ hostedLoginBox })
    const count = Math.max(5, scaled(100))
    const result = hostedLoginBox ? await openHostedPages(world, count) : await openPages(world, count)
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
const openHostedPages = async (world: World, count: number) => {
  const users = Array.from({ length: count }, (_, at) => `user${at}@acme.test`)
  const jars = await Promise.all(
    users.map(async (email) => {
      const jar = createJar()
      const begun = jar.take((await world.server.handle(world.request('/account/login', jar))) ?? new Response())
      const back = new URL(world.api.authorize(new URL(begun.headers.get('location') ?? ''), email))
      jar.take((await world.server.handle(world.request(back.pathname + back.search, jar))) ?? new Response())
      return jar
    }),
  )
  world.time.now += 301_000
  const pages = users.flatMap((email, at) => Array.from({ length: PAGES }, () => ({ email, jar: jars[at] })))
  const seen = await Promise.all(
    pages.map(async ({ email, jar }) => {
      const { session, setCookies } = await world.server.resolve(world.request('/', jar))
      return { email, found: session?.user.email, cookies: setCookies.length }
    }),
  )
  const refreshes = users.map((email) => world.api.refreshesOf[email] ?? 0)
  return { seen, most: Math.max(...refreshes), fewest: Math.min(...refreshes) }
}

test('a response lost on its way does not sign the user out', async () => {
  const world = await createWorld()
  const jar = world.signedIn('ada@acme.test')
  await world.server.resolve(world.request('/', jar))
  world.time.now += 20_000
  const again = await world.server.resolve(world.request('/', jar))
  assert.equal(again.session?.user.email, 'ada@acme.test')
  assert.equal(world.api.refreshesOf['ada@acme.test'], 1)
})

test('an API that is down is called once in two seconds, and the session survives', async () => {
  const world = await createWorld()
  const jar = world.signedIn('ada@acme.test')
  jar.takeAll((await world.server.resolve(world.request('/', jar))).setCookies)
  world.time.now += 301_000
  world.api.faults.down = true
  const before = world.api.seen.length
  for (let round = 0; round < 50; round += 1) {
    const { session, setCookies } = await world.server.resolve(world.request('/', jar))
    assert.deepEqual({ session, setCookies }, { session: undefined, setCookies: [] })
  }
  assert.equal(world.api.seen.length - before, 1)
  world.api.faults.down = false
  world.time.now += 2_001
  assert.equal((await world.server.resolve(world.request('/', jar))).session?.user.email, 'ada@acme.test')
})
