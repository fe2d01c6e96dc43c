import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock } from '../testing/clock.ts'
import { fromBytes, toBytes, toText } from './base64url.ts'
import { wait } from './clock.ts'
import { deepEqual } from './deep-equal.ts'
import { createEmitter } from './emitter.ts'
import { GENERIC_MESSAGE, HttpError, messageOf, NetworkError } from './errors.ts'
import { createLogger } from './logger.ts'
import { jsonText, parseJson, toJson } from './safe-json.ts'
import { createMemoryStorage, createStorage } from './storage.ts'

test('a listener that throws does not prevent calls of the others', () => {
  const errors: unknown[] = []
  const emitter = createEmitter<number>((error) => errors.push(error))
  const heard: number[] = []
  emitter.subscribe(() => {
    throw new Error('host bug')
  })
  const leave = emitter.subscribe((value) => heard.push(value))
  emitter.emit(1)
  leave()
  emitter.emit(2)
  assert.deepEqual(heard, [1])
  assert.equal(errors.length, 2)
})

test('a listener that unsubscribes another one during a notification stops it at once', () => {
  const emitter = createEmitter<number>()
  const heard: number[] = []
  let leave = () => {}
  emitter.subscribe(() => leave())
  leave = emitter.subscribe((value) => heard.push(value))
  emitter.emit(1)
  assert.deepEqual(heard, [])
})

test('equal JSON values are equal whatever the order of their keys', () => {
  assert.ok(deepEqual({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }))
  assert.ok(!deepEqual({ a: undefined }, { b: undefined }))
  assert.ok(!deepEqual([1], { 0: 1 }))
  assert.ok(!deepEqual(null, {}))
})

test('malformed JSON is read as undefined and a key that targets the prototype is dropped', () => {
  assert.equal(parseJson('{"a"'), undefined)
  assert.equal(parseJson(null), undefined)
  assert.deepEqual(Object.keys(parseJson('{"__proto__":{"x":1},"a":1}') as object), ['a'])
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  assert.equal(toJson(cyclic), undefined)
})

test('JSON stays the same on a page where a library adds toJSON to arrays', () => {
  const value = {
    ids: ['a', [], [['b']]],
    at: new Date(0),
    never: new Date(Number.NaN),
    own: { toJSON: () => [1] },
    url: new URL('https://app.acme.test/'),
    gone: undefined,
  }
  const expected = [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify([['a']])]
  const quoted = function (this: unknown) {
    return `"${String(this)}"`
  }
  try {
    Object.defineProperty(Array.prototype, 'toJSON', { value: quoted, configurable: true, writable: true })
    assert.deepEqual([jsonText(value), jsonText(value, 2), jsonText([['a']])], expected)
    assert.equal(toJson([['a']]), '[["a"]]')
  } finally {
    Reflect.deleteProperty(Array.prototype, 'toJSON')
  }
})

const FAULTS: Record<string, () => Storage | undefined> = {
  'storage is undefined': () => undefined,
  'reading it throws': () => {
    throw new DOMException('denied', 'SecurityError')
  },
  'it is full': () =>
    ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem: () => {},
    }) as unknown as Storage,
  'every method throws': () =>
    new Proxy({} as Storage, {
      get: () => () => {
        throw new Error('broken')
      },
    }),
}

for (const [fault, source] of Object.entries(FAULTS)) {
  test(`a value survives in memory when ${fault}`, () => {
    const storage = createStorage('local', source)
    assert.equal(storage.get('userId'), undefined)
    storage.set('userId', '1')
    assert.equal(storage.get('userId'), '1')
    storage.remove('userId')
    assert.equal(storage.get('userId'), undefined)
  })
}

test('storage that works is written to', () => {
  const memory = new Map<string, string>()
  const web = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  }
  const storage = createStorage('session', () => web)
  storage.set('a', '1')
  assert.equal(memory.get('a'), '1')
  memory.clear()
  assert.equal(storage.get('a'), undefined)
  assert.equal(createMemoryStorage().get('a'), undefined)
})

test('only messages of the API are shown; every other error gets the fallback', () => {
  assert.equal(messageOf(new HttpError('Wrong code', 400)), 'Wrong code')
  assert.equal(messageOf(new NetworkError('ECONN')), GENERIC_MESSAGE)
  assert.equal(messageOf(new Error('x'), 'Failed to authenticate'), 'Failed to authenticate')
})

test('the log is quiet below its level', () => {
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const log = createLogger('warn', { error: note, warn: note, info: note, debug: note })
  log.info('a')
  log.warn('b')
  log.error('c', new Error('why'))
  assert.deepEqual(lines, ['[front-entry] b', '[front-entry] c'])
})

test('a wait ends with its time or with its signal, and leaves no timer', async () => {
  const clock = createTestClock()
  const stop = new AbortController()
  let ended = false
  const first = wait(clock, 2000).then(() => {
    ended = true
  })
  const second = wait(clock, 2000, stop.signal).catch((reason: unknown) => reason)
  stop.abort('gone')
  assert.equal(await second, 'gone')
  await clock.advance(1999)
  assert.equal(ended, false)
  await clock.advance(1)
  await first
  assert.equal(clock.pending(), 0)
})

test('base64url is read with and without URL letters, as bytes and as text', () => {
  const bytes = Uint8Array.from([251, 255, 190, 0])
  assert.equal(fromBytes(bytes), '-_--AA')
  assert.deepEqual(toBytes('-_--AA'), bytes)
  assert.deepEqual(toBytes('+/++AA=='), bytes)
  assert.equal(toText(fromBytes(new TextEncoder().encode('Zoë 漢'))), 'Zoë 漢')
  assert.throws(() => toText('%'))
})
