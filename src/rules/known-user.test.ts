import assert from 'node:assert/strict'
import { it } from 'node:test'
import { completeUser, knownUser } from './known-user.ts'

const USER = {
  id: 'u1',
  name: 'Ada',
  email: 'ada@acme.test',
  phoneNumber: null,
  metadata: '{}',
  roles: [{ id: 'r1' }],
  tenantIds: ['t1'],
}

it('keeps a user as they are when every field has its type', () => {
  assert.deepEqual(knownUser(USER), USER)
  assert.deepEqual(completeUser(USER), USER)
})

it('leaves fields of another type out, and parts of lists too', () => {
  const odd = { ...USER, name: 7, email: null, phoneNumber: {}, roles: [null, 7, { id: 'r1' }], tenantIds: ['t1', 7] }
  const { name: _, email: __, phoneNumber: ___, ...known } = USER
  assert.deepEqual(knownUser(odd), known)
  assert.deepEqual(knownUser({ ...USER, roles: 'admin', tenantIds: null }), {
    id: 'u1',
    name: 'Ada',
    email: 'ada@acme.test',
    phoneNumber: null,
    metadata: '{}',
  })
})

it('sets a missing name or email of a user to an empty string', () => {
  const odd: unknown = { id: 'u1', name: null }
  assert.deepEqual(completeUser(odd as typeof USER), { id: 'u1', name: '', email: '' })
})
