import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aRoleRecord } from '../../../../testing/records.ts'
import { createMemoryStore } from '../../../store/memory.ts'
import { changedStore } from './changed-store.ts'

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

const withRoles = async () => {
  const store = createMemoryStore()
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    await store.roles.insert(aRoleRecord({ id, key: id, tenantId: 'acme', isDefault: id === 'c' || id === 'e' }))
  await store.roles.insert(aRoleRecord({ id: 'z', key: 'z', tenantId: 'globex', isDefault: true }))
  return store
}

test('a view with unsaved changes lists rows as the store does once the changes are saved', async () => {
  const store = await withRoles()
  const view = await changedStore(store, 'acme', [
    { kind: 'role', id: 'd', isDefault: true },
    { kind: 'role', id: 'a', isDefault: true },
    { kind: 'role', id: 'a', permissionIds: [] },
    { kind: 'role', id: 'c', isDefault: false },
    { kind: 'role', id: 'b' },
  ])
  const lists = [
    { tenantId: 'acme', isDefault: true },
    { tenantId: { in: ['acme', null] } },
    { tenantId: 'globex', isDefault: true },
    { id: { in: ['a', 'b', 'c'] } },
  ]
  const seen = await Promise.all(lists.map((where) => view.roles.list(where)))
  assert.deepEqual(seen.map(idsOf), [['a', 'd', 'e'], ['a', 'c', 'd', 'e'], ['z'], ['a', 'c']])
  await store.roles.update({ id: { in: ['a', 'd'] } }, { isDefault: true })
  await store.roles.update({ id: 'c' }, { isDefault: false })
  await store.roles.delete({ id: 'b' })
  const saved = await Promise.all(lists.map((where) => store.roles.list(where)))
  assert.deepEqual(seen.map(idsOf), saved.map(idsOf))
})

test('a view with unsaved changes reads the changed rows once, however many lists follow', async () => {
  const store = await withRoles()
  let reads = 0
  const { list } = store.roles
  store.roles.list = (where) => {
    reads += 1
    return list(where)
  }
  const view = await changedStore(store, 'acme', [{ kind: 'role', id: 'd', isDefault: true }])
  for (const id of ['a', 'b', 'c']) await view.roles.list({ id: { in: [id] } })
  assert.equal(reads, 4)
})
