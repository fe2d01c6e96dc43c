import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiredOf, readQuarantine, withoutQuarantined } from './quarantine.mjs'
import { withFlakyLimit } from './run-parts.mjs'
import { EMPTY } from './test-results.mjs'

const ENTRY = { test: 'toast.test.js › never covers the focus', reason: 'A race of its own', until: '2026-12-31' }

test('up to two flaky tests are reported, and three fail the run', () => {
  const two = { ...EMPTY, passed: 9, flaky: ['a', 'b'] }
  assert.deepEqual(withFlakyLimit(two), two)
  const three = withFlakyLimit({ ...EMPTY, passed: 9, flaky: ['a', 'b', 'c'] })
  assert.equal(three.failed, 1)
  assert.match(three.failures[0], /^3 tests passed only when they ran again/)
})

test('a quarantined test is reported apart and does not fail the run; another one does', () => {
  const known = '/x/src/ui/toast.test.js:12 › never covers the focus › expected 1'
  const total = { ...EMPTY, passed: 4, failed: 2, failures: [known, 'other › wrong'], flaky: [] }
  const { apart, failed, failures, passed } = withoutQuarantined(total, [ENTRY])
  assert.deepEqual(
    { apart, failed, failures, passed },
    { apart: [known], failed: 1, failures: ['other › wrong'], passed: 4 },
  )
})

test('an expired entry is named and keeps its effect', () => {
  const total = { ...EMPTY, failed: 1, failures: ['toast.test.js › never covers the focus › no'] }
  const late = new Date('2027-01-05')
  assert.deepEqual(expiredOf([ENTRY], late), [ENTRY])
  assert.deepEqual(expiredOf([ENTRY], new Date('2026-12-01')), [])
  assert.equal(withoutQuarantined(total, [ENTRY]).failed, 0)
})

test('the quarantine holds at most five tests, each with its reason and an end date', () => {
  assert.deepEqual(readQuarantine(JSON.stringify([ENTRY])), [ENTRY])
  assert.throws(() => readQuarantine(JSON.stringify(Array(6).fill(ENTRY))), /has 6 tests; at most 5/)
  assert.throws(() => readQuarantine(JSON.stringify([{ ...ENTRY, reason: '' }])), /lacks reason/)
  assert.throws(
    () => readQuarantine(JSON.stringify([{ ...ENTRY, until: 'soon' }])),
    /soon in the quarantine isn't a date/,
  )
})
