import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MULTI_FACTOR_ACR as A, isSteppedUp } from './step-up.ts'
import { NOW, STEP_UP_VECTORS, type StepUpVector } from './step-up.vectors.ts'

/** Cases that the table lacks: both ends of the tolerance, and invalid times. */
const EDGES: readonly StepUpVector[] = [
  { acr: A, amr: ['mfa', 'otp'], authTime: NOW + 30, maxAge: 60, isSatisfied: true },
  { acr: A, amr: ['mfa', 'otp'], authTime: NOW + 31, maxAge: 60, isSatisfied: false },
  { acr: A, amr: ['mfa', 'otp'], authTime: Number.NaN, maxAge: 60, isSatisfied: false },
  { acr: A, amr: ['mfa', 'otp'], authTime: NOW - 61, maxAge: 60, isSatisfied: false },
]

for (const { acr, amr, authTime, maxAge, isSatisfied } of [...STEP_UP_VECTORS, ...EDGES]) {
  const shown = JSON.stringify({ acr: acr === A ? 'A' : acr, amr, authTime, maxAge })
  test(`a session with ${shown} is ${isSatisfied ? '' : 'not '}stepped up`, () => {
    assert.equal(isSteppedUp({ acr, amr, auth_time: authTime }, NOW, maxAge), isSatisfied)
  })
}

test('missing claims don’t prove a step-up', () => {
  assert.equal(isSteppedUp(undefined, NOW), false)
})
