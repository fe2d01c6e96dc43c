import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAdministrative, isAdministrativeChange } from './rank.ts'

const CASES: readonly (readonly [key: string, isAdministrative: boolean, isChange: boolean])[] = [
  ['*', true, true],
  ['f*', true, true],
  ['fe.*', true, true],
  ['fe.secure.*', true, true],
  ['fe.*.users', true, true],
  ['fe.secure.write.users', true, true],
  ['fe.secure.delete.users', true, true],
  ['fe.subscriptions.write.*', true, true],
  ['fe.secure.read.users', true, false],
  ['fe.secure.read.*', true, false],
  ['fe.usage.read', true, false],
  ['fe.usage.write', true, true],
  ['fe.secure.write.userApiTokens', false, false],
  ['fe.secure.read.userApiTokens', false, false],
  ['fe.secure.*.userApiTokens', false, false],
  ['fe.connectivity.write.updateUserBellNotification', false, false],
  ['orders.write', false, false],
  ['orders.*', false, false],
  ['feature.write', false, false],
]

test('a permission is administrative when it reaches what concerns others in the account', () => {
  for (const [key, reaches, changes] of CASES) {
    assert.deepEqual([isAdministrative(key), isAdministrativeChange(key)], [reaches, changes], key)
  }
})
