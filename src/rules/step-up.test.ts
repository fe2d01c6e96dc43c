import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MULTI_FACTOR_ACR as A, isSteppedUp } from './step-up.ts'

const NOW = 1_000_000
const NONE = undefined

/** RELIABILITY, "Vectors": acr, amr, auth_time, maxAge, satisfied. */
const VECTORS: readonly [acr: unknown, amr: unknown, authTime: unknown, maxAge: number | undefined, ok: boolean][] = [
  [A, ['mfa', 'otp'], NONE, NONE, true],
  [A, ['otp', 'mfa'], NONE, NONE, true],
  [A, ['mfa', 'sms'], 999_970, 60, true],
  [A, ['mfa', 'hwk'], 999_940, 60, true],
  [A, ['mfa', 'otp'], 999_880, 60, false],
  [A, ['mfa', 'otp'], NONE, 60, false],
  [A, ['mfa', 'otp'], 996_400, 0, false],
  [A, ['mfa', 'otp'], 1_003_600, 60, false],
  [A, ['mfa', 'otp'], '999970', 60, false],
  [A, ['mfa'], NONE, NONE, false],
  [A, ['mfa', 'pwd'], NONE, NONE, false],
  [A, ['otp'], NONE, NONE, false],
  [A, 'mfaotp', NONE, NONE, false],
  [A, null, NONE, NONE, false],
  [A, NONE, NONE, NONE, false],
  ['other', ['mfa', 'otp'], NONE, NONE, false],
  [A, ['mfa', 'otp'], NOW + 30, 60, true],
  [A, ['mfa', 'otp'], NOW + 31, 60, false],
  [A, ['mfa', 'otp'], Number.NaN, 60, false],
  [A, ['mfa', 'otp'], NOW - 61, 60, false],
]

for (const [acr, amr, authTime, maxAge, ok] of VECTORS) {
  const shown = JSON.stringify({ acr: acr === A ? 'A' : acr, amr, authTime, maxAge })
  test(`a session with ${shown} is ${ok ? '' : 'not '}stepped up`, () => {
    assert.equal(isSteppedUp({ acr, amr, auth_time: authTime }, NOW, maxAge), ok)
  })
}

test('no claims at all are no proof', () => {
  assert.equal(isSteppedUp(undefined, NOW), false)
})
