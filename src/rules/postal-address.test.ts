import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSamePostalAddress, NO_POSTAL_ADDRESS, postalAddressText, readPostalAddress } from './postal-address.ts'

const LEEDS = { ...NO_POSTAL_ADDRESS, street: '12 Foundry Lane', city: 'Leeds', postalCode: 'LS1 4AP' }

test('an address is read however it was stored', () => {
  const cases: [unknown, object][] = [
    [LEEDS, LEEDS],
    [JSON.stringify(LEEDS), LEEDS],
    [{ address1: '12 Foundry Lane', city: 'Leeds', postCode: 'LS1 4AP' }, LEEDS],
    ['12 Foundry Lane, Leeds', { ...NO_POSTAL_ADDRESS, street: '12 Foundry Lane, Leeds' }],
    ['{"street": broken', { ...NO_POSTAL_ADDRESS, street: '{"street": broken' }],
    [{ street: 12, city: null, __proto__: { country: 'x' } }, NO_POSTAL_ADDRESS],
    [undefined, NO_POSTAL_ADDRESS],
    [null, NO_POSTAL_ADDRESS],
    [['a'], NO_POSTAL_ADDRESS],
    ['', NO_POSTAL_ADDRESS],
  ]
  for (const [stored, expected] of cases) assert.deepEqual(readPostalAddress(stored), expected)
})

test('written values read back the same, without empty parts', () => {
  assert.equal(
    postalAddressText({ ...LEEDS, country: '  ' }),
    '{"street":"12 Foundry Lane","city":"Leeds","postalCode":"LS1 4AP"}',
  )
  assert.deepEqual(readPostalAddress(postalAddressText(LEEDS)), LEEDS)
  assert.equal(postalAddressText(NO_POSTAL_ADDRESS), '')
  assert.ok(isSamePostalAddress(LEEDS, { ...LEEDS, city: ' Leeds ' }))
})
