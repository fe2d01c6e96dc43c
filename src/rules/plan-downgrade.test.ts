import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDowngrade } from './plan-downgrade.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })

const STATUSES: readonly [status: string | undefined, isBound: boolean][] = [
  ['active', true],
  ['incomplete', true],
  ['trialing', false],
  ['trialEnded', false],
  ['canceled', false],
  ['expired', false],
  ['sleeping', false],
  [undefined, false],
]

for (const [status, isBound] of STATUSES) {
  test(`a smaller plan than one that is ${status ?? 'not subscribed to'} is ${isBound ? 'a' : 'no'} downgrade`, () => {
    for (const written of [status, status?.toUpperCase()]) {
      assert.equal(isDowngrade({ status: written, from: usd(19_900), to: usd(4_900) }), isBound)
      assert.equal(isDowngrade({ status: written, from: usd(4_900), to: usd(0) }), isBound)
      assert.equal(isDowngrade({ status: written, from: usd(4_900), to: usd(4_900) }), false)
      assert.equal(isDowngrade({ status: written, from: usd(4_900), to: usd(19_900) }), false)
    }
  })
}

test('another currency counts as a smaller plan, whatever its amounts, unless nothing was paid', () => {
  const step = (from: readonly [number, string], to: readonly [number, string]) =>
    isDowngrade({
      status: 'active',
      from: { amount: from[0], currency: from[1] },
      to: { amount: to[0], currency: to[1] },
    })
  assert.equal(step([990_000, 'huf'], [4_900, 'eur']), true)
  assert.equal(step([4_900, 'eur'], [990_000, 'huf']), true)
  assert.equal(step([0, 'eur'], [990_000, 'huf']), false)
  assert.equal(step([4_900, 'EUR'], [9_900, 'eur']), false)
})
