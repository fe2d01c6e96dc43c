import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedPaths } from './changed-paths.ts'

const CASES: readonly [title: string, before: object, after: object, paths: readonly string[]][] = [
  ['nothing for equal trees', { a: { b: [1, 2] } }, { a: { b: [1, 2] } }, []],
  ['a value by its path', { a: { b: 1 }, c: 2 }, { a: { b: 2 }, c: 2 }, ['a.b']],
  ['added and removed values', { a: { b: 1 } }, { a: { c: 1 } }, ['a.b', 'a.c']],
  ['nothing for a missing value that is undefined', { a: undefined }, {}, []],
  ['a whole branch that is new', {}, { a: { b: 1 } }, ['a']],
  [
    'deep values by their branch',
    { a: { b: { c: { d: { e: 1 } } } } },
    { a: { b: { c: { d: { e: 2 } } } } },
    ['a.b.c'],
  ],
  ['a list by its own path', { a: [1] }, { a: [2] }, ['a']],
  ['nothing for a function made again by the same code', { a: () => 1 }, { a: () => 1 }, []],
  ['a function with other code', { a: { b: () => 1 } }, { a: { b: () => 2 } }, ['a.b']],
]

for (const [title, before, after, paths] of CASES) {
  test(`the difference of two trees has ${title}`, () => {
    assert.deepEqual(changedPaths(before, after), paths)
  })
}

test('trees with cycles and getters that throw have no difference that can be named', () => {
  const cyclic = (): object => {
    const tree: Record<string, unknown> = {}
    tree.store = [tree]
    return tree
  }
  const throwing = {
    get a(): never {
      throw new Error('no')
    },
  }
  assert.deepEqual(changedPaths(cyclic(), cyclic()), [])
  assert.deepEqual(changedPaths(throwing, { a: 1 }), [])
})
