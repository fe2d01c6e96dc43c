import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPermission, satisfies } from './access.ts'
import { holdsPermission } from './permission.ts'

const CASES: readonly [held: string, needed: string, covered: boolean][] = [
  ['fe.secure.*', 'fe.secure.read.users', true],
  ['fe.*', 'fe.secure.read.users', true],
  ['*', 'anything', true],
  ['fe.secure.*', 'fe.secure', false],
  ['fe.secure.*', 'fe.secure.', true],
  ['fe.*.read', 'fe.a.b.read', true],
  ['fe.secure.read.users', 'fe.secure.*', true],
  ['fe.secure', 'fe.secure.*', false],
  ['fe.secure.read.users', 'fe.secure.read.users', true],
  ['fe.secure.read.user', 'fe.secure.read.users', false],
  ['FE.*', 'fe.a', false],
  ['fe.(a|b)', 'fe.a', false],
  ['a*', 'a\nb', true],
  ['ab*ba', 'aba', false],
  ['a*b*c', 'a-c-b-c', true],
  ['a*b*c', 'a-c-b', false],
]

for (const [held, needed, covered] of CASES) {
  test(`holding ${held} ${covered ? 'covers' : 'does not cover'} ${JSON.stringify(needed)}`, () => {
    assert.equal(holdsPermission([held], needed), covered)
  })
}

test('an empty key is never held', () => {
  assert.equal(hasPermission({ permissions: [{ key: '*' }] }, ''), false)
})

test('a pattern of many stars on a long key ends at once', () => {
  const start = performance.now()
  assert.equal(holdsPermission(['a*'.repeat(200)], `${'a'.repeat(50_000)}b`), true)
  assert.equal(holdsPermission([`${'a*'.repeat(200)}c`], 'a'.repeat(50_000)), false)
  assert.ok(performance.now() - start < 50)
})

test('random sets of roles and permissions agree with the plain reading of the rule', () => {
  const keys = ['fe.a.read', 'fe.a.write', 'fe.b.read', 'fe.*', 'fe.a.*', '*']
  const pick = (seed: number) => keys.filter((_, index) => (seed >> index) & 1)
  for (let round = 0; round < 4096; round += 1) {
    const held = pick(round & 63)
    const needed = pick((round >> 6) & 63).filter((key) => !key.includes('*'))
    const holder = { permissions: held.map((key) => ({ key })), roles: held.map((key) => ({ key })) }
    const pattern = (key: string) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
    const expected = needed.every((key) => held.some((own) => pattern(own).test(key)))
    assert.equal(satisfies(holder, { permissions: needed }), expected)
    assert.equal(
      satisfies(holder, { roles: needed }),
      needed.every((key) => held.includes(key)),
    )
  }
})

test('a super user passes every check and nobody passes none', () => {
  assert.equal(satisfies({ superUser: true }, { permissions: ['x'], roles: ['y'] }), true)
  assert.equal(satisfies(undefined, {}), false)
  assert.equal(satisfies({}, { permissions: ['x'] }), false)
})
