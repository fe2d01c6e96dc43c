import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { challengeOf, createVerifier } from '../rules/pkce.ts'
import { fromBytes, toText } from './base64url.ts'
import { listOf } from './list-of.ts'
import { distance } from './nearest-name.ts'

const SRC = fileURLToPath(new URL('../', import.meta.url))

/** Files that run only on servers, in preview mode or in tests. */
const ELSEWHERE =
  /^(backend|cli|preview|serve|server|testing|gallery)\/|\/testing\/|\/prove\/|\.(test|test-kit|prove|stage|d)\.tsx?$/

/** Functions that Prototype.js installs in place of built-in ones. */
const PROTOTYPE_JS: readonly [object: object, name: string, value: unknown][] = [
  [Array, 'from', (given: ArrayLike<unknown>) => Array.prototype.slice.call(given)],
  [
    Array.prototype,
    'entries',
    function (this: unknown[]) {
      return this.slice()
    },
  ],
  [Array.prototype, 'toJSON', () => '[]'],
]

test('lists, bytes and names stay the same on a page where Prototype.js replaces built-in functions', async () => {
  const digits = { getRandomValues: <Bytes>(bytes: Bytes) => (bytes as Uint8Array).fill(7) as Bytes }
  const results = async () => [
    listOf(3, (at) => at * 2).join(),
    fromBytes(Uint8Array.of(1, 255, 16)),
    toText('Wm_Dqw'),
    createVerifier(digits as Pick<Crypto, 'getRandomValues'>),
    await challengeOf('verifier'),
    String(distance('emial', 'email')),
  ]
  const expected = await results()
  const before = PROTOTYPE_JS.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name))
  for (const [object, name, value] of PROTOTYPE_JS)
    Object.defineProperty(object, name, { value, configurable: true, writable: true })
  let found: string[]
  try {
    found = await results()
  } finally {
    for (const [at, [object, name]] of Object.entries(PROTOTYPE_JS)) {
      const descriptor = before[Number(at)]
      if (descriptor) Object.defineProperty(object, name, descriptor)
      else Reflect.deleteProperty(object, name)
    }
  }
  assert.deepEqual(found, expected)
  assert.equal(expected[0], '0,2,4')
})

test('browser code uses no function that such libraries replace', () => {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split('\\').join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !ELSEWHERE.test(path))
  assert.ok(paths.length > 500)
  const uses = paths.filter((path) =>
    /(?<!\w)Array\.from\(|[\])]\.entries\(\)/.test(readFileSync(join(SRC, path), 'utf8')),
  )
  assert.deepEqual(uses, [], 'use listOf of kernel/list-of.ts, or the spread syntax')
})
