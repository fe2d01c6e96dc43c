import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLISHED_ROLES, permissionIdOf, publishedAccess, roleIdOf } from './published-access.ts'

const KEYS = publishedAccess(0).permissions.map(({ key }) => key)

test('ids of roles and permissions are the same in every database', () => {
  assert.equal(roleIdOf('admin'), 'ffb3c7e7-6dcf-4837-b581-8f78fd9100c6')
  assert.equal(roleIdOf('read-only'), 'c5b5a78b-687d-4102-b9f3-df3fbe97d931')
  assert.equal(roleIdOf('member'), '44514930-6199-4260-9f7d-3bf846b6767f')
  assert.equal(permissionIdOf('fe.*'), '7d9c02f8-e9db-4c55-96fc-d6efc32f25e7')
})

test('every permission that a role holds is published, once', () => {
  assert.equal(new Set(KEYS).size, KEYS.length)
  for (const { key, holds } of PUBLISHED_ROLES)
    for (const held of holds) assert.ok(KEYS.includes(held), `${key}: ${held}`)
})

test('the founder’s role outranks all others, and one role is the default', () => {
  const [first, ...others] = PUBLISHED_ROLES
  assert.ok(others.every(({ level }) => level > first.level))
  assert.deepEqual(
    PUBLISHED_ROLES.filter(({ isDefault }) => isDefault).map(({ key }) => key),
    ['member'],
  )
})
