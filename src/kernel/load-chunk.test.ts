import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock, settle } from '../testing/clock.ts'
import { loadChunk } from './load-chunk.ts'

const LOST = new TypeError('Failed to fetch dynamically imported module')
const LIMIT_MS = 20_000

/** Records the end in `ended`, which a test reads without waiting. */
const follow = (loading: Promise<unknown>) => {
  const seen: { ended?: unknown } = {}
  loading.then(
    (module) => {
      seen.ended = module
    },
    (error: unknown) => {
      seen.ended = error
    },
  )
  return seen
}

test('a chunk that fails for a short time is loaded by itself', async () => {
  const clock = createTestClock()
  const failures: unknown[] = []
  let loads = 0
  const load = async () => {
    loads += 1
    if (loads < 3) throw LOST
    return 'module'
  }
  const seen = follow(loadChunk(load, { clock, onFailure: (error) => failures.push(error) }))
  await clock.advance(1_900)
  assert.equal(seen.ended, 'module')
  assert.deepEqual(failures, [LOST, LOST])
  assert.equal(clock.pending(), 0)
})

test('a chunk that keeps failing is reported within ten seconds, and the next use loads it', async () => {
  const clock = createTestClock()
  let isBroken = true
  const load = async () => {
    if (isBroken) throw LOST
    return 'module'
  }
  const seen = follow(loadChunk(load, { clock }))
  await clock.advance(10_000)
  assert.equal(seen.ended, LOST)
  isBroken = false
  assert.equal(await loadChunk(load, { clock }), 'module')
})

test('a chunk that hangs has failed after 20 s, and the next use does not wait for the one that hangs', async () => {
  const clock = createTestClock()
  let isHanging = true
  const load = () => (isHanging ? new Promise<string>(() => undefined) : Promise.resolve('module'))
  const seen = follow(loadChunk(load, { clock }))
  await clock.advance(LIMIT_MS - 100)
  assert.equal(seen.ended, undefined)
  await clock.advance(100)
  assert.match(String(seen.ended), /TimeoutError/)
  isHanging = false
  const again = follow(loadChunk(load, { clock }))
  await settle()
  assert.equal(again.ended, 'module')
})

test('a slow chunk that arrives after its first limit is used', async () => {
  const clock = createTestClock()
  let arrive: (module: string) => void = () => undefined
  const arriving = new Promise<string>((resolve) => {
    arrive = resolve
  })
  const seen = follow(loadChunk(() => arriving, { clock }))
  await clock.advance(15_000)
  arrive('module')
  await settle()
  assert.equal(seen.ended, 'module')
})

test('a wait for a chunk ends with its app, and leaves no timer', async () => {
  const clock = createTestClock()
  const life = new AbortController()
  const { signal } = life
  const hanging = follow(loadChunk(() => new Promise(() => undefined), { clock, signal }))
  const failing = follow(loadChunk(() => Promise.reject(LOST), { clock, signal }))
  await settle()
  life.abort()
  await settle()
  assert.equal((hanging.ended as DOMException).name, 'AbortError')
  assert.equal((failing.ended as DOMException).name, 'AbortError')
  await clock.advance(0)
  assert.equal(clock.pending(), 0)
})
