import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTime } from '../testing/own-time.ts'
import { coversPermissions, holdsPermission } from './permission.ts'

const cases: readonly [held: string[], required: string, holds: boolean][] = [
  [['fe.*'], 'fe.secure.read.users', true],
  [['fe.*'], 'fe', false],
  [['fe.*'], 'xfe.secure', false],
  [['*'], 'anything', true],
  [['fe.secure.read.users'], 'fe.secure.read.users', true],
  [['fe.secure.read.users'], 'fe.secure.read.users2', false],
  [['fe.secure.*.users'], 'fe.secure.write.users', true],
  [['fe.secure.*.users'], 'fe.secure.write.roles', false],
  [['fe.subscriptions.read'], 'fe.subscriptions.*', true],
  [['fe.subscriptions.*'], 'fe.subscriptions.*', true],
  [['fe.secure.*'], 'fe.subscriptions.*', false],
  [['a*b*c'], 'axxbyyc', true],
  [['a*a'], 'a', false],
  [['fe.secure.read.user.'], 'fe.secure.read.users', false],
  [[], 'fe.secure.read.users', false],
  [[''], 'fe.secure.read.users', false],
]

for (const [held, required, holds] of cases) {
  test(`A user who holds ${JSON.stringify(held)} ${holds ? 'may' : 'may not'} ${required}`, () => {
    assert.equal(holdsPermission(held, required), holds)
  })
}

test('A key below a wildcard doesn’t let a user grant the wildcard', () => {
  assert.equal(coversPermissions(['fe.secure.read.users'], ['fe.*']), false)
  assert.equal(coversPermissions(['fe.*'], ['fe.secure.*', 'fe.usage.read']), true)
})

/** Converts a pattern to a regular expression in which every star matches anything. */
const oracle = (held: string[], required: string) =>
  held.some((key) =>
    new RegExp(
      `^${key
        .split('*')
        .map((part) => part.replaceAll('.', '\\.'))
        .join('.*')}$`,
    ).test(required),
  )

test('10,000 random sets of keys agree with a three-line oracle', () => {
  let seed = 1
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const words = ['fe', 'secure', 'read', 'write', 'users', '*', 'u*']
  const key = () => Array.from({ length: 1 + next(4) }, () => words[next(words.length)]).join('.')
  for (let round = 0; round < 10_000; round++) {
    const held = Array.from({ length: next(4) }, key)
    const required = key().replaceAll('*', 'x')
    assert.equal(holdsPermission(held, required), oracle(held, required), `${held} ${required}`)
  }
})

test('A hostile pattern takes no time', async () => {
  const took = await ownTime(() => holdsPermission(['*a'.repeat(2_000)], 'a'.repeat(50_000)))
  assert.ok(took < 500, `${took} ms`)
})
