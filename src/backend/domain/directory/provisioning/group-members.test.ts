import assert from 'node:assert/strict'
import { it } from 'node:test'
import { aMemberRecord } from '../../../../testing/records.ts'
import { createMemoryStore } from '../../../store/memory.ts'
import { membersInGroup } from './group-members.ts'

const MAX_ROWS = 2_000

it('reads all members of a large group, at most 2,000 rows at once', async () => {
  const store = createMemoryStore()
  const ids = Array.from({ length: MAX_ROWS + 1 }, (_, at) => `m-${at}`)
  const inGroup = ids.map((id) =>
    aMemberRecord({ id, userId: id, email: `${id}@acme.test`, tenantId: 'acme', groupIds: '["g-1"]' }),
  )
  await store.members.insertMany(inGroup)
  await store.members.insert(aMemberRecord({ id: 'other', userId: 'other', tenantId: 'acme', groupIds: '["g-2"]' }))
  const read: number[] = []
  const list: typeof store.members.list = async (...given) => {
    const found = await store.members.list(...given)
    read.push(found.length)
    return found
  }
  const found = await membersInGroup({ ...store, members: { ...store.members, list } }, { id: 'g-1', tenantId: 'acme' })
  assert.deepEqual(found.map(({ id }) => id).sort(), ids.sort())
  assert.deepEqual(read, [MAX_ROWS, 1])
})
