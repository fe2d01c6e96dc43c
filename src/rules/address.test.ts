import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressText, isSameAddress, NO_ADDRESS, readAddress } from './address.ts'

const LEEDS = { ...NO_ADDRESS, street: '12 Foundry Lane', city: 'Leeds', postalCode: 'LS1 4AP' }

test('an address is read however it was stored', () => {
  const cases: [unknown, object][] = [
    [LEEDS, LEEDS],
    [JSON.stringify(LEEDS), LEEDS],
    [{ address1: '12 Foundry Lane', city: 'Leeds', postCode: 'LS1 4AP' }, LEEDS],
    ['12 Foundry Lane, Leeds', { ...NO_ADDRESS, street: '12 Foundry Lane, Leeds' }],
    ['{"street": broken', { ...NO_ADDRESS, street: '{"street": broken' }],
    [{ street: 12, city: null, __proto__: { country: 'x' } }, NO_ADDRESS],
    [undefined, NO_ADDRESS],
    [null, NO_ADDRESS],
    [['a'], NO_ADDRESS],
    ['', NO_ADDRESS],
  ]
  for (const [stored, expected] of cases) assert.deepEqual(readAddress(stored), expected)
})

test('what is written reads back the same, without empty parts', () => {
  assert.equal(
    addressText({ ...LEEDS, country: '  ' }),
    '{"street":"12 Foundry Lane","city":"Leeds","postalCode":"LS1 4AP"}',
  )
  assert.deepEqual(readAddress(addressText(LEEDS)), LEEDS)
  assert.equal(addressText(NO_ADDRESS), '')
  assert.ok(isSameAddress(LEEDS, { ...LEEDS, city: ' Leeds ' }))
})
