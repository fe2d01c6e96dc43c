import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '../contract/login.ts'
import { session } from '../contract/session.ts'
import { createArgon2Hasher, HASHES_AT_ONCE, MAX_HASHING } from './adapters/password-hasher.ts'
import { type NodeBackend, openNodeBackend } from './node.ts'
import { SAMPLE_PASSWORD } from './sample/index.ts'
import { API, APP } from './suites/kit.test-kit.ts'

const signInRequest = (email: string) =>
  new Request(API + login.login.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: APP },
    body: JSON.stringify({ email, password: SAMPLE_PASSWORD }),
  })

describe('More sign-ins at once than the process can hash', () => {
  let backend: NodeBackend
  before(async () => {
    backend = await openNodeBackend({ apiUrl: API, appUrl: APP, seed: true, passwordQueue: 2 })
  })
  after(() => backend.close())

  const signIn = (email: string) => backend.fetch(signInRequest(email), { address: '203.0.113.7' })

  it('are refused with 429 before they count as tries, and the others are signed in', async () => {
    const size = HASHES_AT_ONCE + 2
    const before = await backend.store.attempts.list({})
    const responses = await Promise.all(Array.from({ length: 3 * size }, () => signIn('ada@acme.test')))
    const statuses = responses.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, size, statuses.join())
    const refused = responses.filter(({ status }) => status === 429)
    assert.equal(refused.length, 2 * size)
    for (const { headers } of refused) {
      assert.equal(headers.get('Retry-After'), '2')
      assert.equal(headers.get('Access-Control-Allow-Origin'), APP)
    }
    const counted = (await backend.store.attempts.list({})).filter(({ id }) => before.every((each) => each.id !== id))
    assert.deepEqual(
      counted.map(({ count }) => count),
      [size],
      'the tries of the network alone',
    )
    assert.equal((await signIn('ada@acme.test')).status, 200)
  })
})

/** Sign-ins that begin together, for each place. */
const OVERLOAD = 10
const ROUNDS = 5

describe('Ten times the sign-ins that a process has places for', () => {
  let backend: NodeBackend
  let now = 0
  before(async () => {
    const hasher = createArgon2Hasher(undefined, undefined, () => now)
    backend = await openNodeBackend({ apiUrl: API, appUrl: APP, seed: true, ports: { hasher } })
  })
  after(() => backend.close())

  /** Without an IP address no limit of a network applies, and an unknown email costs the same hash. */
  const signIn = (email: string) => backend.fetch(signInRequest(email))

  it('are refused beyond its places before an accepted one ends, and a second later all are free again', async () => {
    await signIn('warm-up@nowhere.test')
    for (let round = 0; round < ROUNDS; round += 1) {
      const ended: number[] = []
      await Promise.all(
        Array.from({ length: OVERLOAD * MAX_HASHING }, async (_, at) => {
          ended.push((await signIn(`user-${round}-${at}@nowhere.test`)).status)
        }),
      )
      const refused = (OVERLOAD - 1) * MAX_HASHING
      assert.deepEqual(
        ended,
        Array.from(ended, (_, at) => (at < refused ? 429 : 401)),
        `round ${round}`,
      )
      assert.equal(backend.ports.hasher.waiting?.(), 0)
      now += 1_000
    }
  })
})

describe('While all places for password hashes are taken', () => {
  let backend: NodeBackend
  before(async () => {
    const hasher = createArgon2Hasher(1, 0)
    backend = await openNodeBackend({ apiUrl: API, appUrl: APP, seed: true, ports: { hasher } })
  })
  after(() => backend.close())

  it('a sign-in is refused before its body is read, and signed-in users still read and refresh', async () => {
    const signedIn = await backend.fetch(signInRequest('ada@acme.test'))
    assert.equal(signedIn.status, 200)
    const { accessToken } = await signedIn.json()
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''

    let release = () => undefined as void
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const held = backend.ports.hasher.admit?.(() => released)
    try {
      const unread = new ReadableStream({ pull: () => assert.fail('The body was read') }, { highWaterMark: 0 })
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: APP }, body: unread }
      const request = new Request(API + login.login.path, { ...init, duplex: 'half' } as RequestInit)
      const refused = await backend.fetch(request)
      assert.equal(refused.status, 429)
      assert.equal((await refused.json()).code, 'busy')
      assert.equal(refused.headers.get('Retry-After'), '2')

      const read = new Request(API + session.getMe.path, { headers: { Authorization: `Bearer ${accessToken}` } })
      assert.equal((await backend.fetch(read)).status, 200)
      const headers = { 'Content-Type': 'application/json', Origin: APP, Cookie: cookie }
      const refresh = new Request(API + session.refreshSession.path, { method: 'POST', headers, body: '{}' })
      assert.equal((await backend.fetch(refresh)).status, 200)
    } finally {
      release()
      await held
    }
  })
})

describe('During an overload', () => {
  let backend: NodeBackend
  before(async () => {
    // Time doesn't pass, so the overload lasts.
    const hasher = createArgon2Hasher(2, 2, () => 0)
    backend = await openNodeBackend({ apiUrl: API, appUrl: APP, seed: true, ports: { hasher } })
  })
  after(() => backend.close())

  it('a network that holds all other places is refused the free one, and another network gets it', async () => {
    const FLOODING = '203.0.113.7'
    const releases: (() => void)[] = []
    const hold = () =>
      backend.ports.hasher.admit?.(() => new Promise<void>((resolve) => void releases.push(resolve)), FLOODING)
    const held = [hold(), hold(), hold(), hold()]
    const signIn = async (address: string) => (await backend.fetch(signInRequest('ada@acme.test'), { address })).status
    assert.equal(await signIn(FLOODING), 429)
    releases.shift()?.()
    await held.shift()
    assert.equal(await signIn(FLOODING), 429)
    assert.equal(await signIn('198.51.100.1'), 200)
    for (const release of releases) release()
    await Promise.all(held)
  })
})
