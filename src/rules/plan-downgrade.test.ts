import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDowngrade } from './plan-downgrade.ts'

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
      assert.equal(isDowngrade({ status: written, from: 19_900, to: 4_900 }), isBound)
      assert.equal(isDowngrade({ status: written, from: 4_900, to: 0 }), isBound)
      assert.equal(isDowngrade({ status: written, from: 4_900, to: 4_900 }), false)
      assert.equal(isDowngrade({ status: written, from: 4_900, to: 19_900 }), false)
    }
  })
}
