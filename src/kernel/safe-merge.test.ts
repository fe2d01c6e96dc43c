import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeMerge } from './safe-merge.ts'

const ROW_SCALE = Number(process.env.ROW_SCALE ?? '0.05')
const ROUNDS = Math.ceil(20_000 * ROW_SCALE)
const DEFAULTS = { theme: { colour: 'blue', sizes: [1, 2, 3], deep: { on: true } }, name: 'default' }

const mulberry = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const KEYS = ['theme', 'colour', 'sizes', 'deep', 'name', '__proto__', 'constructor', 'prototype', 'toString', 'x', '0']

const deepObject = (depth: number): unknown => {
  let value: unknown = 'end'
  for (let level = 0; level < depth; level += 1) value = { deep: value }
  return value
}

const endless = (): object => ({
  get left() {
    return endless()
  },
  get right() {
    return endless()
  },
})

const makeObject = (random: () => number, level: number, ancestors: object[]): unknown => {
  const roll = random()
  if (level > 4 || roll < 0.25)
    return [1, 'text', null, undefined, true, Number.NaN, Symbol('s'), () => 1, 10n, new Date(0)][
      Math.floor(random() * 10)
    ]
  if (roll < 0.3 && ancestors.length > 0) return ancestors[Math.floor(random() * ancestors.length)]
  if (roll < 0.36) return JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
  if (roll < 0.42) return Array.from({ length: 3 }, () => makeObject(random, level + 1, ancestors))
  const made: Record<string | symbol, unknown> = random() < 0.1 ? Object.create(null) : {}
  for (let count = 0; count < 4; count += 1) {
    const key = KEYS[Math.floor(random() * KEYS.length)] ?? 'x'
    const value = makeObject(random, level + 1, [...ancestors, made])
    if (random() < 0.08)
      Object.defineProperty(made, key, {
        enumerable: true,
        configurable: true,
        get: () => {
          throw new Error('trap')
        },
      })
    else Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
  }
  if (random() < 0.1) made[Symbol('hidden')] = 1
  return random() < 0.2 ? Object.freeze(made) : made
}

test('an override wins key by key, a list replaces the list and undefined keeps the default', () => {
  const merged = safeMerge(DEFAULTS, { theme: { sizes: [9], deep: { off: 1 }, colour: undefined }, extra: 'yes' })
  assert.deepEqual(merged, {
    theme: { colour: 'blue', sizes: [9], deep: { on: true, off: 1 } },
    name: 'default',
    extra: 'yes',
  })
})

test('the inputs stay as they were and the result shares no list with the host', () => {
  const list = [{ a: 1 }]
  const overrides = Object.freeze({ theme: Object.freeze({ sizes: list }) })
  const before = structuredClone(DEFAULTS)
  const merged = safeMerge<Record<string, unknown>>(DEFAULTS, overrides)
  assert.deepEqual(DEFAULTS, before)
  assert.notEqual((merged.theme as { sizes: unknown }).sizes, list)
  assert.deepEqual((merged.theme as { sizes: unknown }).sizes, list)
})

test('functions, dates and class instances are taken as they are', () => {
  const when = new Date(5)
  const run = () => 1
  const merged = safeMerge<Record<string, unknown>>({}, { when, run, map: new Map([[1, 2]]) })
  assert.equal(merged.when, when)
  assert.equal(merged.run, run)
  assert.ok(merged.map instanceof Map)
})

test('what cannot be taken is named, and the rest still counts', () => {
  const cyclic: Record<string, unknown> = { fine: 1 }
  cyclic.self = cyclic
  const ignored: string[] = []
  const overrides = {
    theme: cyclic,
    get broken() {
      throw new Error('no')
    },
    poison: JSON.parse('{"__proto__":{"polluted":true},"ok":2}'),
  }
  const merged = safeMerge<Record<string, unknown>>(DEFAULTS, overrides, (path) => ignored.push(path))
  assert.deepEqual(ignored.sort(), ['broken', 'poison.__proto__', 'theme.self.self'])
  assert.deepEqual(merged.poison, { ok: 2 })
  assert.equal((merged.theme as { fine: number }).fine, 1)
})

test('nonsense instead of an object leaves the defaults', () => {
  for (const nonsense of [null, undefined, 5, 'text', [], () => 1, Symbol('x')]) {
    assert.deepEqual(safeMerge(DEFAULTS, nonsense), DEFAULTS)
  }
})

/** Processor time, so that other work on the machine does not count; the best of three beyond the limit. */
const LIMIT_MS = 50
const timed = (task: () => void): number => {
  const once = () => {
    const start = process.cpuUsage()
    task()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const first = once()
  return first <= LIMIT_MS ? first : Math.min(once(), once(), once())
}

test('objects of depth 10,000, endless getters and shared branches end within 50 ms', () => {
  let shared: object = { leaf: 1 }
  for (let level = 0; level < 60; level += 1) shared = { a: shared, b: shared }
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('trap')
      },
    },
  )
  const wide = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`key${index}`, index]))
  for (const overrides of [deepObject(10_000), endless(), shared, { trap }, wide]) {
    safeMerge({}, { warm: overrides })
    const best = timed(() => safeMerge(DEFAULTS, { theme: overrides }))
    assert.ok(best <= LIMIT_MS, `took ${best.toFixed(1)} ms`)
  }
})

test(`${ROUNDS} fuzzed options objects change no prototype, crash nothing and take no time (row 25)`, () => {
  const random = mulberry(25)
  const names = Reflect.ownKeys(Object.prototype).length
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const overrides = makeObject(random, 0, [])
    slowest = Math.max(
      slowest,
      timed(() => safeMerge(DEFAULTS, overrides)),
    )
  }
  assert.equal(Reflect.ownKeys(Object.prototype).length, names)
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  assert.equal((Object as unknown as { polluted?: unknown }).polluted, undefined)
  assert.ok(slowest <= LIMIT_MS, `slowest ${slowest.toFixed(1)} ms`)
})
