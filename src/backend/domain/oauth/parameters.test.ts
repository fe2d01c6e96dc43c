import assert from 'node:assert/strict'
import { it } from 'node:test'
import { repeatedParameter } from './parameters.ts'

const NAMES = 2_000

it('returns the first parameter that is sent more than once, except those that may be', () => {
  assert.equal(repeatedParameter(['a', 'b', 'c', 'b', 'a']), 'b')
  assert.equal(repeatedParameter(['resource', 'a', 'resource', 'audience', 'audience']), undefined)
  assert.equal(repeatedParameter(['resource', 'resource', '__proto__', 'a', '__proto__']), '__proto__')
  assert.equal(repeatedParameter([]), undefined)
})

it('reads each name only once, because anyone may send thousands of them', () => {
  let reads = 0
  const names = new Proxy(
    Array.from({ length: NAMES }, (_, at) => `name-${at}`),
    {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
        return Reflect.get(target, key, receiver)
      },
    },
  )
  assert.equal(repeatedParameter(names), undefined)
  assert.equal(reads, NAMES)
})
