import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readAccountSettings } from './account-settings.ts'

it('A time zone that is too long is refused before a formatter is made for it', async (test) => {
  const made = test.mock.method(Intl, 'DateTimeFormat')
  await assert.rejects(readAccountSettings({ timezone: 'UTC'.padEnd(101) }), /timezone/)
  assert.equal(made.mock.callCount(), 0)
  assert.deepEqual(await readAccountSettings({ timezone: 'UTC'.padEnd(100) }), { timezone: 'UTC'.padEnd(100) })
  assert.equal(made.mock.callCount(), 1)
})
