import assert from 'node:assert/strict'
import { test } from 'node:test'
import { members, users } from '../contract/users.ts'
import { aMemberRecord, aUserRecord } from '../testing/records.ts'
import { createMemoryStore } from './store/memory.ts'
import { openKit } from './suites/kit.test-kit.ts'

const MAX_COUNTED = 10_000
const LIMIT = 50

test('a capped count stops at 10,000 users or at the end of the page, and every other count is exact', async () => {
  const store = createMemoryStore()
  const counted: boolean[] = []
  const page: typeof store.members.page = (query) => {
    counted.push(query.total === undefined)
    return store.members.page(query)
  }
  const kit = await openKit(async () => ({ ...store, members: { ...store.members, page } }))
  await kit.reset()
  const { token } = await kit.signIn('ada@acme.test')
  const read = async (query: string) => {
    const { status, body } = await kit.call('GET', `${members.listMembers.path}?limit=${LIMIT}&${query}`, { token })
    assert.equal(status, 200, JSON.stringify(body))
    return body._metadata
  }
  const { totalItems: few } = await read('offset=0')
  assert.deepEqual(await read('offset=0&capped=true'), await read('offset=0'))

  const more = Array.from({ length: MAX_COUNTED + 2 * LIMIT }, (_, at) => `many-${at}`)
  await kit.store.users.insertMany(more.map((id) => aUserRecord({ id })))
  await kit.store.members.insertMany(
    more.map((id) => aMemberRecord({ id: `acme-${id}`, userId: id, email: `${id}@acme.test` })),
  )
  const all = few + more.length
  const upTo = (count: number) => ({
    totalItems: count + 1,
    totalPages: count / LIMIT + 1,
    hasMore: true,
  })
  const exact = { totalItems: all, totalPages: Math.ceil(all / LIMIT) }
  assert.deepEqual(await read('offset=0'), exact)
  assert.deepEqual(await read('offset=0&capped=false'), exact)
  assert.deepEqual(await read('offset=0&capped=true'), upTo(MAX_COUNTED))
  counted.length = 0
  assert.deepEqual(await read('offset=0&capped=true&sort=id'), upTo(MAX_COUNTED))
  // Members have reached the limit, so invitations are read but not counted.
  assert.deepEqual(counted, [true, false])
  assert.deepEqual(await read('offset=0&capped=true&preset=mfa-unenrolled'), upTo(MAX_COUNTED))
  assert.deepEqual(await read(`offset=${MAX_COUNTED / LIMIT}&capped=true`), upTo(MAX_COUNTED + LIMIT))
  assert.deepEqual(await read(`offset=${exact.totalPages - 1}&capped=true`), exact)
  const wire = await kit.call('GET', `${users.listUsersV3.path}?_offset=0&_limit=${LIMIT}&_includeSubTenants=false`, {
    token,
  })
  assert.equal(wire.body._metadata.totalItems, all)
  await kit.close()
})
